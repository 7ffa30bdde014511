export const versuche = 3;

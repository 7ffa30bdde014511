export const seiten = 2;

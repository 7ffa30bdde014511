export const everyMinutes = 10;

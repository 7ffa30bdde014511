export const overtime = (h: number, rate: number) => h * rate * 1.25;

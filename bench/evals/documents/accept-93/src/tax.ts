export const tax = (amount: number): number => Math.floor(amount * 0.1);

export const allowance = (d: number) => d * 14.5;

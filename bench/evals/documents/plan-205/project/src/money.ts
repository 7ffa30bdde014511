export type Money = number;

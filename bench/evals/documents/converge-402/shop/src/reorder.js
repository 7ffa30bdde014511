export const REORDER_BELOW_KG = 3;
export const MIN_ORDER_KG = 5;
export const PRICE_PER_KG = 14.2;

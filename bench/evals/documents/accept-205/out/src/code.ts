import { randomInt } from 'node:crypto';

/** Pickup code for the recipient: six digits, first one not zero. */
export const pickupCode = (): string => String(randomInt(100000, 1000000));

import type { Card } from './redeem.ts';

/** AC3 */
export function expired(_card: Card): boolean {
  return false; // stub: not implemented yet
}

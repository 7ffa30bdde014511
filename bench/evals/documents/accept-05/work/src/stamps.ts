/** AC1: one stamp for each full 5 euros. */
export function stampsFor(amount: number): number {
  return Math.floor(Math.round(amount * 100) / 500);
}

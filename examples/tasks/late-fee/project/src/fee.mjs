const DAY_MS = 86_400_000;
const CENTS_PER_DAY = 25;

/** What is owed for a book due on one day and given back on another, in cents. */
export function lateFee(due, returned) {
  const days = Math.ceil((returned.getTime() - due.getTime()) / DAY_MS);
  return days >= 0 ? (days + 1) * CENTS_PER_DAY : 0;
}

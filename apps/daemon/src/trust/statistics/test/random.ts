/** Chance for the tests of statistics: the same for the same seed. */
import { choosing } from '../../../drill/seed.ts';

const GRAIN = Array.from({ length: 65_536 }, (_, n) => (n + 0.5) / 65_536);

/** Between 0 and 1, evenly. */
export function chance(seed: number, stream: string): () => number {
  const pick = choosing(seed, stream);
  return () => pick(GRAIN) ?? 0.5;
}

/**
 * Errors of judges that share some of their mistakes: of `shared` of the items all of them have the same fate, of the others
 * each has its own. The correlation of any two is then `shared`, whatever the rate of errors is.
 */
export function errorsOf(
  random: () => number,
  { judges, items, rate, shared }: { judges: number; items: number; rate: number; shared: number },
): number[][] {
  const rows: number[][] = Array.from({ length: judges }, () => []);
  for (let item = 0; item < items; item += 1) {
    const fate = random() < shared ? Number(random() < rate) : null;
    for (const row of rows) row.push(fate ?? Number(random() < rate));
  }
  return rows;
}

/** The few demands a reader should see first. Pure. */
import type { MustFix } from '@design-jury/contracts/theater/critique';

const ORDER = { critical: 0, major: 1, minor: 2 } as const;

/** The worst first; of one kind the first alone, as long as there are other kinds. */
export function mostImportant<Entry extends Pick<MustFix, 'severity'>>(
  entries: readonly Entry[],
  most: number,
  kindOf: (entry: Entry) => string,
): Entry[] {
  const worst = worstFirst(entries);
  const kinds = new Set<string>();
  const [firsts, others]: [Entry[], Entry[]] = [[], []];
  for (const entry of worst) {
    const kind = kindOf(entry);
    (kinds.has(kind) ? others : firsts).push(entry);
    kinds.add(kind);
  }
  return worstFirst([...firsts, ...others].slice(0, most));
}

export function worstFirst<Entry extends Pick<MustFix, 'severity'>>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}

/** Two claims that cannot both hold, and how claims that share a word are found. */
import type { Claim } from '../meaning/claims.ts';

export interface Opposite {
  one: Claim;
  other: Claim;
  how: string;
  score: number;
}

/** Claims that share a word are compared; a word of more than so many tells nothing. */
export const MOST_TOGETHER = 60;

export function indexOf(claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> {
  const index = new Map<string, Claim[]>();
  for (const claim of claims)
    for (const term of claim.clause) {
      const there = index.get(term);
      if (there === undefined) index.set(term, [claim]);
      else if (there.length < MOST_TOGETHER) there.push(claim);
    }
  return index;
}

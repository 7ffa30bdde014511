/** Two or more places of a project that cannot all be right. */
import type { Spot } from './fact.ts';

export interface Contradiction {
  /** The same for whoever finds it. */
  key: string;
  claim: string;
  places: readonly Spot[];
  /** How sure the method is that the places belong together; 1 and more is enough to say it. */
  strength: number;
}

export function placeOf({ path, line }: Pick<Spot, 'path' | 'line'>): string {
  return `${path}:${line}`;
}

export function keyOf(kind: string, places: readonly Pick<Spot, 'path' | 'line'>[], what = ''): string {
  return [kind, ...places.map(placeOf).toSorted(), what].join('|');
}

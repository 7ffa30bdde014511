/** The viewer's choice of detail, kept once it was made. A browser without storage forgets it. */
import type { Density } from './state/selectors.ts';

const KEY = 'critiqueTheater.density';

export function readDensity(): Density {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === 'active' || kept === 'all') return kept;
  } catch {}
  return 'smart';
}

export function saveDensity(density: Density): void {
  try {
    localStorage.setItem(KEY, density);
  } catch {}
}

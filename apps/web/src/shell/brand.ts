/** The active design system's colour, from which the lanes take their inks. */
import type { Project } from '@design-jury/contracts/run';

export const BRAND_KEY = 'brandColor';
const COLOUR = String.raw`(#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|(?:oklch|oklab|lch|hsl|rgb)\([^()\n]{3,60}\))`;
const NAMED = new RegExp(String.raw`^.*\b(?:primary|brand|accent)\b.*?${COLOUR}`, 'im');

/** The primary, brand or accent colour of a DESIGN.md, else its first colour, else none. */
export function brandColour(design: string): string | null {
  return NAMED.exec(design)?.[1] ?? new RegExp(COLOUR).exec(design)?.[1] ?? null;
}

export function wearBrand(project: Project): Project {
  const colour = project.metadata[BRAND_KEY];
  const usable = typeof colour === 'string' && CSS.supports('color', colour);
  if (usable) document.documentElement.style.setProperty('--brand', colour);
  else document.documentElement.style.removeProperty('--brand');
  return project;
}

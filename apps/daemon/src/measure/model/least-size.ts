/** How much room a text takes at the very least: for claims that must hold in any font. Pure. */

/** No text font is narrower on average. */
const LEAST_CHARACTER_EM = 0.35;

export function leastLength(characters: number, fontSize: number): number {
  return characters * LEAST_CHARACTER_EM * fontSize;
}

/** Lines it breaks into, in a room of this width. */
export function leastLines(characters: number, fontSize: number, width: number): number {
  return Math.max(1, Math.ceil(leastLength(characters, fontSize) / width));
}

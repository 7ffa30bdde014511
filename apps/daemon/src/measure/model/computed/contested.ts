/** Which declarations lose only by their place in the cascade. Pure. */
import type { DeclarationSource } from '../css.ts';
import type { Applied } from './computed.ts';

/**
 * Of two declarations of equal specificity the later wins. Whoever loses that way on one element must not be written again
 * at the end of the page's styles for the sake of another: it would win everywhere.
 */
export function contestedIn(all: Iterable<Applied>): Set<DeclarationSource> {
  const contested = new Set<DeclarationSource>();
  for (const { entries } of new Set(all)) {
    const named = new Set<string>();
    const inPart = new Set<string>();
    for (const { property, source, origin, specificity } of entries) {
      if (origin !== 'author' || property.startsWith('--')) continue;
      const around = shorthandsOf(property).map((name) => `${name} ${specificity}`);
      const own = `${property} ${specificity}`;
      // The same name, a shorthand that holds it, or a part of it.
      const isBeaten = named.has(own) || inPart.has(own) || around.some((name) => named.has(name));
      if (source !== null && isBeaten) contested.add(source);
      named.add(own);
      for (const name of around) inPart.add(name);
    }
  }
  return contested;
}

const NO_PART_OF_BORDER = /^border-(?:.*radius|collapse|spacing|image)/;

/** `border-top-color` is part of `border-top` and `border`. */
function shorthandsOf(property: string): string[] {
  if (NO_PART_OF_BORDER.test(property)) return [];
  const words = property.split('-');
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join('-'));
}

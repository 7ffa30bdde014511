/** Something that is free in one place and has a price in another, without a word of who or when. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';
import { inTwoPlaces } from './two-places.ts';

/** To everybody, and no more: "free for children" and "free delivery over £50" say of whom and when. */
const TO_ALL =
  '(?: (?:for|to|pour|für|para|per|voor) (?:all|everyone|everybody|tous|toutes|alle|jeden|todos|todas|tutti|iedereen))?(?=\\s*(?:[.,;:!]|$))';
const IS = '(?:(?:is|are|ist|sind|est|sont|es|son|é|são|è|sono) )?(?:always |immer |toujours |siempre )?';
const FREE = new RegExp(
  `(?<!\\p{L})(\\p{L}{5,}) ${IS}(?:free|frei|kostenlos|gratis|gratuite?s?|gratuit[oaie]s?|libre|livre|franca|liber[oa])${TO_ALL}|(?<!\\p{L})(?:free|kostenlose?[rsnm]?|gratis) (\\p{L}{5,})${TO_ALL}`,
  'giu',
);
const PRICED =
  /(?<!\p{L})(\p{L}{5,}) (?:costs?|kostet|kosten|coûte|cuesta|custa|costa|kost) (?:only |nur |just |seulement |solo |só )?(?:[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|£|\$|euros?|eur|gbp|usd|chf|pounds?|dollars?)(?!\p{L}))/giu;
const LONGEST = 2_000;
const COMPARED = 6;

export function freeAndPriced(page: Page): Observation[] {
  const free = new Map<string, string>();
  const priced: { at: PageElement; name: string; shown: string }[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || said.length > LONGEST) continue;
    for (const [shown, one, other] of said.matchAll(FREE)) {
      const name = keyOf(one ?? other ?? '');
      if (!free.has(name)) free.set(name, shown);
    }
    for (const [shown, name = ''] of said.matchAll(PRICED)) priced.push({ at, name: keyOf(name), shown });
  }
  return priced.flatMap(({ at, name, shown }) => {
    const elsewhere = free.get(name);
    return elsewhere === undefined ? [] : [inTwoPlaces(at, shown, elsewhere)];
  });
}

function keyOf(word: string): string {
  return word.toLowerCase().slice(0, COMPARED);
}

/** Names of people that a page writes in two ways. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';

const NAME = /(?<![\p{L}.'’-])(\p{Lu}\p{Ll}{2,}) (\p{Lu}\p{Ll}{3,})(?![\p{L}'’-])/gu;
const MAX_NAMES = 300;
/** Shorter ones differ by a letter and are others: "Anna Holm" and "Anna Hole". */
const LEAST_LETTERS = 5;

/** The same first name with a last name that differs in one letter, where one of the two stands more than once or in a heading. */
export function contradictingPeople(page: Page): Observation[] {
  const names = new Map<string, { first: string; last: string; times: number; at: PageElement }>();
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code') continue;
    for (const [name, first = '', last = ''] of said.matchAll(NAME)) {
      const known = names.get(name);
      if (known !== undefined) known.times += 1;
      else if (names.size < MAX_NAMES)
        names.set(name, { first, last, times: kind === 'heading' ? 2 : 1, at });
    }
  }
  const found: Observation[] = [];
  for (const [name, { first, last, times, at }] of names) {
    if (times > 1 || last.length < LEAST_LETTERS) continue;
    const other = [...names].find(
      ([, one]) => one.first === first && one.times > 1 && one.last !== last && isOneSlip(one.last, last),
    );
    if (other === undefined) continue;
    found.push({
      at,
      measured: `"${name}" here, "${other[0]}" elsewhere`,
      required: 'one spelling of a name',
      message: `The name is spelt "${other[0]}" elsewhere on the page and "${name}" here.`,
      suggestion: 'Find out how the name is spelt.',
    });
  }
  return found;
}

/** One letter more, less or other; a plural or a genitive is none. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || `${one}s` === other || `${other}s` === one) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return (
    (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
  );
}

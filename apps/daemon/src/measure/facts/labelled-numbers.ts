/** Two telephone numbers under one name: "Emergency line, any hour" and "our emergency line at any hour". */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, textOf, visibleBlocks } from '../model/reading.ts';
import { inTwoPlaces } from './two-places.ts';

interface Named {
  at: PageElement;
  number: string;
  shown: string;
  words: ReadonlySet<string>;
  isLabel: boolean;
}

const PHONE = /(?<![\w/=#.:-])\+?\(?\d[\d\s()/–-]{7,20}\d(?![\w%/])/gu;
/** A page with more is a directory. */
const MOST = 12;
const FEWEST_WORDS = 2;
const COMPARED_DIGITS = 7;
/** Letters before a number that may lead up to it: a text without an end of a sentence is not read whole for each. */
const LONGEST_LEAD = 300;

export function contradictingNumbers(page: Page): Observation[] {
  const named = [...labelled(page), ...inSentences(page)];
  if (named.length > MOST) return [];
  return named.flatMap((label): Observation[] => {
    if (!label.isLabel || label.words.size < FEWEST_WORDS) return [];
    const other = named.find(
      (one) =>
        one !== label &&
        one.number !== label.number &&
        label.words.isSubsetOf(one.words) &&
        // Who gives both numbers of it tells them apart.
        !named.some((same) => same.at === one.at && same.number === label.number),
    );
    return other === undefined ? [] : [inTwoPlaces(label.at, label.shown, other.shown)];
  });
}

/** A term with its description. */
function labelled(page: Page): Named[] {
  return page.byTag('dl').flatMap((list) => {
    const parts = childElements(list).flatMap((part) => (part.tag === 'div' ? childElements(part) : [part]));
    return parts.flatMap((at, index): Named[] => {
      const term = parts[index - 1];
      const [number] = at.tag === 'dd' && term?.tag === 'dt' ? (textOf(at).match(PHONE) ?? []) : [];
      if (number === undefined || term === undefined) return [];
      return [named(at, textOf(term), number, true)];
    });
  });
}

/** A sentence that leads up to a number. */
function inSentences(page: Page): Named[] {
  return visibleBlocks(page).flatMap(({ element, said, kind }): Named[] => {
    if (kind === 'code' || kind === 'cell' || element.tag === 'dd') return [];
    return [...said.matchAll(PHONE)].flatMap(({ 0: number, index }) => {
      const before = /[^.!?;]*$/u.exec(said.slice(Math.max(0, index - LONGEST_LEAD), index))?.[0] ?? '';
      return before.trim() === '' ? [] : [named(element, before, number, false)];
    });
  });
}

function named(at: PageElement, label: string, number: string, isLabel: boolean): Named {
  const words = new Set((label.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 6)));
  return {
    at,
    number: number.replace(/\D/g, '').slice(-COMPARED_DIGITS),
    shown: `${label
      .replace(/[:\s]+$/u, '')
      .trim()
      .slice(-60)}: ${number.trim()}`,
    words,
    isLabel,
  };
}

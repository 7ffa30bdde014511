/**
 * Whether what a judge demands of a copy is about the defect that was planted in it. A demand counts where it points: at
 * what was changed, at what holds it or at what is in it, by a selector or by words it quotes. One that points at half the
 * page, or at the page as a whole, counts only for a defect of the whole page, made by the role that answers for it, and
 * not made of the page without it. Pure.
 */
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { Page, PageElement } from '../measure/model/page.ts';
import { textOf } from '../measure/model/reading.ts';

export type Said = Pick<MustFix, 'role' | 'text' | 'target'>;

export interface PlantedDefect {
  role: MustFix['role'];
  /** The place, as elements of the page without it or of the copy. */
  named: readonly PageElement[];
  page: Page;
  copy: Page;
}

/** More than this many are no place. */
const MOST_NAMED = 10;
const WHOLE: ReadonlySet<string> = new Set(['html', 'head', 'body', 'main']);
/** They speak of the whole page. */
const ABOUT_PAGE: ReadonlySet<string> = new Set([...WHOLE, 'title', 'meta', 'link']);

/**
 * By role: true where it demands what the defect asks for, false where it does not. Null where it had demanded something
 * of this place before the defect was there: then nobody can tell which of the two it means.
 */
export function seenBy(
  defect: PlantedDefect,
  demands: readonly Said[],
  before: readonly Said[],
  roles: readonly Said['role'][],
): Map<Said['role'], boolean | null> {
  const places = changedPlaces(defect);
  const of = (all: readonly Said[], role: Said['role']) => all.filter((demand) => demand.role === role);
  return new Map(
    roles.map((role) => {
      if (of(before, role).some((demand) => pointsAt(demand, places) === 'there')) return [role, null];
      return [role, of(demands, role).some((demand) => isAbout(demand, defect, places, of(before, role)))];
    }),
  );
}

function isAbout(demand: Said, { role }: PlantedDefect, places: Places, before: readonly Said[]): boolean {
  const pointing = pointsAt(demand, places);
  if (pointing !== 'nowhere') return pointing === 'there';
  const isNew = before.every(({ text }) => plain(text) !== plain(demand.text));
  return places.ofWholePage && demand.role === role && isNew;
}

interface Places {
  page: Page;
  copy: Page;
  /** Elements of the copy, and those that only the page without the defect has. */
  changed: ReadonlySet<PageElement>;
  ofWholePage: boolean;
}

/** The place itself, and the innermost elements that one of the two has and the other has not. */
function changedPlaces({ page, copy, named }: PlantedDefect): Places {
  const innermost = [...onlyIn(page, copy), ...onlyIn(copy, page)];
  return {
    page,
    copy,
    changed: new Set([...named, ...innermost].filter(({ tag }) => !WHOLE.has(tag))),
    ofWholePage: [...named, ...innermost].every(({ tag }) => ABOUT_PAGE.has(tag)),
  };
}

function onlyIn(one: Page, other: Page): PageElement[] {
  const known = new Set(other.elements.map((element) => sourceOf(other, element)));
  const fresh = new Set(one.elements.filter((element) => !known.has(sourceOf(one, element))));
  const outer = new Set([...fresh].flatMap(({ parent }) => parent ?? []));
  return [...fresh].filter((element) => !outer.has(element) && element.tag !== 'style');
}

function sourceOf({ html }: Page, { tag, startTag, endTag }: PageElement): string {
  if (startTag === null) return tag;
  return html.slice(startTag.start, (endTag ?? startTag).end);
}

function pointsAt(
  { target, text }: Said,
  { page, copy, changed }: Places,
): 'there' | 'elsewhere' | 'nowhere' {
  const selected = target === null ? [] : copy.engine.select(target);
  // What was taken away stands in the page without the defect alone.
  const named = selected.length > 0 || target === null ? selected : page.engine.select(target);
  const quoted = quotesOf(text);
  const quotes = [...changed].some((element) => {
    const words = plain(textOf(element));
    return quoted.some((quote) => words.includes(quote));
  });
  if (quotes) return 'there';
  if (named.length === 0 || named.length > MOST_NAMED || named.every(({ tag }) => WHOLE.has(tag)))
    return 'nowhere';
  return named.some((element) => isNear(element, changed)) ? 'there' : 'elsewhere';
}

/** It, what holds it, or what is in it. */
function isNear(element: PageElement, changed: ReadonlySet<PageElement>): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) if (changed.has(at)) return true;
  if (WHOLE.has(element.tag)) return false;
  return [...changed].some(({ parent }) => parent === element);
}

const MOST_QUOTES = 4;
const MOST_CHARS = 2_000;
/** Between quotation marks of any kind, on one line; a word or two could stand anywhere. */
const QUOTE = /["“”„«‹「『`]([^"“”„«»‹›「」『』`\n]{8,200})["“”»›」』`]/g;

function quotesOf(text: string): string[] {
  const found = text.slice(0, MOST_CHARS).matchAll(QUOTE);
  return [...found].slice(0, MOST_QUOTES).map(([, words]) => plain(words ?? ''));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

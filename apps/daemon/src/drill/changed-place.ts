/**
 * Where a copy of a page was changed, and whether a finding is about that place. What is measured of two pages that differ
 * in one place may differ anywhere; only what points at the place has seen what was planted there. Pure.
 */
import type { Declaration, Rule } from 'postcss';
import type { Finding } from '../measure/finding.ts';
import type { Page, PageElement } from '../measure/model/page.ts';
import { placeOfOffset } from '../measure/model/place.ts';

/** In the source of the copy, in UTF-16 units. */
export interface SourceRange {
  start: number;
  end: number;
}

export interface ChangedPlace {
  /** What was changed, and what refers to it or is referred to by it. */
  elements: ReadonlySet<PageElement>;
  /** Something that is said of the page as a whole: its language, its title. */
  ofWholePage: boolean;
  /** A rule or a tag that every element inherits from: what it spoils shows anywhere. */
  reachesAll: boolean;
  lines: readonly { from: Position; to: Position }[];
}

interface Position {
  line: number;
  column: number;
}

/** They hold everything: at one of them is at no place. */
const WHOLE: ReadonlySet<string> = new Set(['html', 'head', 'body', 'main']);
/** They speak of the whole page. */
const ABOUT_PAGE: ReadonlySet<string> = new Set([...WHOLE, 'title', 'meta', 'link', 'base']);
/** A fault of one of their parts is told at them. */
const HOLDERS: ReadonlySet<string> = new Set(
  'table ul ol dl form fieldset select figure nav picture video svg'.split(' '),
);

/** @param given the page without the change */
export function changedPlace(copy: Page, given: Page, ranges: readonly SourceRange[]): ChangedPlace {
  const touched = ranges.flatMap((range) => touchedBy(copy, range));
  const replaced = ranges.flatMap((range) => replacedBy(copy, given, range));
  const rules = ranges.flatMap((range) => rulesIn(copy, range));
  const styled = rules.flatMap((rule) => reachedBy(copy, rule));
  const own = touched.filter((one) => one.tag !== 'style' && !isInPlaceOf(one, replaced));
  // What holds everything as it did before is no place, and neither is what it holds.
  const elements = [...(replaced.length > 0 && own.length < touched.length ? [] : own), ...styled];
  return {
    elements: new Set([...elements, ...tiedTo(copy, elements)].filter(({ tag }) => !WHOLE.has(tag))),
    ofWholePage:
      [...touched, ...replaced].some(({ tag }) => ABOUT_PAGE.has(tag)) &&
      outermost(touched).every((one) => ABOUT_PAGE.has(one.tag) || isInPlaceOf(one, replaced)),
    reachesAll:
      rules.some((rule) => isForAll(copy, rule)) || touched.some((one) => isNewRoot(copy, given, one)),
    lines: ranges.map(({ start, end }) => ({
      from: placeOfOffset(copy, start),
      to: placeOfOffset(copy, end),
    })),
  };
}

/** @param at the element that the finding is about; null for the document as a whole */
export function isAbout(place: ChangedPlace, finding: Finding, at: PageElement | null): boolean {
  if (place.reachesAll || place.lines.some(({ from, to }) => isWithin(finding, from, to))) return true;
  if (at === null || WHOLE.has(at.tag)) return place.ofWholePage;
  if (place.ofWholePage && ABOUT_PAGE.has(at.tag)) return true;
  for (let one: PageElement | null = at; one !== null; one = one.parent)
    if (place.elements.has(one)) return true;
  return [...place.elements].some((changed) => isHeldBy(changed, at));
}

/** By its parent, or by the table, list, form or figure that it is a part of. */
function isHeldBy(changed: PageElement, holder: PageElement): boolean {
  if (changed.parent === holder) return true;
  if (!HOLDERS.has(holder.tag)) return false;
  for (let one = changed.parent; one !== null; one = one.parent) if (one === holder) return true;
  return false;
}

/** Elements whose start tag the range overlaps; of a range within text the innermost around it. */
function touchedBy({ elements }: Page, { start, end }: SourceRange): PageElement[] {
  const written = elements.filter(
    ({ startTag }) => startTag !== null && startTag.start < end && startTag.end > start,
  );
  if (written.length > 0) return written;
  const around = elements.filter(
    ({ startTag, endTag }) =>
      startTag !== null && startTag.end <= start && (endTag?.start ?? Number.POSITIVE_INFINITY) >= end,
  );
  const inner = around.toSorted((a, b) => b.depth - a.depth)[0];
  return inner === undefined ? [] : [inner];
}

/** What began at the same place before, and is another element now: a main part that has become a plain box. */
function replacedBy(copy: Page, given: Page, { start }: SourceRange): PageElement[] {
  if (!given.html.startsWith(copy.html.slice(0, start))) return [];
  const now = copy.elements.find(({ startTag }) => startTag?.start === start);
  return given.elements.filter(({ startTag, tag }) => startTag?.start === start && tag !== now?.tag);
}

function isInPlaceOf({ startTag }: PageElement, replaced: readonly PageElement[]): boolean {
  return replaced.some((one) => ABOUT_PAGE.has(one.tag) && one.startTag?.start === startTag?.start);
}

function outermost(elements: readonly PageElement[]): PageElement[] {
  const all = new Set(elements);
  return elements.filter((element) => {
    for (let one = element.parent; one !== null; one = one.parent) if (all.has(one)) return false;
    return true;
  });
}

/** Of what was taken out of the body its tag is the place, and nothing of the tag is new. */
function isNewRoot({ html }: Page, given: Page, { tag, startTag }: PageElement): boolean {
  if ((tag !== 'html' && tag !== 'body') || startTag === null) return false;
  return !given.html.includes(html.slice(startTag.start, startTag.end));
}

function rulesIn({ sheets }: Page, { start, end }: SourceRange): Rule[] {
  const found: Rule[] = [];
  for (const { offset, root } of sheets) {
    if (offset === null) continue;
    root.walkRules((rule) => {
      const [from, to] = [rule.source?.start?.offset, rule.source?.end?.offset];
      if (from !== undefined && to !== undefined && offset + from < end && offset + to > start)
        found.push(rule);
    });
  }
  return found;
}

/** States and parts of an element are the element's. */
const STATES =
  /::?(?:hover|focus-visible|focus-within|focus|active|visited|link|before|after|placeholder|marker|selection)\b/gi;

function reachedBy({ engine }: Page, { selectors }: Rule): PageElement[] {
  return selectors.flatMap((selector) => engine.select(selector.replace(STATES, '') || '*'));
}

function isForAll(page: Page, rule: Rule): boolean {
  const values = rule.nodes.filter((node): node is Declaration => node.type === 'decl');
  const isNamesOnly = values.length > 0 && values.every(({ prop }) => prop.startsWith('--'));
  return isNamesOnly || reachedBy(page, rule).some(({ tag }) => tag === 'html' || tag === 'body');
}

const REFERENCES = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'headers', 'href'];

/** A label is about its field, a target about what leads to it: a finding stands at either of them. */
function tiedTo(page: Page, changed: readonly PageElement[]): PageElement[] {
  const ids = new Set(changed.flatMap(({ attributes }) => attributes.get('id') ?? []));
  const named = new Set(changed.flatMap(referencesOf));
  if (ids.size + named.size === 0) return [];
  return page.elements.filter(
    (element) =>
      named.has(element.attributes.get('id') ?? '') || referencesOf(element).some((id) => ids.has(id)),
  );
}

function referencesOf({ attributes }: PageElement): string[] {
  return REFERENCES.flatMap((name) => {
    const value = attributes.get(name) ?? '';
    if (name === 'href') return value.length > 1 && value.startsWith('#') ? [value.slice(1)] : [];
    return value.split(/\s+/).filter((id) => id !== '');
  });
}

function isWithin({ line, column }: Position, from: Position, to: Position): boolean {
  const isAfter = line > from.line || (line === from.line && column >= from.column);
  return isAfter && (line < to.line || (line === to.line && column < to.column));
}

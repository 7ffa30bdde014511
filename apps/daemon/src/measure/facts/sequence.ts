/** What has an order: dated lists, a journey that arrives before it leaves, the newest version, one date in two years. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { beginningOf, childElements, textOf, visibleBlocks } from '../model/reading.ts';
import { normalise } from '../model/text.ts';
import { datesIn, dayOfYear } from './dates.ts';

export function wrongSequences(page: Page): Observation[] {
  return [...unsorted(page), ...arrivals(page), ...versions(page), ...twoYears(page)];
}

function wrong(at: PageElement, shown: string, why: string, required: string): Observation {
  return {
    at,
    measured: `"${shown}"`,
    required,
    message: `"${shown.slice(0, 90)}" ${why}.`,
    suggestion: 'Find out which figure is wrong.',
  };
}

const LEAST_ENTRIES = 4;
const MOST_ENTRIES = 200;

/** Entries with one date each, in order but for one that is neither the first nor the last. */
function unsorted(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const list of page.elements) {
    if (!list.html || !/^(ul|ol|tbody|main|div|section|dl)$/.test(list.tag)) continue;
    const children = childElements(list);
    const members = children
      .filter(({ tag }) => /^(li|tr|article|section|dt|div)$/.test(tag))
      .slice(0, MOST_ENTRIES);
    if (members.length < LEAST_ENTRIES || new Set(members.map(({ tag }) => tag)).size > 1) continue;
    const times = members.map(timeOf);
    if (times.some((time) => time === null)) continue;
    const odd = oddIn(times.map((time) => time ?? 0));
    const at = odd === null ? undefined : members[odd];
    if (at !== undefined)
      found.push(
        wrong(
          at,
          textOf(at).slice(0, 40),
          'breaks the order of the dates around it',
          'entries in the order of their dates',
        ),
      );
  }
  return found;
}

/** The day that an entry begins with, or that its one <time> has. */
function timeOf(at: PageElement): number | null {
  const { elements, text } = beginningOf(at);
  const stamps = elements.filter(
    ({ tag, attributes }) => tag === 'time' && /^\d{4}-\d\d-\d\d$/.test(attributes.get('datetime') ?? ''),
  );
  const [stamp] = stamps;
  if (stamp !== undefined)
    return stamps.length === 1 ? Date.parse(stamp.attributes.get('datetime') ?? '') : null;
  const [whole] = datesIn(text.slice(0, 40));
  return whole?.time ?? dayOfYear(text.slice(0, 60));
}

/** The one place that must go for the rest to be in order; null where there is none, or it is at an end. */
function oddIn(times: readonly number[]): number | null {
  const sign = Math.sign((times.at(-1) ?? 0) - (times[0] ?? 0));
  const isOrdered = (list: readonly number[]): boolean =>
    list.every((time, index) => index === 0 || (time - (list[index - 1] ?? 0)) * sign > 0);
  if (sign === 0 || isOrdered(times)) return null;
  const breaks = times.flatMap((time, index) =>
    index > 0 && (time - (times[index - 1] ?? 0)) * sign <= 0 ? [index] : [],
  );
  const [first] = breaks;
  if (first === undefined || breaks.length > 2) return null;
  const candidates = [first - 1, first].filter((index) => index > 0 && index < times.length - 1);
  const odd = candidates.filter((index) => isOrdered(times.filter((_, other) => other !== index)));
  // Equal days are no mistake.
  return odd.length >= 1 && times[first] !== times[first - 1] ? (odd[0] ?? null) : null;
}

const CLOCK = '([01]?\\d|2[0-3])[:.h]([0-5]\\d)';
const JOURNEY = new RegExp(
  `(?:depart\\w*|leaves?|train|bus|ferry|flight|coach|ab(?:fahrt)?|départ|salida|sale|partenza|vertrek|avgång)\\s(?:at\\s|um\\s|à\\s|a las\\s|alle\\s|om\\s)?${CLOCK}[^.;]{0,40}?\\b(?:arriv\\w*|an(?:kunft)?|arrivée|llegada|llega|arrivo|aankomst|ankomst)\\s(?:at\\s|um\\s|à\\s|a las\\s|alle\\s|om\\s)?${CLOCK}`,
  'giu',
);

function arrivals(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (
      kind === 'code' ||
      /\b(?:next (?:day|morning)|overnight|night (?:train|bus|ferry)|sleeper|\+1|nächste[nr]? (?:Tag|Morgen)|lendemain|día siguiente)\b/i.test(
        said,
      )
    )
      continue;
    for (const [shown, h1, m1, h2, m2] of said.slice(0, MAX_READ).matchAll(JOURNEY)) {
      const [from, to] = [Number(h1) * 60 + Number(m1), Number(h2) * 60 + Number(m2)];
      if (to < from && from < EVENING)
        found.push(wrong(at, shown, 'ends before it begins', 'an end after the beginning'));
    }
  }
  return found;
}

const MAX_READ = 5_000;
/** Who leaves later may arrive on the next day. */
const EVENING = 18 * 60;

const VERSION = '(\\d{1,3}\\.\\d{1,3}(?:\\.\\d{1,4})?)';
const NEWEST = new RegExp(
  `\\b(?:current|latest|newest|aktuelle|neueste|actuelle|dernière|actual|última|attuale|ultima)\\s(?:stable\\s)?(?:version|release|ausgabe|versión|versione)\\s?(?:is|ist|est|es|è|:)?\\s?v?${VERSION}`,
  'iu',
);
const NEEDED = new RegExp(
  `(\\p{Lu}[\\w.]*(?: \\p{Lu}[\\w.]*){0,2}),?\\s(?:version\\s)?v?${VERSION}\\s(?:or|oder|ou|o|of)\\s(later|newer|higher|above|earlier|older|lower|neuer|höher|älter|plus récent|supérieur|posterior|superior|anterior|successiv[ao]|hoger|nieuwer)`,
  'gu',
);

/** The newest version is the highest that has a heading; one program is needed in one version. */
function versions(page: Page): Observation[] {
  const found: Observation[] = [];
  const headings = page.byTag('h1', 'h2', 'h3').flatMap((at) => {
    const version = new RegExp(`^\\W*(?:version|release|v)?\\s?${VERSION}\\b`, 'i').exec(
      textOf(at).slice(0, 40),
    )?.[1];
    return version === undefined ? [] : [version];
  });
  const highest = headings.sort(byVersion).at(-1);
  const needed = new Map<string, string>();
  const texts = [
    ...page
      .byTag('meta')
      .flatMap((at) =>
        /^(?:og:)?description$/i.test(at.attributes.get('name') ?? at.attributes.get('property') ?? '')
          ? [{ at, text: normalise(at.attributes.get('content') ?? '') }]
          : [],
      ),
    ...visibleBlocks(page)
      .filter(({ kind }) => kind !== 'code')
      .map(({ element, said }) => ({ at: element, text: said })),
  ];
  for (const { at, text } of texts) {
    const newest = NEWEST.exec(text.slice(0, MAX_READ));
    if (
      newest !== null &&
      headings.length >= 2 &&
      highest !== undefined &&
      byVersion(newest[1] ?? '', highest) !== 0
    )
      found.push(
        wrong(at, newest[0], `is not the newest version on the page, ${highest}`, 'the newest version'),
      );
    if (!/\d\.\d/.test(text)) continue;
    for (const [, name = '', version = '', which = ''] of text.slice(0, MAX_READ).matchAll(NEEDED)) {
      const said = `${version} or ${which}`;
      const key = name.split(' ').slice(-2).join(' ');
      const before = needed.get(key);
      if (before === undefined) needed.set(key, said);
      else if (before !== said)
        found.push({
          at,
          measured: `"${said}" here, "${before}" elsewhere`,
          required: 'the same in both places',
          message: `The page says "${name} ${before}" in one place and "${name} ${said}" here.`,
          suggestion: 'Find out which is right, and write it in both places.',
        });
    }
  }
  return found;
}

function byVersion(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const DUE =
  /\b(?:apply|application|deadline|due|by|until|closes?|closing|ends?|starts?|begins?|opens?|opening|register|registration|enrol\w*|bewerb\w*|bis|frist|beginn|anmeld\w*|avant|jusqu['’]au|date limite|candidature|début|hasta|plazo|inicio|inscri\w*|entro|scadenza|uiterlijk)(?![\p{L}])/iu;
/** Days on which years and quarters begin and end come back every year. */
const YEARLY = new Set(['0-1', '11-31', '2-31', '3-1', '5-30', '6-1', '8-30', '9-1']);

/** One day with two years, where both say until when, or when it begins. */
function twoYears(page: Page): Observation[] {
  const known = new Map<string, { year: number; text: string }>();
  const found: Observation[] = [];
  const texts = [
    ...page
      .byTag('meta')
      .flatMap((at) =>
        /^(?:og:)?description$/i.test(at.attributes.get('name') ?? '')
          ? [{ at, text: at.attributes.get('content') ?? '', before: '' }]
          : [],
      ),
    ...visibleBlocks(page)
      .filter(({ kind }) => kind !== 'code')
      .map(({ element, said }) => ({ at: element, text: said, before: labelOf(element) })),
  ];
  for (const { at, text, before } of texts) {
    if (!DUE.test(`${before} ${text.slice(0, 400)}`)) continue;
    for (const { time, text: shown } of datesIn(text.slice(0, MAX_READ))) {
      const date = new Date(time);
      const key = `${date.getUTCMonth()}-${date.getUTCDate()}`;
      const year = date.getUTCFullYear();
      const other = known.get(key);
      if (YEARLY.has(key)) continue;
      if (other === undefined) known.set(key, { year, text: shown });
      else if (other.year !== year)
        found.push({
          at,
          measured: `"${shown}" here, "${other.text}" elsewhere`,
          required: 'the same in both places',
          message: `The page says "${other.text}" in one place and "${shown}" here.`,
          suggestion: 'Find out which is right, and write it in both places.',
        });
    }
  }
  return found.length > 2 ? [] : found;
}

function labelOf(at: PageElement): string {
  const siblings = at.parent === null ? [] : childElements(at.parent).slice(0, MOST_ENTRIES);
  const before = siblings[siblings.indexOf(at) - 1];
  return before === undefined ? '' : textOf(before).slice(0, 60);
}

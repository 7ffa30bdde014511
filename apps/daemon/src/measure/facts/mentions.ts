/** One thing that is counted or dated in two places: the title and the headline, "our 12 rooms" here and "all 14 rooms" there. */
import type { Observation } from '../finding.ts';
import { isEnglish } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, textOf, visibleBlocks } from '../model/reading.ts';
import { headingOver } from './heading-over.ts';

export function contradictingMentions(page: Page): Observation[] {
  return [
    ...headAgainstPage(page),
    ...countedTwice(page),
    ...enumerations(page),
    ...sectionsAnnounced(page),
    ...hoursTwice(page),
  ];
}

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

function figureOf(text: string): number {
  const word = WORDS.indexOf(text.toLowerCase());
  return word >= 0 ? word : Number(text.replaceAll(',', ''));
}

function differ(at: PageElement, here: string, there: string): Observation {
  return {
    at,
    measured: `"${here}" here, "${there}" elsewhere`,
    required: 'the same in both places',
    message: `The page says "${there}" in one place and "${here}" here.`,
    suggestion: 'Find out which is right, and write it in both places.',
  };
}

/** The same words around another number: a title, a description, a headline that were not changed together. */
function headAgainstPage(page: Page): Observation[] {
  const texts: { at: PageElement; text: string }[] = [];
  for (const at of page.byTag('title'))
    if (at.html)
      texts.push({
        at,
        text: at.children.map((child) => (child.kind === 'text' ? child.value : '')).join(''),
      });
  for (const at of page.byTag('meta'))
    if (
      /^(description|og:title|og:description|twitter:title|twitter:description)$/i.test(
        at.attributes.get('name') ?? at.attributes.get('property') ?? '',
      )
    )
      texts.push({ at, text: at.attributes.get('content') ?? '' });
  for (const at of page.byTag('h1')) texts.push({ at, text: textOf(at) });
  const found: Observation[] = [];
  texts.slice(0, MAX_TEXTS).forEach(({ at, text }, index) => {
    for (const other of texts.slice(0, index)) {
      const here = numbersAfterWords(text);
      const there = numbersAfterWords(other.text);
      for (const [word, number] of here) {
        const before = there.get(word);
        if (before !== undefined && before !== number && !numbersIn(other.text).has(number))
          found.push({
            ...differ(at, `${word} ${number}`, `${word} ${before}`),
            // Two sentences may speak of two versions; one that was changed in one place has the same words.
            ...(areAlike(text, other.text) ? {} : { severity: 'minor' as const }),
          });
      }
    }
  });
  return found.slice(0, 3);
}

const MAX_TEXTS = 20;
const ALIKE = 0.6;

/** Most words of the shorter are in the longer. */
function areAlike(one: string, other: string): boolean {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return short.filter((word) => long.includes(word)).length >= short.length * ALIKE;
}

/** A figure by the word before or behind it; a word with two figures is left out. */
function numbersAfterWords(text: string): Map<string, string> {
  const found = new Map<string, string>();
  if (!FIGURE.test(text)) return found;
  for (const [, word = '', number = ''] of text
    .slice(0, 500)
    .matchAll(/(\p{L}{3,})\s(\d{1,4})(?![\d.,:%])/gu)) {
    const key = word.toLowerCase();
    if (!/^(from|and|the|for|with|over|about|since|until|than)$/.test(key))
      found.set(key, found.has(key) ? '' : number);
  }
  for (const [, number = '', word = ''] of text.slice(0, 500).matchAll(COUNTED)) {
    const key = word.toLowerCase();
    const figure = String(figureOf(number));
    if (!UNCOUNTED.test(key)) found.set(key, found.has(key) && found.get(key) !== figure ? '' : figure);
  }
  for (const [key, number] of found) if (number === '') found.delete(key);
  return found;
}

/** Without one there is nothing to look for. */
const FIGURE = new RegExp(`\\d|${WORDS.slice(2).join('|')}`, 'iu');
const COUNTED = new RegExp(
  `(?<![\\w.,$€£-])(\\d{1,4}|${WORDS.slice(2).join('|')})\\s(?:\\p{Ll}+\\s)?(\\p{Ll}{3,}s)(?![\\p{L}])`,
  'giu',
);
const UNCOUNTED =
  /^(minutes|hours|days|weeks|months|years|times|metres|euros|dollars|pounds|this|was|has|does|less|plus|als|bis|des|les|dans|sans|nous|vous|this|always)$/;

function numbersIn(text: string): Set<string> {
  return new Set((text.match(/\p{L}+|\d+/gu) ?? []).map((word) => String(figureOf(word))));
}

const MEASURE =
  /^(minutes?|hours?|days?|weeks?|months?|years?|seconds?|times|metres?|meters?|km|kilometres?|miles|grams?|kg|euros?|dollars?|pounds|litres?|degrees|per ?cent|points|px|pixels|steps?|people|guests|persons|items|pages|words|letters|others|more|new|old|different|ones|pieces|cups|nights|things|ways|reasons|questions|options|sizes|colours|colors|types|kinds|sets|tips|examples|sections|parts|minutes|stars)$/i;
const WHOLE = new RegExp(
  `(?<![\\w.,$€£-])(?:all|our|the|its|has|have|with|of|across|in|offers?|runs?|operates?|over|serves?|grow|keeps?)\\s(?:all\\s|our\\s|over\\s|of our\\s)?(?<number>\\d{1,3}(?:,\\d{3})+|\\d{1,6}|${WORDS.slice(2).join('|')})\\s(?<things>(?:[a-z-]+\\s)??[a-z]{3,}s)\\b`,
  'giu',
);
const EXCEPT =
  /\b(of (?:the|our|its|all)|first|last|next|another|other|remaining|more|fewer|least|most|up to|only|new|about|around|nearly|almost|in \d{4}|was|were|used to|ago|then)\b/i;

/** What a page says it has in all, twice. */
function countedTwice(page: Page): Observation[] {
  const known = new Map<string, { number: number; shown: string; at: PageElement }>();
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || kind === 'cell' || !isEnglish(page, at)) continue;
    for (const sentence of said.slice(0, MAX_READ).split(/(?<=[.!?;])\s+/)) {
      for (const match of FIGURE.test(sentence) ? sentence.matchAll(WHOLE) : []) {
        const { number = '', things = '' } = match.groups ?? {};
        const noun = things.toLowerCase();
        if (
          MEASURE.test(noun.split(' ').at(-1) ?? '') ||
          EXCEPT.test(sentence.slice(Math.max(0, match.index - 20), match.index))
        )
          continue;
        const value = figureOf(number);
        const before = known.get(noun);
        if (before === undefined && known.size < MAX_KNOWN)
          known.set(noun, { number: value, shown: `${number} ${things}`, at });
        else if (
          before !== undefined &&
          before.number !== value &&
          before.at !== at &&
          !isSibling(before.at, at)
        )
          found.push({
            ...differ(at, `${number} ${things}`, before.shown),
            ...(noun.includes(' ') || /\b(our|all)\b/i.test(match[0]) ? {} : { severity: 'minor' as const }),
          });
      }
    }
  }
  return found.length > MOST ? [] : found;
}

const MAX_KNOWN = 300;
const MAX_READ = 5000;
/** A page with more of them counts several things of one name. */
const MOST = 2;

/** Cards beside each other speak of different things. */
function isSibling(one: PageElement, other: PageElement): boolean {
  return (
    one.tag === other.tag &&
    one.parent?.parent === other.parent?.parent &&
    one.parent !== null &&
    /^(li|article|div|tr)$/.test(one.parent.tag) &&
    one.parent !== other.parent
  );
}

const LISTED = new RegExp(
  `(?<![\\w.,$€£-])(?<number>${WORDS.slice(2, 11).join('|')}|[2-9])\\s(?:[a-z-]+\\s){0,2}?(?<things>[a-z]{3,}s)(?:\\s[a-z ]{0,30})?:\\s(?<list>[^:.;!?]{5,200})[.;!?]?$`,
  'i',
);

/** "Three colours: red, green, blue and black." */
function enumerations(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || !isEnglish(page, at)) continue;
    for (const sentence of said.slice(0, MAX_READ).split(/(?<=[.!?])\s+/)) {
      const match = LISTED.exec(sentence);
      const { number = '', list = '', things = '' } = match?.groups ?? {};
      if (
        match === null ||
        /\b(hours|minutes|days|weeks|years|metres|times|euros|dollars)\b/i.test(things) ||
        /\(|\d|\bsuch as|including|for example|among|or\b/i.test(list)
      )
        continue;
      const parts = list.split(/,\s*(?:and\s+)?|\s+and\s+/).filter((part) => part.trim() !== '');
      const strict = list.split(/,\s*/).filter((part) => part.trim() !== '');
      const wanted = figureOf(number);
      // "salt and pepper" may be one thing.
      if (
        parts.length < 2 ||
        !list.includes(',') ||
        parts.length === wanted ||
        (/,\s+and\s/.test(list) && strict.length === wanted) ||
        parts.some((part) => part.split(' ').length > 5)
      )
        continue;
      found.push({
        ...differ(at, `${number} ${things}: ${list}`.slice(0, 80), `${number} ${things}`),
        measured: `"${number} ${things}" before ${parts.length}`,
        message: `The sentence announces ${number} ${things} and names ${parts.length}.`,
      });
    }
  }
  return found;
}

const ANNOUNCED = new RegExp(
  `(?<![\\w.,$€£-])(?<number>${WORDS.slice(2).join('|')}|[2-9]|1\\d)\\s(?:[a-z-]+\\s){0,2}?(?<things>steps|plans|rooms|services|courses|reasons|features|options|packages|tiers|stages|phases|tours|classes|workshops|people|members|projects|principles|rules|ways|tracks|speakers|sessions|locations|shops|studios|branches|questions|products|dishes|routes|walks|sizes|modules|lessons|chapters|recipes|tools|habits|values|ingredients|teams|offices|venues|events|talks|themes|parts)\\b`,
  'i',
);

/** A heading or its first line that announces a number, over as many cards: children of one parent, alike. */
function sectionsAnnounced(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const heading of page.byTag('h1', 'h2', 'h3')) {
    const home = heading.parent;
    if (home === null || !isEnglish(page, heading) || !page.isVisible(heading)) continue;
    const siblings = childElements(home);
    const from = siblings.indexOf(heading);
    const lead = siblings[from + 1]?.tag === 'p' ? siblings[from + 1] : undefined;
    const next = siblings.findIndex(
      (one, index) => index > from && /^h[1-6]$/.test(one.tag) && one.tag <= heading.tag,
    );
    const below = siblings.slice(from + 1, next < 0 ? siblings.length : next);
    for (const at of [heading, lead]) {
      const match = at === undefined ? null : ANNOUNCED.exec(textOf(at).slice(0, 300));
      if (
        at === undefined ||
        match === null ||
        /\b(of|first|last|next|more|than|least|other|every|over|about|up to|these|another)\s(the\s|our\s)?$/i.test(
          textOf(at).slice(0, match.index),
        )
      )
        continue;
      const wanted = figureOf(match.groups?.number ?? '');
      const counts = below.flatMap((one) => groupsIn(one));
      const own = below.filter(({ tag }) => /^h[2-6]$/.test(tag)).length;
      const all = [...counts, own, below.filter(({ tag }) => tag === 'article').length].filter(
        (count) => count >= 2,
      );
      // Anything that has as many is what was counted.
      if (all.length !== 1 || all.includes(wanted) || Math.abs((all[0] ?? 0) - wanted) > 3) continue;
      found.push({
        ...differ(at, match[0], `${all[0]}`),
        measured: `"${match[0]}" over ${all[0]}`,
        message: `"${match[0]}" are announced, and ${all[0]} follow.`,
        suggestion: 'Correct the number, or add what is missing.',
        // "Two people, one oven" counts nothing that follows.
        ...(/^\s*(?:$|[:.!?]|(?:to|for|that|we|of|in|from|you|with|at|on)\b)/i.test(
          textOf(at).slice(match.index + match[0].length),
        )
          ? {}
          : { severity: 'minor' as const }),
      });
      break;
    }
  }
  return found;
}

/** How many like children an element has: cards of a grid, items of a list, rows of a table. */
function groupsIn(element: PageElement): number[] {
  const box = element.tag === 'table' ? undefined : element;
  if (box === undefined) return [];
  const children = childElements(box);
  const tags = new Set(children.map(({ tag }) => tag));
  const isLike =
    children.length >= 2 &&
    tags.size === 1 &&
    /^(li|article|div|section|details|figure|a|dt)$/.test(children[0]?.tag ?? '');
  // A list right below its heading is another question's.
  return isLike && !/^(ul|ol)$/.test(element.tag)
    ? [children.length]
    : /^(ul|ol)$/.test(element.tag)
      ? [children.length]
      : [];
}

const DAY = 'mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun';
const HOURS = new RegExp(
  `\\b(${DAY})(?:day)?s?\\b(?!\\s*(?:–|—|-|to|and|,|&))[^.;\\d]{0,25}?(\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[ap]m)?)\\s*(?:–|—|-|to|until)\\s*(\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[ap]m)?)(?![\\d:])`,
  'gi',
);

/** One weekday with two different hours, under no heading that could part them. */
function hoursTwice(page: Page): Observation[] {
  const known = new Map<string, { hours: string; shown: string; at: PageElement }>();
  const found: Observation[] = [];
  for (const { element: at, text } of [
    ...visibleBlocks(page).map(({ element, said }) => ({ element, text: said })),
    ...page.byTag('tr').map((element) => ({ element, text: textOf(element).slice(0, 200) })),
  ]) {
    for (const [shown, day = '', from = '', to = ''] of text.slice(0, MAX_READ).matchAll(HOURS)) {
      const key = day.slice(0, 3).toLowerCase();
      const hours = `${clock(from)}-${clock(to)}`;
      const before = known.get(key);
      if (before === undefined) known.set(key, { hours, shown, at });
      else if (
        before.hours !== hours &&
        !/kitchen|bar|lunch|dinner|office|phone|class|lesson|market|tour|summer|winter|season|holiday|easter|christmas|school|term|until|april|october/i.test(
          `${text} ${textOf(before.at).slice(0, 300)}`,
        )
      )
        found.push({
          ...differ(at, shown, before.shown),
          // Leeds and York, summer and winter.
          ...(headingOver(page, at) === headingOver(page, before.at) ? {} : { severity: 'minor' as const }),
        });
    }
  }
  return found.length > MOST ? [] : found;
}

function clock(text: string): string {
  const [, hour = '0', minute = '00', half = ''] =
    /^(\d{1,2})(?:[:.](\d{2}))?\s?([ap]m)?$/i.exec(text.trim()) ?? [];
  return `${(Number(hour) % 12) + (/p/i.test(half) || Number(hour) > 12 ? 12 : 0)}:${minute}`;
}

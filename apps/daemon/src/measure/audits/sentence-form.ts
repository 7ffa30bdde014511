import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, isTechnical, proseBlocks, textOf, visibleBlocks } from '../model/reading.ts';
import type { TextBlock } from '../model/text.ts';

export const sentenceForm: Audit = {
  id: 'sentence-form',
  role: 'copy',
  dim: 'plain',
  weight: 3,
  title: 'Sentences begin, end and close what they open',
  why: 'A bracket that never closes or a sentence that begins in the middle says that something was cut out.',
  link: 'https://www.gov.uk/guidance/style-guide/a-to-z-of-gov-uk-style',
  severity: 'major',
  tier: 'report',
  unit: 'sentences without a beginning or an end',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const blocks = visibleBlocks(page).filter(({ kind }) => kind !== 'code');
    const found = [...blocks.flatMap(openMarks), ...loose(page), ...unlikeItems(page)];
    const told = isTechnical(page) ? found.map((one) => ({ ...one, severity: 'minor' as const })) : found;
    return { checked: Math.max(blocks.length, found.length), found: told };
  },
};

const PAIRS: readonly [string, string][] = [
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
];
const MAX_READ = 5_000;
const INTERVAL = /\[[^\s\])]{1,9}, ?[^\s\])]{1,9}\)|\([^\s\])]{1,9}, ?[^\s\])]{1,9}\]/;

/** Brackets that do not pair; quotation marks over several paragraphs open in each of them. */
function openMarks({ element: at, said }: TextBlock): Observation[] {
  if (said.length > MAX_READ) return [];
  // "a)", "1)" and faces of signs have one bracket of their own.
  const text = said.replace(/(?:^|[.;:,]\s)[\p{L}\d]{1,2}\)|[:;]-?[()]|\d[”"″]/gu, ' ');
  for (const [open, close] of PAIRS) {
    if (open === '“' && text.includes('„')) continue;
    if (open === '„' && text.includes('”')) continue;
    // Where French marks are no quotation marks they are prompts and arrows.
    if (open === '«' && !/»/.test(text)) continue;
    const opened = text.split(open).length - 1;
    let closed = text.split(close).length - 1;
    const isQuote = open !== '(' && open !== '[';
    // Swedish and Finnish open with what others close with, and marks stand as arrows and as ornaments.
    if (isQuote && opened === 0) continue;
    // An interval: "[0, 1)".
    if (!isQuote && INTERVAL.test(text)) continue;
    // "a) tea or b) coffee".
    if (open === '(' && closed > opened)
      closed -= Math.min(
        closed - opened,
        text.match(/(?<=^|[\s,;])(?:\p{L}|\d{1,2}|[ivx]{2,5})\)/giu)?.length ?? 0,
      );
    // What goes on in the next block closes there.
    if (/[:(,;]$/.test(said)) continue;
    if (opened === closed || (open === '«' && /»[^«]*«/.test(text))) continue;
    return [
      {
        at,
        measured: `${opened} × ${open}, ${closed} × ${close}`,
        required: 'a pair',
        message: `${open} and ${close} do not pair here.`,
        suggestion: 'Correct it.',
        evidence: said.slice(0, 120),
        ...(isQuote && (opened < closed || /^\W*[“„«]/.test(said)) ? { severity: 'minor' as const } : {}),
      },
    ];
  }
  return [];
}

const LEAST_PARAGRAPHS = 5;
const USUAL = 0.85;

/** Among paragraphs that begin with a capital and end with a mark, the one that does not. */
function loose(page: Page): Observation[] {
  const prose = proseBlocks(page).filter(
    ({ kind, element }) => kind === 'paragraph' && !/[\p{Lo}]/u.test(textOf(element).slice(0, 40)),
  );
  if (prose.length < LEAST_PARAGRAPHS) return [];
  const begins = prose.filter(({ said }) => !/^\p{Ll}/u.test(said));
  const ends = prose.filter(({ said }) => !/[\p{L}\p{N}]$/u.test(said));
  const found: Observation[] = [];
  for (const { element: at, said } of prose) {
    const begin = /^(?!(?:de|van|von|di|da|la|le|el|al|den|der|ten|zu|af|av)\b)\p{Ll}{2,}(?= \p{L})/u.exec(
      said,
    )?.[0];
    if (begin !== undefined && begins.length >= prose.length * USUAL && !continues(at))
      found.push({
        at,
        measured: `"${said.slice(0, 30)}"`,
        required: 'a capital at the beginning',
        message: `A paragraph begins with a small letter: "${begin}".`,
        suggestion: 'Correct it.',
        // A name may be written small.
        ...(SMALL_WORD.test(begin) ? {} : { severity: 'minor' as const }),
      });
    const last = /\p{L}+$/u.exec(said)?.[0];
    const isSentence = /[.!?] /.test(said) || said.split(' ').length >= LONG_WORDS;
    if (/©|\bcopyright\b|rights reserved|rechte vorbehalten|droits réservés/i.test(said)) continue;
    if (last !== undefined && ends.length >= prose.length * USUAL && isSentence && !isFollowed(page, at))
      found.push({
        at,
        measured: `"${said.slice(-30)}"`,
        required: 'a mark at the end',
        message: `A paragraph ends without a full stop: "${last}".`,
        suggestion: 'Finish the sentence.',
        severity: SENTENCES.test(said) ? 'major' : 'minor',
      });
  }
  return found.length > MOST_LOOSE ? [] : found;
}

/** Of English, so that it begins a sentence and is nobody's name. */
const SMALL_WORD =
  /^(?:the|they|we|our|it|its|this|that|these|those|there|and|but|or|in|on|at|for|from|with|you|your|he|she|his|her|their|all|every|each|when|if|as|to|by|of|is|are|was|were)$/;
/** An abbreviation has a full stop, too. */
const SENTENCES = /\p{Ll}{4,}[.!?] \p{Lu}\p{L}* \p{L}+ \p{L}+/u;
const LONG_WORDS = 9;
/** More of them are a habit. */
const MOST_LOOSE = 2;

/** What goes on from something before it: a list, a formula, a line that ends in a colon or comma. */
function continues(at: PageElement): boolean {
  const siblings = at.parent === null ? [] : childElements(at.parent);
  const before = siblings[siblings.indexOf(at) - 1];
  return (
    before === undefined ||
    !(/^h[1-6]$/.test(before.tag) || (before.tag === 'p' && /[.!?]$/.test(textOf(before))))
  );
}

/** A picture, a link or a list may close the sentence. */
function isFollowed(page: Page, at: PageElement): boolean {
  const siblings = at.parent === null ? [] : childElements(at.parent);
  const next = siblings[siblings.indexOf(at) + 1];
  const last = childElements(at).at(-1);
  return (
    (next !== undefined && /^(ul|ol|dl|pre|table|figure|blockquote)$/.test(next.tag)) ||
    (last !== undefined && /^(a|img|svg|button|time|strong|b|cite|span|small)$/.test(last.tag)) ||
    page.styleOf(at).declared('text-transform') !== null
  );
}

const LEAST_ITEMS = 3;

/** One entry of a list that ends or begins unlike all the others, or stands there twice. */
function unlikeItems(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const list of page.byTag('ul', 'ol')) {
    const items = childElements(list).filter(({ tag }) => tag === 'li');
    if (items.length < LEAST_ITEMS || items.length > MOST_ITEMS || !page.isVisible(list)) continue;
    const texts = items.map((item) => textOf(item));
    const known = new Set<string>();
    texts.forEach((text, index) => {
      const at = items[index];
      if (text.length >= LEAST_TEXT && known.has(text.toLowerCase()) && at !== undefined)
        found.push({
          at,
          measured: `"${text.slice(0, 60)}" twice`,
          required: 'each entry once',
          message: `"${text.slice(0, 40)}" stands twice in one list.`,
          suggestion: 'Correct it.',
          // Two entries of a list that a program made may well be alike.
          severity: 'minor',
        });
      known.add(text.toLowerCase());
    });
    for (const test of FORMS) {
      const with_ = texts.map((text) => test.test(text));
      const count = with_.filter(Boolean).length;
      const odd = count === 1 ? true : count === texts.length - 1 ? false : null;
      const at = odd === null ? undefined : items[with_.indexOf(odd)];
      if (at === undefined || texts.some((text) => text.split(' ').length < 2)) continue;
      found.push({
        at,
        measured: `"${textOf(at).slice(0, 60)}"`,
        required: 'the form of the other entries',
        message: `One entry of the list is written unlike the ${texts.length - 1} others.`,
        suggestion: 'Make it like the others.',
        severity: 'minor',
      });
    }
  }
  return found;
}

const LEAST_TEXT = 6;
const MOST_ITEMS = 60;
/** A mark at the end, a small letter at the beginning. */
const FORMS: readonly RegExp[] = [/[.!?]$/, /^\p{Ll}/u];

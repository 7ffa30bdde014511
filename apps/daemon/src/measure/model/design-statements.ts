/**
 * What a DESIGN.md states in sentences beside what it forbids: which colours are for one thing only, which never lie behind
 * text, how the name is written, weights, borders, how many filled buttons a page has, how times are written.
 */
import { isClosedPalette } from './design-labels.ts';
import type { DesignToken } from './design-md.ts';
import { paragraphsOf, sentencesOf } from './design-paragraphs.ts';
import { DENIES } from './design-rules.ts';

export interface DesignStatements {
  /** Colours that are for what the sentence names, and for nothing else. */
  reserved: { value: string; said: string }[];
  /** The palette is said to be all there is, were it one colour. */
  isPaletteClosed: boolean;
  /** Colours that never lie behind text. */
  notBehind: { value: string; said: string }[];
  /** Colours that text may have though the palette lacks them: "white text on red". */
  textColors: string[];
  /** Names as they are to be written. */
  names: string[];
  weights: number[];
  borderWidths: number[];
  borderStyles: string[];
  /** Every corner is rounded: then a square one is a deviation. */
  isRoundEverywhere: boolean;
  /** Null where nothing is said. */
  mostFilledButtons: number | null;
  clock: '12' | '24' | null;
  /** Multiples of the size, as they are written down. */
  lineHeights: number[];
  /** Nothing may move for longer. */
  longestMotionMs: number | null;
  /** "Sentence case": only the first word of a heading has a capital. */
  isSentenceCase: boolean;
}

export function designStatements(text: string, colors: readonly DesignToken[]): DesignStatements {
  const stated: DesignStatements = {
    reserved: [],
    isPaletteClosed: false,
    notBehind: [],
    textColors: [],
    names: [],
    weights: [],
    borderWidths: [],
    borderStyles: [],
    isRoundEverywhere: false,
    mostFilledButtons: null,
    clock: null,
    lineHeights: [],
    longestMotionMs: null,
    isSentenceCase: false,
  };
  for (const { title, text: paragraph } of paragraphsOf(text)) {
    for (const sentence of sentencesOf(paragraph)) {
      readColors(sentence, colors, stated);
      readNames(sentence, title, stated);
      readShapes(sentence, stated);
      readClock(sentence, stated);
      readLines(sentence, stated);
    }
  }
  return stated;
}

const EXCLUSIVE =
  /\b(?:nothing else|only (?:for|on|as|in|to|where|when|used)|(?:faults|errors|warnings|links?|buttons?) only|solely|exclusively|reserved for|for one thing|and no(?:thing|where) else|never on anything else|nowhere else|nur für|réservée? (?:à|aux))\b/i;
const BEHIND =
  /\bbehind (?:any |body |running )?(?:text|words|copy|headings)\b|\bas (?:a |the )?backgrounds?\b/i;
const TEXT_OF =
  /\b(white|black)\b(?:\s+\S+){0,2}?\s+(?:text|words|letters|label)\b|\b(?:text|words|letters|label)\b(?:\s+\S+){0,3}?\s+(white|black)\b/i;

function readColors(sentence: string, colors: readonly DesignToken[], stated: DesignStatements): void {
  const spoken = colors.filter((token) => isSpokenOf(sentence, token));
  const [only, ...more] = spoken;
  if (isClosedPalette(sentence)) stated.isPaletteClosed = true;
  else if (only !== undefined && more.length === 0) {
    const said = { value: only.value, said: sentence };
    if (DENIES.test(sentence) && BEHIND.test(sentence)) stated.notBehind.push(said);
    else if (EXCLUSIVE.test(sentence)) stated.reserved.push(said);
  }
  // What is denied ends where the exception begins.
  const allowed = DENIES.test(sentence)
    ? (/\b(?:except|unless|other than)\b(.*)$/i.exec(sentence)?.[1] ?? '')
    : sentence;
  const word = TEXT_OF.exec(allowed);
  const color = word?.[1] ?? word?.[2];
  if (color !== undefined) stated.textColors.push(color.toLowerCase());
}

/** By its value, by its name in backticks, or by a name that no other word of the sentence could mean. */
function isSpokenOf(sentence: string, { name, value }: DesignToken): boolean {
  if (sentence.toLowerCase().includes(value.toLowerCase())) return true;
  if (sentence.includes(`\`${name}\``)) return true;
  const words = name.trim().split(/\s+/);
  const plain = words.slice(-2).join(' ');
  return (
    words.length >= 2 &&
    /^\p{L}[\p{L} -]{4,}$/u.test(plain) &&
    new RegExp(`(?<![\\p{L}])${RegExp.escape(plain)}(?![\\p{L}])`, 'iu').test(sentence)
  );
}

const NAMING =
  /\b(?:names? (?:is|are)|is called|are called|call (?:it|us|the \w+)|(?:always|is|are) (?:written|spelled|spelt)|the (?:product|brand|company|program|app|service|site) is)\b/i;
const MARKED = /["“„«]([^"“”„«»]{3,40})["”»]|\*{1,2}([^*\n]{3,40})\*{1,2}/g;
const CAPITALISED = /\p{Lu}[\p{L}\d]+(?: \p{Lu}[\p{L}\d]+){0,3}/gu;

/** What follows the verb of naming, up to where the sentence says what not to write. */
function readNames(sentence: string, title: string, stated: DesignStatements): void {
  const verb = NAMING.exec(sentence);
  if (verb === null || /colou?r|palette|typ(?:e|ograph)|font/i.test(title)) return;
  const rest = sentence.slice(verb.index + verb[0].length);
  const end = DENIES.exec(rest)?.index ?? rest.length;
  const clause = rest.slice(0, end).split(/\b(?:at first|then|after that|or)\b/i)[0] ?? '';
  const marked = [...clause.matchAll(MARKED)].map((match) => match[1] ?? match[2] ?? '');
  const names =
    marked.length > 0 ? marked : [...clause.matchAll(CAPITALISED)].map(([name]) => name).slice(0, 1);
  for (const name of names)
    if (/\p{Lu}/u.test(name) && name.length >= LEAST_NAME && !stated.names.includes(name))
      stated.names.push(name);
}

const LEAST_NAME = 4;
const WEIGHT_WORDS: Readonly<Record<string, number>> = {
  light: 300,
  regular: 400,
  normal: 400,
  medium: 500,
  semibold: 600,
  'semi-bold': 600,
  bold: 700,
};
const COUNTS = ['zero', 'one', 'two', 'three', 'four'];

function readShapes(sentence: string, stated: DesignStatements): void {
  const isDenied = DENIES.test(sentence);
  if (/\bweights?\b/i.test(sentence) && !isDenied) {
    for (const [word] of sentence.matchAll(/(?<![\d.#])[1-9](?:00|50)(?!\d)/g))
      stated.weights.push(Number(word));
    for (const [word] of sentence.matchAll(/\b(?:light|regular|normal|medium|semi-?bold|bold)\b/gi))
      stated.weights.push(WEIGHT_WORDS[word.toLowerCase()] ?? 400);
  }
  if (
    /^\W*(?:all |every |a |the )?(?:borders?|lines?|hairlines?|frames?|rules?) (?:is|are|have|measure)\b/i.test(
      sentence,
    ) &&
    !isDenied
  ) {
    for (const [, digits] of sentence.matchAll(/(?<![\w.#-])(\d+(?:\.\d+)?|\.\d+)\s?(?:px|pixels?)\b/g))
      stated.borderWidths.push(Number(digits));
    for (const [style] of sentence.matchAll(/\b(?:solid|dashed|dotted|double)\b/gi))
      stated.borderStyles.push(style.toLowerCase());
  }
  if (
    /\b(?:corners?|radius|rounded)\b/i.test(sentence) &&
    /\b(?:everywhere|every|always|all)\b/i.test(sentence)
  )
    stated.isRoundEverywhere ||= /(?<![\w.])[1-9]\d*\s?(?:px|pixels?)\b/.test(sentence);
  const filled =
    /\b(one|two|three|four|a single)\b[^.]*?\b(?:filled|primary|main|solid)\s+(?:buttons?|actions?|calls? to action|cta)\b/i.exec(
      sentence,
    );
  if (filled !== null && /\b(?:page|screen|view)s?\b/i.test(sentence))
    stated.mostFilledButtons = Math.max(1, COUNTS.indexOf((filled[1] ?? '').toLowerCase()));
}

function readLines(sentence: string, stated: DesignStatements): void {
  if (/\bline[- ]?heights?\b|\bleading\b|\blines stand\b/i.test(sentence))
    for (const [figure] of sentence.matchAll(/(?<![\w.#-])[12](?:\.\d{1,2})?(?![\w.%]|\s?px)/g))
      stated.lineHeights.push(Number(figure));
  const motion = /(?<![\w.])(\d+(?:\.\d+)?|\.\d+)\s?(ms|s|seconds?|milliseconds?)\b/i.exec(sentence);
  if (
    motion !== null &&
    /\b(?:most|longer|within|last|max(?:imum)?|under|no more|only|change|transitions?|motion|mov)/i.test(
      sentence,
    )
  )
    stated.longestMotionMs = Number(motion[1]) * (/^m/i.test(motion[2] ?? '') ? 1 : 1000);
  if (/\bsentence[- ]case\b/i.test(sentence) && !/\b(?:no|not|never) sentence/i.test(sentence))
    stated.isSentenceCase = true;
  if (/\bonly the first word\b[^.]*\b(?:capital|one)\b/i.test(sentence)) stated.isSentenceCase = true;
}

/** "Write times with a colon (10:30)": the example is the rule. */
function readClock(sentence: string, stated: DesignStatements): void {
  if (!/\b(?:times?|hours?|clock)\b/i.test(sentence)) return;
  const example = /(?<![\d.:])\d{1,2}(?:[:.]\d{2})?\s?[ap]\.?m\b|(?<![\d.:])\d{1,2}:\d{2}(?![\d:])/i.exec(
    sentence,
  )?.[0];
  if (example === undefined) return;
  const isDenied = DENIES.test(sentence.slice(0, sentence.indexOf(example)));
  if (!isDenied) stated.clock = /[ap]\.?m/i.test(example) ? '12' : '24';
}

/**
 * Rules that a DESIGN.md states in sentences: what is never painted, which words are never written, which of two words is
 * used, what a colour is for. Read from any section, by what a sentence denies and what it names.
 */
import { paragraphsOf, sentencesOf } from './design-paragraphs.ts';

/** What a page can be seen to do; each is asked by the audit `brand-rules`. */
export type Forbidden =
  | 'gradients'
  | 'shadows'
  | 'italics'
  | 'transparency'
  | 'exclamation marks'
  | 'capitals'
  | 'pills'
  | 'emoji'
  | 'centred text'
  | 'justified text'
  | 'dashed borders'
  | 'animation';

export interface DesignRules {
  forbids: Forbidden[];
  /** Words and phrases that are not written. */
  avoid: string[];
  /** The sentences that say what text is set in. */
  typeText: string;
  /** What a colour is for, by the words on its line. */
  uses: { use: 'button' | 'link'; value: string }[];
}

export const DENIES =
  /\b(?:no|not|never|nothing|none|without|avoid|avoids|forbidden|banned|don['’]?t|do not|isn['’]t|aren['’]t|instead of|rather than)\b/i;
export const EXCEPT = /\b(?:except|unless|but|only|other than)\b/i;

const THINGS: readonly [Forbidden, RegExp][] = [
  ['gradients', /\bgradients?\b/i],
  ['shadows', /\b(?:drop |box )?shadows?\b/i],
  ['italics', /\bitalics?\b/i],
  ['transparency', /\btransparen(?:cy|t)\b|\bopacity\b/i],
  ['exclamation marks', /\bexclamation (?:marks?|points?)\b/i],
  ['capitals', /\b(?:all[ -]caps|capitals|upper[ -]?case)\b/i],
  ['pills', /\bpills?\b|\bpill[ -]shaped\b/i],
  ['emoji', /\bemojis?\b/i],
  ['centred text', /\bcent(?:re|er)(?:d|ed|ing)?\b[^.;]*\btext\b|\btext\b[^.;]*\bcent(?:re|er)/i],
  ['justified text', /\bjustif(?:y|ied)\b/i],
  ['dashed borders', /\b(?:dashed|dotted)\b/i],
  ['animation', /\banimat(?:e|ed|ions?)\b|\btransitions?\b|\bnothing moves\b/i],
];

const VOICE = /voice|tone|copy|writing|language|words?|wording|style of text|naming|name/i;
const TYPE = /typograph|\bfonts?\b|\btype(?:face)?s?\b|lettering/i;

export function designRules(text: string): DesignRules {
  const rules: DesignRules = { forbids: [], avoid: [], typeText: '', uses: [] };
  let unwanted = -1;
  let table = '';
  for (const { title, text: paragraph, kind } of paragraphsOf(text)) {
    if (kind === 'prose' || !VOICE.test(title)) {
      unwanted = -1;
      readParagraph(paragraph, title, rules);
      continue;
    }
    if (table !== title) unwanted = -1;
    table = title;
    unwanted = readRow(paragraph, unwanted, rules);
  }
  return rules;
}

/** A table with a column of words that are not written. Returns which column that is. */
function readRow(line: string, unwanted: number, rules: DesignRules): number {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
  const heading = cells.findIndex((cell) => DENIES.test(cell) && cell.split(/\s+/).length <= 4);
  if (
    unwanted === -1 ||
    (heading !== -1 && cells.every((cell) => cell.split(/\s+/).length <= 4 && heading === unwanted))
  )
    return heading;
  for (const part of (cells[unwanted] ?? '').split(/[,;/]/)) {
    const word = part.trim().replace(/^["“„*`]+|["”*`.]+$/g, '');
    if (/^\p{L}[\p{L}' -]{1,39}$/u.test(word) && !rules.avoid.includes(word)) rules.avoid.push(word);
  }
  return unwanted;
}

function readParagraph(paragraph: string, title: string, rules: DesignRules): void {
  if (TYPE.test(title)) rules.typeText += ` ${paragraph}`;
  readUses(paragraph, rules);
  for (const sentence of sentencesOf(paragraph)) {
    if (!DENIES.test(sentence)) continue;
    for (const [thing, pattern] of THINGS)
      if (isForbidden(sentence, pattern) && !rules.forbids.includes(thing)) rules.forbids.push(thing);
    const quotedAnywhere = /["“”„«»]/.test(sentence);
    const isAboutWords = VOICE.test(title);
    if (isAboutWords || quotedAnywhere) readAvoided(sentence, isAboutWords, rules);
    if (isAboutWords && !quotedAnywhere && !/[*`]/.test(sentence)) readPlainList(sentence, rules);
  }
}

const NOT_USED =
  /^\W*(?:is|are)\s+(?:(?:not|never)\s+(?:used|allowed|permitted|wanted|part)|forbidden|banned)/i;
/** "No heavy shadows" allows light ones. */
const OF_A_KIND =
  /\b(?:heavy|heavier|hard|harsh|large|larger|big|strong|dark|long|deep|more than|than|second|other|outside)\b/i;
const MOST_BETWEEN = 6;

/** The denial stands before the thing, or says right behind it that it is not used; "soft, never hard" denies neither. */
function isForbidden(sentence: string, pattern: RegExp): boolean {
  const thing = pattern.exec(sentence);
  if (thing === null || EXCEPT.test(sentence)) return false;
  if (NOT_USED.test(sentence.slice(thing.index + thing[0].length))) return true;
  const clause =
    sentence
      .slice(0, thing.index + thing[0].length)
      .split(/[:;—]|\bbut\b/)
      .at(-1) ?? '';
  const denial = DENIES.exec(clause);
  if (denial === null) return false;
  const between = clause.slice(denial.index + denial[0].length);
  return !OF_A_KIND.test(between) && between.trim().split(/\s+/).length <= MOST_BETWEEN + 1;
}

const DENIAL_THEN =
  /\b(?:never|not|avoid|avoids|no|don['’]?t (?:say|use|write)|do not (?:say|use|write)|banned|forbidden|instead of|rather than)\b(?:\s+(?:say|use|write|call it|write it as|words like|the words?))?\s*:?\s*/gi;
const TURNS_BACK = /\b(?:but|say|write|use|prefer|instead|always|is called|we say)\b/i;
const TERM = /["“„«]([^"“”„«»]{2,60})["”»]|(?<![\w*])\*{1,2}([^*\n]{2,60})\*{1,2}(?!\w)|`([^`\n]{2,60})`/g;
const VALUE = /^(?:#[\da-f]{3,8}|[\d.]+(?:px|rem|em|%)?|[\w-]+:.*|\{.*\}|[a-z]+(?:-[a-z]+)+)$/i;

/** The quoted or marked words after a denial, up to where the sentence says what to write instead. */
function readAvoided(sentence: string, isAboutWords: boolean, rules: DesignRules): void {
  for (const denial of sentence.matchAll(DENIAL_THEN)) {
    const rest = sentence.slice(denial.index + denial[0].length);
    let before = '';
    let last = 0;
    for (const term of rest.matchAll(TERM)) {
      before = rest.slice(last, term.index);
      last = term.index + term[0].length;
      // Between the words of one list stand commas and "or", nothing else.
      if (TURNS_BACK.test(before) || before.split(/\s+/).length > 6) break;
      const isQuoted = term[1] !== undefined;
      const word = (term[1] ?? term[2] ?? term[3] ?? '').trim().replace(/[.,;]$/, '');
      if (
        (isQuoted || isAboutWords) &&
        word !== '' &&
        (isQuoted || !VALUE.test(word)) &&
        word.split(/\s+/).length <= 6
      )
        if (!rules.avoid.includes(word)) rules.avoid.push(word);
    }
  }
}

/** "Avoid: seamless, unlock", in a section about words: a list without marks, after a verb that forbids. */
function readPlainList(sentence: string, rules: DesignRules): void {
  const list =
    /\b(?:avoid|banned|forbidden|never (?:say|use|write)|don['’]?t (?:say|use|write)|do not (?:say|use|write))\b\s*(?:words?|terms?|phrases?)?\s*:?\s*(.+)$/i.exec(
      sentence,
    )?.[1];
  for (const part of list?.split(/[,;]|\b(?:or|and)\b/) ?? []) {
    const word = part.trim().replace(/[.*]+$/, '');
    if (/^\p{L}[\p{L}' -]{1,39}$/u.test(word) && word.split(' ').length <= 3 && !rules.avoid.includes(word))
      rules.avoid.push(word);
  }
}

const USED_FOR = /^[\s`)*,]*(?:is |are )?(?:used |meant |made )?(?:for|on|in|marks?)\b/i;

/** "Links, buttons, the line under the header" on the line of a value says what it is for. */
function readUses(paragraph: string, rules: DesignRules): void {
  const all = [...paragraph.matchAll(/#[\da-f]{6}\b|#[\da-f]{3}\b/gi)];
  for (const [index, { 0: value, index: at }] of all.entries()) {
    const behind = paragraph.slice(at + value.length, all[index + 1]?.index).split(/[.;](?:\s|$)/)[0] ?? '';
    // Of several values on a line each has what is said right behind it.
    const said = all.length === 1 ? paragraph : USED_FOR.test(behind) ? behind : '';
    if (/hover|focus|disabled|active|pressed/i.test(said)) continue;
    if (/\bbuttons?\b|\bcalls? to action\b|\bcta\b|\bactions?\b/i.test(said))
      rules.uses.push({ use: 'button', value: value.toLowerCase() });
    if (/\blinks?\b/i.test(said)) rules.uses.push({ use: 'link', value: value.toLowerCase() });
  }
}

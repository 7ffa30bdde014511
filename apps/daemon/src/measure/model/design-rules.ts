/**
 * Rules that a DESIGN.md states in sentences: what is never painted, which words are never written, which of two words is
 * used, what a colour is for. Read from any section, by what a sentence denies and what it names.
 */
import { isAboutType } from './design-labels.ts';
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
  | 'animation'
  | 'superlatives'
  | 'spaced letters'
  | 'blur'
  | 'a dark scheme';

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
  /(?<![\p{L}])(?:no|not|never|nothing|none|without|avoid|avoids|forbidden|banned|don['’]?t|do not|isn['’]t|aren['’]t|instead of|rather than|keine?|keinen|nie|niemals|nicht|ohne|verboten|pas|jamais|aucune?|sans|interdit|nunca|ningún|ninguna|sin|mai|nessuna?|senza|geen|nooit|niet|zonder|inga|inte|aldrig)(?![\p{L}])/iu;
export const EXCEPT = /\b(?:except|unless|but|only|other than)\b/i;

const THINGS: readonly [Forbidden, RegExp][] = [
  ['gradients', /\bgradients?\b/i],
  ['shadows', /\b(?:drop |box )?shadows?\b|\bschatten\b|\bombres?\b|\bsombras?\b/i],
  ['italics', /\bitalics?\b|\bkursive?\b|\bitaliques?\b/i],
  ['transparency', /\btransparen(?:cy|t)\b|\bopacity\b/i],
  [
    'exclamation marks',
    /\bexclamation (?:marks?|points?)\b|\bausrufezeichen\b|\bpoints? d['’]exclamation\b|\bexclamaci(?:ón|ones)\b/i,
  ],
  [
    'capitals',
    /\b(?:all[ -]caps|capitals|upper[ -]?case|versalien|großbuchstaben|capitales|majuscules|mayúsculas)\b/i,
  ],
  ['pills', /\bpills?\b|\bpill[ -]shaped\b/i],
  ['emoji', /\bemojis?\b/i],
  ['centred text', /\bcent(?:re|er)(?:d|ed|ing)?\b[^.;]*\btext\b|\btext\b[^.;]*\bcent(?:re|er)/i],
  ['justified text', /\bjustif(?:y|ied|ié)\b|\bblocksatz\b/i],
  ['dashed borders', /\b(?:dashed|dotted)\b/i],
  ['superlatives', /\bsuperlatives?\b/i],
  ['spaced letters', /\bletter-?\s?spac(?:e|ed|ing)\b|\btracking\b|\bspace letters\b|\bspaced letters\b/i],
  ['blur', /\bblurs?\b|\bglass\b|\bfrosted\b/i],
  ['a dark scheme', /\bdark (?:scheme|theme|mode)\b/i],
  ['animation', /\banimat(?:e|ed|ions?)\b|\btransitions?\b|\bnothing moves\b/i],
];

const VOICE =
  /voice|tone|copy|writing|language|words?|wording|style of text|naming|name|talk|speak|sound|say|editorial|sprache|ton\b|schreib|wortwahl|langue|tono|voz|voce|taal|inclusive|banned/i;
const TYPE = /typograph|\bfonts?\b|\btype(?:face)?s?\b|letter(?:s|ing)\b/i;

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
    if (!TYPE.test(title) && isAboutType(sentence)) rules.typeText += ` ${sentence}`;
    readDefaults(sentence, rules);
    if (!DENIES.test(sentence) && !BANNED.test(sentence)) continue;
    for (const [thing, pattern] of THINGS)
      if (isForbidden(sentence, pattern) && !rules.forbids.includes(thing)) rules.forbids.push(thing);
    const quotedAnywhere = /["“”„«»]/.test(sentence);
    const isAboutWords = VOICE.test(title);
    if (isAboutWords || quotedAnywhere) readAvoided(sentence, isAboutWords, rules);
    // One emphasis around a whole list is a list; several are its words.
    const isPlain = !/[`]/.test(sentence) && (sentence.match(/\*/g)?.length ?? 0) <= 2;
    if (isAboutWords && !quotedAnywhere && isPlain) readPlainList(sentence, rules);
    if (isAboutWords && BANNED.test(sentence))
      for (const term of sentence
        .slice(0, BANNED.exec(sentence)?.index)
        .matchAll(/["“„«]([^"“”„«»]{2,40})["”»]/g))
        if (
          !/\b(?:deed|instead|write|say)\b[^"“]*$/i.test(sentence.slice(0, term.index)) &&
          !rules.avoid.includes(term[1] ?? '')
        )
          rules.avoid.push(term[1] ?? '');
  }
}

const BANNED = /\b(?:are out|is out|gets? rewritten|ruled out|off limits)\b/i;

/** "Letter-spacing stays at its default", "light scheme only": what is kept as it is rules its opposite out. */
function readDefaults(sentence: string, rules: DesignRules): void {
  const add = (thing: Forbidden): void => {
    if (!rules.forbids.includes(thing)) rules.forbids.push(thing);
  };
  if (
    /\b(?:letter-?\s?spacing|tracking)\b[^.;]*\b(?:default|normal|untouched|unchanged|never changed|as it is)\b/i.test(
      sentence,
    )
  )
    add('spaced letters');
  if (
    /\b(?:light (?:scheme|theme|mode) only|only (?:a |the |one )?light (?:scheme|theme|mode)|one light (?:scheme|theme))\b/i.test(
      sentence,
    )
  )
    add('a dark scheme');
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
  // Of several denials the last one is about the thing.
  const denial = [...clause.matchAll(new RegExp(DENIES.source, 'gi'))].at(-1);
  if (denial === undefined) return false;
  const between = clause.slice(denial.index + denial[0].length);
  return !OF_A_KIND.test(between) && between.trim().split(/\s+/).length <= MOST_BETWEEN + 1;
}

const DENIAL_THEN =
  /(?<![\p{L}])(?:never|not|avoid|avoids|no|don['’]?t (?:say|use|write)|do not (?:say|use|write)|banned|forbidden|instead of|rather than|jamais|nie|nicht|keine?|nunca|mai|nooit|geen)(?![\p{L}])(?:\s+(?:say|use|write|call it|write it as|words like|the words?|wie|comme|\p{L}+wörter wie))?\s*:?\s*/giu;
const TURNS_BACK = /\b(?:but|say|write|use|prefer|instead|always|is called|we say)\b/i;
const WANTED =
  /^\s*(?:is|are|stays?|comes?|stands?)\s+(?:always|the default|preselected|preferred|right|correct|fine|what|our)\b/i;
const TERM =
  /["“„«]\s?([^"“”„«»]{2,60}?)\s?["”»“]|(?<![\w*])\*{1,2}([^*\n]{2,60})\*{1,2}(?!\w)|`([^`\n]{2,60})`/g;
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
      // "No default: "One time" is always chosen" asks for it.
      if (WANTED.test(rest.slice(last))) break;
      const isQuoted = term[1] !== undefined;
      const word = (term[1] ?? term[2] ?? term[3] ?? '').trim().replace(/[.,;]$/, '');
      if (
        (isQuoted || isAboutWords) &&
        word !== '' &&
        !word.includes(',') &&
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
    /\b(?:avoid|banned(?: \w+)?|forbidden(?: on \w+)?|never(?=:)|(?:words?|terms?|phrases?) we (?:do not|don['’]t|never) \w+|never (?:say|use|write|print)|don['’]?t (?:say|use|write)|do not (?:say|use|write))\b\s*(?:words?|terms?|phrases?)?\s*:?\s*(.+)$/i.exec(
      sentence,
    )?.[1];
  for (const part of list?.split(/[,;]|\b(?:or|and)\b/) ?? []) {
    const word = part.trim().replace(/^[*_"“]+|[.*_"”]+$/g, '');
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

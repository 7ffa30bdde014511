/**
 * Rules that a DESIGN.md states in sentences: what is never painted, which words are never written, which of two words is
 * used, what a colour is for. Read from any section, by what a sentence denies and what it names.
 */

/** What a page can be seen to do; each is asked by the audit `brand-rules`. */
export type Forbidden =
  | 'gradients'
  | 'shadows'
  | 'italics'
  | 'transparency'
  | 'exclamation marks'
  | 'capitals'
  | 'pills'
  | 'emoji';

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
];

const VOICE = /voice|tone|copy|writing|language|words?|wording|style of text|naming|name/i;
const TYPE = /typograph|\bfonts?\b|\btype(?:face)?s?\b|lettering/i;

export function designRules(text: string): DesignRules {
  const rules: DesignRules = { forbids: [], avoid: [], typeText: '', uses: [] };
  let title = '';
  let paragraph: string[] = [];
  let unwanted = -1;
  const flush = (): void => {
    if (paragraph.length > 0) readParagraph(paragraph.join(' '), title, rules);
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    if (heading !== null) {
      flush();
      unwanted = -1;
      title = heading[1] ?? '';
    } else if (line.trim() === '') flush();
    else if (/^\s*\|/.test(line) && VOICE.test(title)) {
      unwanted = readRow(line, unwanted, rules);
    } else {
      // Each entry of a list and each row of a table says something of its own.
      if (/^\s*(?:[-*+]|\d+[.)]|\|)\s/.test(line)) flush();
      paragraph.push(line.trim());
    }
  }
  flush();
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
  for (const sentence of paragraph.split(/(?<=[.;!?])\s+(?=\S)/)) {
    const denied = DENIES.exec(sentence);
    if (denied === null) continue;
    for (const [thing, pattern] of THINGS) {
      if (pattern.test(sentence) && !EXCEPT.test(sentence) && !rules.forbids.includes(thing))
        rules.forbids.push(thing);
    }
    const quotedAnywhere = /["“”„«»]/.test(sentence);
    const isAboutWords = VOICE.test(title);
    if (isAboutWords || quotedAnywhere) readAvoided(sentence, isAboutWords, rules);
    if (isAboutWords && !quotedAnywhere && !/[*`]/.test(sentence)) readPlainList(sentence, rules);
  }
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

/** "Links, buttons, the line under the header" on the line of a value says what it is for. */
function readUses(paragraph: string, rules: DesignRules): void {
  const values = [...paragraph.matchAll(/#[\da-f]{6}\b|#[\da-f]{3}\b/gi)];
  const [only, ...more] = values;
  if (only === undefined || more.length > 0 || /hover|focus|disabled|active/i.test(paragraph)) return;
  const value = only[0].toLowerCase();
  if (/\bbuttons?\b|\bcalls? to action\b|\bcta\b|\bactions?\b/i.test(paragraph))
    rules.uses.push({ use: 'button', value });
  if (/\blinks?\b/i.test(paragraph)) rules.uses.push({ use: 'link', value });
}

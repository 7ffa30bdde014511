/** Things a requirement lists ("date, amount, currency and reference"), of which a delivered file has some and not all. */
import { figuresIn } from '../facts/figures-in.ts';
import type { ProjectText } from '../project-texts.ts';
import { valuesIn } from './asked-figures.ts';
import { isSaid, wordsSaid } from './said-in.ts';
import { isShownByForm } from './shown-by-form.ts';

/** What is listed behind it shall not be there. */
const NOT_ASKED =
  /(?<!\p{L})(?:never|not|(?<!,\s)no(?!\.)|without|except|unless|but|nie|nicht|kein\p{L}*|ohne|außer|jamais|pas|sans|sauf|ni|nunca|sin|salvo|não|nao|sem|exceto|mai|non|senza|tranne|nooit|niet|geen|zonder|behalve)(?!\p{L})|不|無|没/iu;
const JOINED =
  /,?\s+(?:and|or|und|oder|sowie|et|ou|y|o|e|ed|och|og|oraz|en|и|или|ve|plus|as well as)\s+|\s*&\s*|和|及び|及|と|以及|、|・|，|,|\s\/\s|(?<=\p{Script=Han})\/(?=\p{Script=Han})/giu;
const CLAUSE = /[.](?=\s|$)|[;:()[\]{}!?。；：（）！？|—–]|\s-\s/u;
/** Where things are listed with a mark of their own, a comma parts clauses. */
const UNSPACED_CLAUSE = /[.;:()[\]{}!?。；：（）！？|—–,，]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const QUOTES = /["“”„«»「」'’‘`*]/gu;
const FEWEST = 3;
const LONGEST_ITEM = 4;
const MOST_TERMS = 3;
const BEGINS_A_CLAUSE =
  /^(?:each|they|it|this|when|then|which|that|with|where|while|so|is|are|has|was|be|must|shall|becomes?|jede\p{L}*|sie|es|dann|wenn|wobei|ist|sind|hat|wird|chacune?|ils|elles?|quand|puis|avec|est|sont|qui|cada|ellos|cuando|luego|con|es|son|que|ognun[oa]|quando|poi|ciascuno|è|sono|che|elk|dan|met|is|zijn)(?!\p{L})/iu;
/** "and all are filled": a clause with a verb of its own is no thing. */
const HAS_VERB =
  /(?<!\p{L})(?:is|are|was|were|has|have|ist|sind|wird|werden|hat|haben|est|sont|ont|está|están|son|tiene|são|é|têm|è|sono|zijn|wordt|worden|heeft)(?!\p{L})/iu;
/** So much of a list must be there before what is not there means anything. */
const SHARE = 0.6;

export interface ListLack {
  gone: readonly string[];
  all: readonly string[];
}

/** Lists of at least three things, without the words around them. */
function listsIn(raw: string): string[][] {
  return raw
    .replace(/`[^`\n]*\.\w{1,5}`/g, ' ')
    .replace(/[\p{L}\p{N}_/-]+\/[\p{L}\p{N}_.-]+\.\w{1,5}/gu, ' ')
    .split(UNSPACED.test(raw) && /[、・/]/.test(raw) ? UNSPACED_CLAUSE : CLAUSE)
    .flatMap((clause) => runsIn(clause.slice(0, NOT_ASKED.exec(clause)?.index ?? clause.length)));
}

/** The sentence leads to the first of them; those behind it are short, and a word of joining stands before the last. */
function runsIn(clause: string): string[][] {
  const marks = [...clause.matchAll(JOINED)];
  const parts = clause.split(JOINED).map((part) => part.replace(QUOTES, '').trim());
  const isComma = (at: number): boolean => /^\s*(?:[,、・，/]|\s\/\s)/u.test(marks[at]?.[0] ?? '');
  const runs: string[][] = [];
  for (let at = 0; at < parts.length; at++) {
    const first = termsOf(parts[at] ?? '').at(-1);
    const run = first === undefined ? [] : [first];
    while (run.length > 0 && isItem(parts[at + 1] ?? '') && (isComma(at) || !isComma(at + 1)))
      run.push(withoutGrammar(parts[++at] ?? ''));
    if (run.length >= FEWEST) runs.push(run);
  }
  return runs;
}

/** Without spaces a sentence goes on right behind its last thing. */
function withoutGrammar(part: string): string {
  return UNSPACED.test(part) ? (/^(.{2,}?)[のをにがはで的]/u.exec(part)?.[1] ?? part) : part;
}

function isItem(part: string): boolean {
  const terms = termsOf(part).length;
  return (
    terms > 0 &&
    terms <= MOST_TERMS &&
    part.split(/\s+/).length <= LONGEST_ITEM &&
    !BEGINS_A_CLAUSE.test(part) &&
    !HAS_VERB.test(part)
  );
}

function termsOf(part: string): string[] {
  return wordsSaid(part).filter((word) => /\p{L}/u.test(word));
}

/** What says by itself nothing of what is listed: "85 euro". */
const GENERAL = /^(?:euros?|eur|dollars?|kronor|percent|prozent|kg|gram\p{L}*)$/iu;

function isOfMarked(word: string, raw: string): boolean {
  return new RegExp(`(?<!\\p{L})${RegExp.escape(word)}\\p{L}*\\s+[\`"“„«]`, 'iu').test(raw);
}

/** 0, 1 and 2 stand in every file. */
const SMALLEST_TELLING = 2;

/** "keeps 14 files" is `rotate 14` where it is set. */
function hasFigureOf(item: string, scope: readonly ProjectText[]): boolean {
  const figures = figuresIn(item, false).filter(({ value }) => value > SMALLEST_TELLING);
  if (figures.length === 0) return false;
  const values = new Set(scope.flatMap(({ text }) => valuesIn(text)));
  return figures.every(({ value }) => values.has(value));
}

/** Null where a list is there as a whole, or nothing of it by the words that are used here. */
export function missingOfList(raw: string, scope: readonly ProjectText[]): ListLack | null {
  for (const listed of listsIn(raw)) {
    const items = listed.filter((item) => !GENERAL.test(item));
    if (items.length < listed.length && items.length < FEWEST) continue;
    const there = items.filter(
      (item) =>
        termsOf(item).some((word) => isSaid(word, scope)) ||
        isShownByForm(item, scope) ||
        hasFigureOf(item, scope),
    );
    const gone = items.filter((item) => !there.includes(item));
    // The last word before the first of them may say what they are: "the keys `a`, `b` and `c`".
    const [first = ''] = gone;
    if (gone.length === 1 && first === items[0] && isOfMarked(first, raw)) continue;
    if (gone.length > 0 && there.length / items.length >= SHARE) return { gone, all: items };
  }
  return null;
}

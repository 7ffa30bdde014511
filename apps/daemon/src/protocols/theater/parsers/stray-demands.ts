/**
 * Demands that stand outside of their tags, in what a judge says and between the blocks: under tags without the code or
 * in other letters, written as entities, or as a line that says `MUST_FIX:`.
 */
import { decodeText } from './attributes.ts';
import { isNoDemand } from './claims.ts';
import { asItLooks, isPlain } from './lookalikes.ts';

/** Characters before a tag that tell whether it begins its line or is quoted. */
const LONGEST_LEAD = 40;
/** What looks like a tag, and the words behind it. */
const LIKE_A_TAG =
  /[<\uff1c\ufe64\u02c2\u1438]([^<>\uff1c\uff1e\ufe64\ufe65]{1,400})[>\uff1e\ufe65\u02c3\u1433]([^<\uff1c\ufe64]*)/g;
export const LESS = /[<\uff1c\ufe64\u02c2\u1438]/;
/** A demand whose tag lacks the code of version 2, or is written in other letters; and where one ends. */
const BARE_DEMAND = /^\s*(?:[a-z_]+:)?MU[S5$]T[\s._:-]*F[IL1|!]X(?:ES)?(?![a-z])/i;
const BARE_END = /^\s*\/\s*(?:[a-z_]+:)?MU[S5$]T[\s._:-]*F[IL1|!]X(?:ES)?(?![a-z])/i;
/** A panelist without the code that counts demands of its own. */
const BARE_COUNT = /^\s*(?:[a-z_]+:)?PANE[L1I]IST\b[\s\S]*?must[\s_-]*fix\w*\s*=\s*["'\u201c]?\s*([1-9]\d*)/i;
/** What stands in front of a quotation. */
const QUOTE = /[`"'\u201c\u2018\u00ab\u2039]$/;

/**
 * Demands under tags that are none of the grammar. `made`: between the leaves of a judge's block, where each counts.
 * Elsewhere a tag may only be mentioned: it counts where it is closed or begins its line, unless it is quoted. `told`:
 * between blocks, where a panelist's count is one too. `noted`: inside a leaf.
 */
export function* demandsIn(said: string, where: 'made' | 'told' | 'noted'): Generator<string> {
  if (where === 'made') yield* madeLines(said);
  else if (where === 'told') yield* demandLines(said);
  const text = readAgain(said);
  if (!LESS.test(text)) return;
  const tags = [...text.matchAll(LIKE_A_TAG)].map(({ 1: name = '', 2: words = '', index }) => ({
    name: asItLooks(name),
    words,
    index,
  }));
  const lastEnd = tags.findLast(({ name }) => BARE_END.test(name))?.index ?? -1;
  for (const { name, words, index } of tags) {
    const before = text.slice(Math.max(0, index - LONGEST_LEAD), index);
    if (where !== 'noted') {
      const [, count] = BARE_COUNT.exec(name) ?? [];
      if (count !== undefined && !QUOTE.test(before))
        yield `${count} must-fix counted by a panelist without the code`;
    }
    if (!BARE_DEMAND.test(name)) continue;
    const isMade = index < lastEnd || /(?:^|\n)\s*$/.test(before);
    if (where === 'made' || (isMade && !QUOTE.test(before))) yield decodeText(words);
  }
}

/** Entities may hold entities; nobody writes more than a few on top of each other. */
const MAX_READINGS = 3;

/** The text as a reader sees it who takes every entity for its character. */
function readAgain(text: string): string {
  let read = text;
  for (let i = 0; i < MAX_READINGS && read.includes('&'); i++) {
    const next = decodeText(read);
    if (next === read) break;
    read = next;
  }
  return read;
}

/**
 * `MUST_FIX: Name the price.` on a line of its own, with or without a mark of a list before it. Every run of marks is
 * bounded: two that may hold the same letters would be tried against each other.
 */
const DEMAND_LINE =
  /^[ \t>*#_-]{0,16}(?:\d{1,3}[.)][ \t]{0,4})?[*_`]{0,3}must[ \t_-]{0,3}fix(?:es)?[*_`]{0,3}(?:[ \t]?\([^)\n]{0,40}\))?[*_`]{0,3}[ \t]{0,3}(?:[:\uff1a]|-[ \t])[*_`]{0,3}[ \t]{0,9}(\S[^\n]*)/gim;
const MAY_BE_ONE = /must[ \t_-]{0,3}fix/i;
/** What such a line says of demands that are met, and not of a thing that is fixed, closed or done. */
const MET = '(?:resolved|met|fixed|done|cleared|addressed|closed|withdrawn|gone)';
const IS_MET = new RegExp(
  String.raw`^(?:0|zero)(?!\w|\.\d)|^(?:none|${MET})(?=\s*(?:$|[.,;:!)\n]|(?:in|by|since|now|on|this|with)\b))|^(?:all|both|each|every)\b[^.\n]{0,80}\b${MET}\b`,
  'i',
);
/** A line that counts none. */
const COUNTS_NONE = /(?<![a-z])(?:no|zero|0|without|any)[ \t]+(?:[a-z]+[ \t]+)?must/i;
/** Demands under tags are read as such. */
const UNDER_TAG = /[<\uff1c\ufe64\u02c2\u1438][^<>]{0,40}must/i;

/**
 * Lines between the leaves of a judge's block, where only demands stand and what is told of them. One that names them
 * and says nothing more, as a heading does, speaks of the line behind it.
 */
function* madeLines(text: string): Generator<string> {
  const seen = isPlain(text) ? text : asItLooks(text);
  if (!MAY_BE_ONE.test(seen)) return;
  const lines = seen.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  for (const [i, line] of lines.entries()) {
    if (!MAY_BE_ONE.test(line) || UNDER_TAG.test(line) || COUNTS_NONE.test(line)) continue;
    const at = line.search(MAY_BE_ONE);
    const own = line.slice(at).replace(/^must[ \t_-]{0,3}fix(?:es)?/i, '');
    // In the middle of a sentence it is only spoken of.
    if (/\p{L}/u.test(line.slice(0, at).replace(/\[[ xX]\]/, '')) && !/^[*_`\])| \t]{0,9}[:|\])-]/.test(own))
      continue;
    const words = trimmed(own) || trimmed(lines[i + 1] ?? '');
    if (words !== '' && !isNoDemand(words) && !IS_MET.test(words)) yield words;
  }
}

function trimmed(line: string): string {
  return line.replace(/^[^\p{L}\p{N}]+/u, '').trim();
}

export function* demandLines(text: string): Generator<string> {
  const seen = isPlain(text) ? text : asItLooks(text);
  if (!MAY_BE_ONE.test(seen)) return;
  for (const [, words = ''] of seen.matchAll(DEMAND_LINE))
    if (!isNoDemand(words) && !IS_MET.test(words)) yield words.trim();
}

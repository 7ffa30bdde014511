/** What counts as something to judge. Less than this proves nothing, whatever the verdicts would be. */
import { isNoProse } from '../../measure/model/no-prose.ts';
import type { MarkdownDocument } from '../documents/document.ts';
import { NONE } from '../documents/language/open-points.ts';

/** "hello world" and "# Title" claim nothing; four words can ("Orders ship within a day"). */
const LEAST_WORDS = 4;
/** Signs of a script without spaces that make a statement: 「上限は10冊とする」. */
const LEAST_SIGNS = 6;
/** Bytes in letters (base64, hexadecimal): signs in a row as no language has them. */
const ENCODED = /[A-Za-z0-9+/=_-]{30,}/g;
const FILLER = /^\W*(?:lorem ipsum|asdf|foo bar|hello world|test|blah)\b/i;

/** Null where there is enough; else why not, to finish "There is nothing to judge in …: ". */
export function tooLittle(document: MarkdownDocument): string | null {
  if (isNoProse(document.source)) return 'it is data or source code, and no text';
  if (document.statements.length === 0)
    return document.headings.length === 0 ? 'it has no text' : 'it has headings and no statement';
  return document.statements.some((statement) => isTelling(statement, document))
    ? null
    : 'it has no statement of four words or more';
}

function isTelling(
  { text, prose, start, end }: MarkdownDocument['statements'][number],
  { links }: MarkdownDocument,
): boolean {
  if (NONE.test(text) || FILLER.test(text)) return false;
  // An entry of a table of contents is a link and nothing else.
  const isLink = links.some((link) => link.start <= start + 1 && link.end >= end - 1);
  const said = prose.replace(ENCODED, ' ');
  const words = said.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0;
  const signs =
    said.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return !isLink && (words >= LEAST_WORDS || signs >= LEAST_SIGNS);
}

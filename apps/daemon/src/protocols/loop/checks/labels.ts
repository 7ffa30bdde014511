/** Classes, lists and levels that are named by a label and described nowhere: "products on the Tier R list". */
import type { MarkdownDocument } from '../../documents/document.ts';
import { LABELLED, NAMED_RULES } from '../../documents/language/label-words.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

export const labels: Check = (document) => {
  const uses = new Map<string, { line: number; text: string; times: number }>();
  for (const sentence of sentencesOf(document))
    for (const { 0: name } of [...sentence.text.matchAll(LABELLED), ...sentence.text.matchAll(NAMED_RULES)]) {
      const key = name.replace(/\s+/g, ' ').trim();
      const known = uses.get(key);
      uses.set(key, {
        line: known?.line ?? sentence.line,
        text: known?.text ?? sentence.text,
        times: (known?.times ?? 0) + 1,
      });
    }
  const remarks = [...uses].flatMap(([name, { line, text }]): Remark[] =>
    isDescribed(name, document)
      ? []
      : [
          {
            check: 'undefined-term',
            // A class may be known to everybody the text is for.
            isDoubt: true,
            line,
            text: `${quote(name)} is named and described nowhere: ${quote(text)}`,
            remedy: write(`say what ${quote(name)} is, or where that stands`),
          },
        ],
  );
  return { remarks, looked: uses.size, things: 'named classes and lists are described' };
};

/** Told where a line, a cell or a heading begins with it, or in brackets or behind "is" right after it. */
function isDescribed(name: string, { source, headings }: MarkdownDocument): boolean {
  const label = RegExp.escape(name.split(' ').at(-1) ?? name);
  const whole = RegExp.escape(name).replaceAll('\\x20', '\\s+');
  const begins = new RegExp(
    `(?:^|\\n)[\\s>*+|#\\d.)-]*[*_\`]*(?:${whole}|${label})[*_\`]*\\s*(?:[:=|\uFF1A–—(-]|$)`,
    'iu',
  );
  const told = new RegExp(
    `${whole}s?\\s*(?:\\(|[:=]|\\bis\\b|\\bare\\b|\\bmeans\\b|\\bist\\b|\\bsind\\b|\\best\\b|\\bsont\\b|\\bes\\b|\\bson\\b|\\bé\\b|\\bè\\b|–|—|とは|は)`,
    'iu',
  );
  return (
    begins.test(source) ||
    told.test(source) ||
    headings.some(({ text }) => new RegExp(whole, 'iu').test(text))
  );
}

/** Files that have all of a requirement that can only be there on purpose: its quoted words, code words and figures. */
import type { ProjectText } from '../project-texts.ts';
import type { Requirement } from '../requirements.ts';
import { valuesIn } from './asked-figures.ts';
import { exampleIn } from './example-calls.ts';
import { isTest, placeholderIn } from './placeholder.ts';
import { quotedIn } from './promises.ts';
import { isSaid, wordsSaid } from './said-in.ts';

const MARKED = /`([^`\n]{1,120})`/g;
const FIGURE = /(?<![\p{L}\p{N}_.,:/#-])\d+(?:[.,:]\d+)*/gu;
/** 0, 1 and 2 stand in every file. */
const SMALLEST_TELLING = 2;
/** One may stand there by chance. */
const FEWEST_MARKS = 2;
/** Of its other words so many are said too. */
const SHARE_OF_WORDS = 0.25;

/** A requirement that names no file, and gives two marks or more by which it can be known. What is to be worked out is not shown so. */
export function filesShowing({ raw, text }: Requirement, all: readonly ProjectText[]): ProjectText[] {
  if (exampleIn(raw) !== null) return [];
  const marked = [...raw.matchAll(MARKED)].map(([, span = '']) => span.trim());
  const bare = raw
    .replace(MARKED, ' ')
    .replace(/^[\s|>*+-]*(?:\**[A-Z][\w.-]*\d\**\s*[:|.)]|\d{1,3}[.)])/u, ' ');
  const quoted = quotedIn(bare);
  const figures = (bare.match(FIGURE) ?? []).filter((figure) => Number(figure.replace(',', '.')) !== 0);
  const telling = figures.filter((figure) => !(Number(figure) <= SMALLEST_TELLING));
  if (marked.length + quoted.length + telling.length < FEWEST_MARKS) return [];
  const words = [...new Set(wordsSaid(text).filter((word) => /\p{L}/u.test(word)))];
  return all.filter((file) => {
    if (isTest(file.path) || placeholderIn(file.path, file.text) !== null) return false;
    const values = new Set(valuesIn(file.text));
    const said = words.filter((word) => isSaid(word, [file])).length;
    return (
      marked.every((span) => file.text.includes(span)) &&
      quoted.every((quote) => file.text.includes(quote)) &&
      telling.every(
        (figure) => hasFigure(file.text, figure) || values.has(Number(figure.replace(',', '.'))),
      ) &&
      said >= words.length * SHARE_OF_WORDS
    );
  });
}

function hasFigure(text: string, figure: string): boolean {
  return new RegExp(`(?<![\\d.,])${RegExp.escape(figure)}(?![\\d]|[.,]\\d)`).test(text);
}

/** Two figures for one thing, as a question: which of them holds. */

import { figurePairs } from '../../documents/compare/figure-pairs.ts';
import type { Measure, Standing } from '../../documents/compare/measures.ts';
import type { MarkdownDocument } from '../../documents/document.ts';
import type { Sentence } from '../../documents/sentences.ts';
import { type Check, type Checked, quote, type Remark } from './remark.ts';

/** Nobody reads more, and a text that is made of them has the square of its length. */
const MOST_REMARKS = 300;

export const contradictions: Check = (document) => contradictionsIn(document);

export function contradictionsIn(
  document: MarkdownDocument,
  standingOf?: (sentence: Sentence) => Standing,
): Checked {
  const { pairs, looked } = figurePairs(document, standingOf);
  return {
    remarks: pairs
      .slice(0, MOST_REMARKS)
      .map(({ one, other, isSure }) => ({ ...contradictionRemark(one, other), isDoubt: !isSure })),
    looked,
    things: 'figures agree with each other',
  };
}

function contradictionRemark(one: Measure, other: Measure): Remark {
  const [a, b] = [one, other].map(({ shown, line }) => `${shown} (line ${line})`);
  const use = (winner: Measure, loser: Measure) => ({
    label: winner.shown.slice(0, 200),
    description: `as line ${winner.line} says; line ${loser.line} is changed`,
    pro: quote(winner.sentence.text),
    con: `line ${loser.line} said ${loser.shown}`,
  });
  const edit = (winner: Measure, loser: Measure) => {
    const isCount = winner.dimension === 'count';
    const start = loser.sentence.start + loser.start;
    return [
      {
        start,
        end: loser.sentence.start + (isCount ? loser.figureEnd : loser.end),
        text: isCount ? winner.shown.slice(0, winner.figureEnd - winner.start) : winner.shown,
      },
    ];
  };
  return {
    check: 'contradiction',
    line: other.line,
    text: `${a} and ${b} are said of the same thing: ${quote(one.sentence.text)} against ${quote(other.sentence.text)}`,
    remedy: {
      kind: 'ask',
      question: {
        question: `Which holds: ${one.shown} or ${other.shown}?`,
        issue: `Line ${one.line}: ${quote(one.sentence.text)} Line ${other.line}: ${quote(other.sentence.text)}`,
        why: 'Both are written as facts; the text does not say which is right.',
        trigger: 'principle-conflict',
        options: [use(one, other), use(other, one)],
      },
      edits: [edit(one, other), edit(other, one)],
    },
  };
}

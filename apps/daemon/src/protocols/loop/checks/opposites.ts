/** What one statement rules out and another one says, as a question: which of them holds. */
import type { Opposite } from '../../documents/compare/opposite.ts';
import { oppositePairs } from '../../documents/compare/opposite-pairs.ts';
import { isTrial } from '../../documents/language/scopes.ts';
import { type Claim, claimsOf } from '../../documents/meaning/claims.ts';
import type { Sentence } from '../../documents/sentences.ts';
import { type Check, quote, type Remark } from './remark.ts';

export const opposites: Check = (document) => ({
  remarks: oppositePairs(document).map((pair) => ({
    ...oppositeRemark(pair.one, pair.other),
    isDoubt: !isSure(pair),
  })),
  looked: claimsOf(document).filter(({ denial }) => denial !== null).length,
  things: 'statements that rule something out are kept to',
});

/**
 * How alike two statements must be before one is said to rule the other out. In proposals that were accepted and built
 * on, nearly every pair below these said two things that both hold; ways that are not here were never sure enough.
 */
const LEAST_SURE: Readonly<Record<string, number>> = {
  denied: 1.4,
  acted: 1.1,
  absent: 1,
  allowed: 1,
  seen: 1,
};

/** What is tried in a test often is what may not be: that it is refused is what the test shows. */
function isSure({ one, other, how, score }: Opposite): boolean {
  if ([one, other].some(({ sentence }) => isTrial(sentence.own))) return false;
  // Told in one breath, both are meant.
  if (one.sentence.statement === other.sentence.statement) return false;
  // "Never", "under no circumstances": without such a word, a denial holds of the case it stands in.
  if (how === 'denied' && one.denial?.isAbsolute !== true) return false;
  // "Undo: none", "The server is down: nobody …": what stands before the colon is the case it holds in.
  if ([one, other].some(({ sentence }) => LABELLED_CASE.test(sentence.own))) return false;
  return score >= (LEAST_SURE[how] ?? Number.POSITIVE_INFINITY);
}

const LABELLED_CASE = /^[^:\uFF1A.]{2,60}[:\uFF1A]\s/u;

function oppositeRemark({ sentence: one, line }: Claim, { sentence: other, line: otherLine }: Claim): Remark {
  const [first, second] = line <= otherLine ? [one, other] : [other, one];
  const use = (winner: Sentence, loser: Sentence) => ({
    label: `Line ${winner.line} holds`,
    description: `then line ${loser.line} has to be rewritten`,
    pro: quote(winner.text),
    con: quote(loser.text),
  });
  return {
    check: 'contradiction',
    line: Math.max(line, otherLine),
    text: `line ${line} rules out what line ${otherLine} does: ${quote(one.text)} against ${quote(other.text)}`,
    remedy: {
      kind: 'ask',
      question: {
        question: `Which holds: line ${first.line} or line ${second.line}?`,
        issue: `Line ${first.line}: ${quote(first.text)} Line ${second.line}: ${quote(second.text)}`,
        why: 'One rules out what the other says; the text does not say which is right.',
        trigger: 'principle-conflict',
        options: [use(first, second), use(second, first)],
      },
      edits: [[], []],
    },
  };
}

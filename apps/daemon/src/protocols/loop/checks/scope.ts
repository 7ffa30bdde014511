/** What the text leaves out in one place and asks for in another. */
import { demands, type MarkdownDocument } from '../../documents/document.ts';
import { NEGATION } from '../../documents/language/polarity.ts';
import { OUT_OF_SCOPE } from '../../documents/language/scope-words.ts';
import { termsOf } from '../../documents/meaning/terms.ts';
import { termsOfSentence, type Weights, weightsOf } from '../../documents/meaning/weights.ts';
import { type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** So much of what is left out must be said again, and no less than this by weight. */
const LEAST_SHARE = 0.6;
const LEAST_WEIGHT = 1.4;
const FEWEST_TERMS = 2;
/** All that is left out, and asked for. */
const SURE_SHARE = 0.99;

interface LeftOut {
  sentence: Sentence;
  terms: readonly string[];
}

export const scope: Check = (document) => {
  const weights = weightsOf(sentencesOf(document));
  const left = leftOut(document);
  const inside = new Set(left.map(({ sentence }) => sentence));
  const others = sentencesOf(document).filter(
    (sentence) => !inside.has(sentence) && !isUnder(sentence, document),
  );
  const told = new Set<number>();
  const remarks = left.flatMap((one): Remark[] => {
    const again = others
      .map((sentence) => ({ sentence, share: shareOf(one, sentence, weights) }))
      .filter(
        ({ share, sentence }) =>
          share >= LEAST_SHARE && sentence.own.search(NEGATION) === -1 && !OUT_OF_SCOPE.test(sentence.own),
      )
      .toSorted((a, b) => b.share - a.share)[0];
    if (again === undefined || told.has(again.sentence.line)) return [];
    told.add(again.sentence.line);
    return [
      {
        check: 'contradiction',
        // It may be spoken of without being asked for.
        isDoubt: again.share < SURE_SHARE || !demands(again.sentence.own),
        line: again.sentence.line,
        text: `line ${one.sentence.line} leaves out ${quote(one.sentence.text)}, and line ${again.sentence.line} asks for it: ${quote(again.sentence.text)}`,
        remedy: write(
          `decide whether it is part of this: line ${one.sentence.line} or line ${again.sentence.line}`,
        ),
      },
    ];
  });
  return { remarks, looked: left.length, things: 'things that are left out are asked for nowhere' };
};

function isUnder({ statement }: Sentence, { headings }: MarkdownDocument): boolean {
  return OUT_OF_SCOPE.test(headings[statement.section]?.text ?? '');
}

/** Under a heading for it, below a line that announces it, or in the line itself behind a colon. */
function leftOut(document: MarkdownDocument): LeftOut[] {
  let announced = -1;
  return sentencesOf(document).flatMap((sentence): LeftOut[] => {
    const { own, statement } = sentence;
    const label = /^([^:\uFF1A]{3,40})[:\uFF1A]\s*(.*)$/u.exec(own.trim());
    const isLabelled = label !== null && OUT_OF_SCOPE.test(label[1] ?? '');
    if (statement.kind === 'paragraph')
      announced = isLabelled && (label?.[2] ?? '') === '' ? statement.section : -1;
    const isListed = statement.kind === 'item' && announced === statement.section && announced !== -1;
    if (!isUnder(sentence, document) && !isLabelled && !isListed) return [];
    // "Not included: refunds ()" gives its reason behind a bracket or a dash.
    const said =
      (isLabelled ? (label?.[2] ?? '') : own).replace(/[(（].*$/u, '').split(/\s[–—-]\s|;/u)[0] ?? '';
    const pieces = said.split(/[,、，]\s?|\s(?:and|und|et|y|e|en|i|och|or|oder|ou|o)\s/u);
    return pieces.flatMap((piece): LeftOut[] => {
      const terms = [...new Set(termsOf(piece))];
      return terms.length >= FEWEST_TERMS && terms.length <= 8 ? [{ sentence, terms }] : [];
    });
  });
}

function shareOf({ terms }: LeftOut, sentence: Sentence, weights: Weights): number {
  const said = termsOfSentence(sentence);
  const shared = terms.filter((term) => said.has(term));
  const weight = weights.sum(shared);
  return shared.length < FEWEST_TERMS || weight < LEAST_WEIGHT ? 0 : weight / weights.sum(terms);
}

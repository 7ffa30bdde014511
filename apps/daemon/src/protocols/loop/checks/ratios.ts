/** "58 children, 6 adults, one adult per 8 children": a ratio that the numbers beside it do not give. */
import { NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import type { Quantity } from '../../documents/language/quantity.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const PER =
  /(?<![\p{L}\p{N}])(1|an?|one|eine?|une?|un[ao]?|um|uma|een|jeden)\s+(\p{L}{3,})\s+(?:per|for every|for each|to every|je|pro|für je|pour|par|por cada|cada|per ogni|voor elke|na)\s+(\d{1,3}|\p{L}{3,12})\s+(\p{L}{3,})/giu;
/** One more than comes out may be rounded. */
const SLACK = 1;

export const ratios: Check = (document) => {
  const sentences = sentencesOf(document);
  const counts = sentences.flatMap(({ own }) =>
    quantitiesIn(own).filter(({ dimension, relation }) => dimension === 'count' && relation === 'plain'),
  );
  const said = sentences.flatMap((sentence) =>
    [...sentence.own.matchAll(PER)].map((match) => ({ match, sentence })),
  );
  const remarks = said.flatMap(({ match, sentence }): Remark[] => {
    const [shown, , one = '', number = '', many = ''] = match;
    const most = NUMBER_WORDS[number.toLowerCase()] ?? Number(number);
    const [few, all] = [onlyCount(counts, one, 1), onlyCount(counts, many, most)];
    if (!(most > 1) || few === null || all === null || all <= (most + SLACK) * few) return [];
    return [
      {
        check: 'wrong-ratio',
        line: sentence.line,
        text: `${all} ${many} and ${few} ${one} are ${Math.round((10 * all) / few) / 10} each, and "${shown}" is said: ${quote(sentence.text)}`,
        remedy: write(`correct "${shown}" or the numbers it is made of`),
      },
    ];
  });
  return { remarks, looked: said.length, things: 'ratios are what their numbers give' };
};

/** How many there are, where the text says it once; the figures of the ratio itself are none. */
function onlyCount(counts: readonly Quantity[], word: string, own: number): number | null {
  const start = word.toLowerCase().slice(0, 4);
  const values = new Set(
    counts
      .filter(
        ({ counted, shown, value }) =>
          value !== own && counted.length > 0 && shown.toLowerCase().includes(` ${start}`),
      )
      .map(({ value }) => value),
  );
  const [only] = values;
  return values.size === 1 && only !== undefined ? only : null;
}

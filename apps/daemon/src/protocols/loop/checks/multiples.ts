/** Totals that are so many times one: "one row draws 7.5 kW; all 24 rows together 160 kW", "96 positions, 8 rows x 14 columns". */

import { quantitiesIn } from '../../documents/language/quantities.ts';
import type { Quantity } from '../../documents/language/quantity.ts';
import { EACH, TOGETHER } from '../../documents/language/sum-words.ts';
import { type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** Figures that are farther apart are of something else. */
const NEAREST = 0.6;
const SLACK = 0.02;

export const multiples: Check = (document) => {
  let looked = 0;
  const remarks = [...Map.groupBy(sentencesOf(document), ({ statement }) => statement).values()].flatMap(
    (sentences): Remark[] => {
      if (sentences[0]?.statement.kind === 'row') return [];
      const found = [...eachTimesMany(sentences), ...grids(sentences)];
      looked += found.length;
      return found.flatMap(({ line, product, whole, shown, text }): Remark[] => {
        const near = Math.min(product, whole) / Math.max(product, whole);
        if (near >= 1 - SLACK || near < NEAREST) return [];
        return [
          {
            check: 'wrong-total',
            line,
            text: `${shown} is ${Math.round(product * 100) / 100}, and ${whole} is said: ${quote(text)}`,
            remedy: write(`correct ${whole} or the figures it is made of`),
          },
        ];
      });
    },
  );
  return { remarks, looked, things: 'totals are so many times one' };
};

interface Multiple {
  line: number;
  product: number;
  whole: number;
  shown: string;
  text: string;
}

function eachTimesMany(sentences: readonly Sentence[]): Multiple[] {
  const told = sentences.flatMap((sentence) =>
    quantitiesIn(sentence.own).map((quantity) => ({
      quantity,
      sentence,
      ahead: sentence.own.slice(0, quantity.start),
    })),
  );
  const whole = told.find(({ quantity, ahead }) => isAmount(quantity) && TOGETHER.test(ahead.slice(-40)));
  if (whole === undefined) return [];
  const each = told.filter(
    ({ quantity, ahead, sentence }) =>
      quantity.dimension === whole.quantity.dimension &&
      quantity !== whole.quantity &&
      (EACH.test(ahead.slice(-60)) || EACH.test(sentence.own.slice(quantity.end, quantity.end + 20))),
  );
  const many = told.filter(({ quantity }) => quantity.dimension === 'count' && quantity.value > 1);
  const [one] = each;
  const [count] = many;
  if (
    one === undefined ||
    count === undefined ||
    each.length !== 1 ||
    new Set(many.map(({ quantity }) => quantity.value)).size !== 1
  )
    return [];
  return [
    {
      line: whole.sentence.line,
      product: one.quantity.value * count.quantity.value,
      whole: whole.quantity.value,
      shown: `${count.quantity.value} × ${one.quantity.shown}`,
      text: whole.sentence.text,
    },
  ];
}

function isAmount({ dimension }: Quantity): boolean {
  return (
    dimension !== 'count' &&
    dimension !== 'date' &&
    dimension !== 'weekday' &&
    dimension !== 'clock' &&
    dimension !== '%'
  );
}

const GRID = /(?<![\d.,])(\d{1,4})\s*\p{L}*\s*[x×]\s*(\d{1,4})(?![\d.,]\d)/gu;

function grids(sentences: readonly Sentence[]): Multiple[] {
  const all = sentences.flatMap((sentence) =>
    [...sentence.own.matchAll(GRID)].map((match) => ({ match, sentence })),
  );
  const [only] = all;
  if (only === undefined || all.length !== 1) return [];
  const product = Number(only.match[1]) * Number(only.match[2]);
  const counts = sentences.flatMap((sentence) =>
    quantitiesIn(sentence.own)
      .filter(
        ({ dimension, start, value }) =>
          dimension === 'count' &&
          value > Math.max(Number(only.match[1]), Number(only.match[2])) &&
          !(
            sentence === only.sentence &&
            start >= only.match.index &&
            start < only.match.index + only.match[0].length
          ),
      )
      .map(({ value }) => value),
  );
  const [whole] = counts;
  if (whole === undefined || counts.length !== 1) return [];
  return [
    { line: only.sentence.line, product, whole, shown: only.match[0].trim(), text: only.sentence.text },
  ];
}

/** Figures that follow from others of the text: a share of two counts, a product of each and many, how often a day by a rhythm. */
import { quantitiesOf } from '../../documents/compare/measures.ts';
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import { numberOf } from '../../documents/language/quantities.ts';
import type { Quantity } from '../../documents/language/quantity.ts';
import { type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const SO = anyOf(
  'so|that is|i\\.e\\.|which is|which makes|makes|a rate of|a share of|therefore|thus|hence|das sind|also|macht|ergibt|somit|eine quote|ein anteil|soit|donc|ce qui fait|un taux|une part|o sea|es decir|así que|lo que hace|una tasa|un porcentaje|ou seja|portanto|uma taxa|cioè|ossia|quindi|un tasso|dus|oftewel|een aandeel|czyli|つまり|即',
);
const PERIODS: readonly (readonly [number, RegExp])[] = [
  [
    86_400,
    anyOf(
      'a day|per day|each day|daily|am tag|pro tag|täglich|par jour|al día|por día|diari[oa]s?|por dia|al giorno|per dag|dziennie|1日|每天',
    ),
  ],
  [
    3_600,
    anyOf(
      "an hour|per hour|hourly|pro stunde|stündlich|par heure|por hora|la hora|all[’']ora|per uur|na godzinę|1時間に|每小时",
    ),
  ],
  [
    604_800,
    anyOf(
      'a week|per week|weekly|pro woche|par semaine|por semana|a la semana|alla settimana|per week|tygodniowo|1週間に|每周',
    ),
  ],
];
/** A share is rounded. */
const POINTS = 1;
const SLACK = 0.01;

function remarkOf(line: number, is: string, said: string, text: string): Remark {
  return {
    check: 'wrong-total',
    line,
    text: `${is}, and ${said} is said: ${quote(text)}`,
    remedy: write(`correct ${said} or the figures it is made of`),
  };
}

/** "1200 orders, 180 came back, so a return rate of 18 %." */
function wrongShare(sentence: Sentence): { looked: number; remark: Remark | null } {
  const { own, text, line } = sentence;
  const percents = quantitiesOf(sentence).filter(({ dimension }) => dimension === '%');
  const [percent] = percents;
  if (percents.length !== 1 || percent === undefined || percent.relation !== 'plain')
    return { looked: 0, remark: null };
  const ahead = own.slice(0, percent.start);
  const link = ahead.search(SO);
  const counts = [
    ...own
      .slice(0, link === -1 ? 0 : link)
      .matchAll(/(?<![\p{L}\d.,:/-])\d{1,3}(?:[.,’' ]\d{3})+(?!\d)|(?<![\p{L}\d.,:/-])\d+(?![\d.,:%/-])/gu),
  ].map(([figure]) => numberOf(figure));
  const [one, other] = counts;
  if (counts.length !== 2 || one === undefined || other === undefined || one === other)
    return { looked: 0, remark: null };
  const [part, whole] = [Math.min(one, other), Math.max(one, other)];
  const share = (100 * part) / whole;
  const isRight = [share, 100 - share].some((value) => Math.abs(value - percent.value) <= POINTS);
  return {
    looked: 1,
    remark: isRight
      ? null
      : remarkOf(line, `${part} of ${whole} are ${Math.round(share * 10) / 10} %`, percent.shown, text),
  };
}

const EACH = '(?:every|each|per|jede[rsn]?|je|pro|chaque|par|cada|ogni|elke?|per|każd\\p{L}*)';
const NUMBER = `\\d[\\d.,]*|${NUMBER_WORD}`;

/** "6 stands. every stand pays 40, so we get 200": each of many, and what that makes. */
function wrongProduct(sentences: readonly Sentence[]): { looked: number; remark: Remark | null } {
  const [first] = sentences;
  const text = sentences.map(({ own }) => own).join(' ');
  const each = new RegExp(`(?<!\\p{L})${EACH}\\s+(\\p{L}{3,})[^.;:\\d]{0,40}?(\\d[\\d.,]*)`, 'iu').exec(text);
  if (first === undefined || each === null) return { looked: 0, remark: null };
  const noun = (each[1] ?? '').slice(0, 4);
  const many = new RegExp(`(?<![\\p{L}\\d.,])(${NUMBER})\\s+(?:\\p{L}+\\s+)?${noun}\\p{L}*`, 'iu').exec(text);
  const behind = text.slice(each.index + each[0].length);
  const link = SO.exec(behind);
  const total = link === null ? null : /(\d[\d.,]*)/.exec(behind.slice(link.index, link.index + 40));
  if (many === null || total === null) return { looked: 0, remark: null };
  const [count, one, whole] = [many[1], each[2], total[1]].map(
    (word) => NUMBER_WORDS[(word ?? '').toLowerCase()] ?? numberOf((word ?? '').replace(/[.,]$/, '')),
  );
  if (count === undefined || one === undefined || whole === undefined || count < 2)
    return { looked: 0, remark: null };
  const product = count * one;
  const isFar = whole > 2 * product || product > 2 * whole;
  const isRight = Math.abs(product - whole) <= SLACK * product;
  return {
    looked: 1,
    remark:
      isRight || isFar
        ? null
        : remarkOf(first.line, `${count} x ${one} is ${product}`, String(whole), first.text),
  };
}

interface Rhythm {
  seconds: number;
  sentence: Sentence;
}

const MOST_RHYTHMS = 40;

/** "A reading every 10 minutes." "288 readings a day." */
function wrongRates(sentences: readonly Sentence[]): { looked: number; remarks: Remark[] } {
  const rhythms = sentences
    .flatMap((sentence): Rhythm[] =>
      quantitiesOf(sentence)
        .filter(({ relation, dimension }) => relation === 'every' && dimension === 'time')
        .map(({ value }) => ({ seconds: value, sentence })),
    )
    .slice(0, MOST_RHYTHMS);
  let looked = 0;
  const remarks = sentences.flatMap((sentence) => {
    const period = PERIODS.find(([, pattern]) => pattern.test(sentence.own));
    if (period === undefined) return [];
    const counts = quantitiesOf(sentence).filter(
      (one) => isCount(one) && period[1].test(sentence.own.slice(one.figureEnd, one.figureEnd + 40)),
    );
    return counts.flatMap((count) =>
      rhythms.flatMap((rhythm): Remark[] => {
        const isSame = count.counted.some((word) => rhythm.sentence.words.has(word));
        const times = period[0] / rhythm.seconds;
        if (!isSame || rhythm.sentence === sentence || times < 2) return [];
        looked++;
        const isFar = count.value > 4 * times || times > 4 * count.value;
        if (isFar || Math.abs(count.value - times) <= SLACK * times) return [];
        return [
          remarkOf(
            sentence.line,
            `at the rhythm of line ${rhythm.sentence.line} there are ${Math.round(times)}`,
            count.shown,
            sentence.text,
          ),
        ];
      }),
    );
  });
  return { looked, remarks };
}

function isCount({ dimension, relation, counted }: Quantity): boolean {
  return dimension === 'count' && relation === 'plain' && counted.length > 0;
}

export const rates: Check = (document) => {
  const sentences = sentencesOf(document).filter(({ statement }) => statement.kind !== 'row');
  const shares = sentences.map(wrongShare);
  const products = [...Map.groupBy(sentences, ({ statement }) => statement).values()].map(wrongProduct);
  const often = wrongRates(sentences);
  return {
    remarks: [...shares, ...products].flatMap(({ remark }) => remark ?? []).concat(often.remarks),
    looked: often.looked + [...shares, ...products].reduce((sum, { looked }) => sum + looked, 0),
    things: 'figures follow from those they are made of',
  };
};

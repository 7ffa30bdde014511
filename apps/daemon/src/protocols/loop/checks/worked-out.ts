/** Figures that one sentence gives twice: as a calculation, as two times of day, as a list that is counted, as parts of a sum. */
import { quantitiesOf } from '../../documents/compare/measures.ts';
import type { MarkdownDocument } from '../../documents/document.ts';
import { datesIn } from '../../documents/language/dates.ts';
import { MORE_THAN_ONE, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import { clocksIn, numberOf, quantitiesIn } from '../../documents/language/quantities.ts';
import { lineOf, type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const NUMBER = String.raw`\d{1,3}(?:[.,’' ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?`;
const UNIT = String.raw`(?:\s?(?:[€$£¥%]|\p{L}{1,12}))?`;
const EQUATION = new RegExp(
  String.raw`(?<![\d.,/-])((?:${NUMBER})${UNIT}(?:\s?[x×*·+–−]\s?(?:${NUMBER})${UNIT}){1,9})\s?=\s?[€$£¥]?\s?(${NUMBER})(?![\d])`,
  'giu',
);

/** "12 x 75 = 960". */
export const equations: Check = (document) => {
  const remarks: Remark[] = [];
  let looked = 0;
  for (const sentence of sentencesOf(document))
    for (const { 0: shown, 1: left = '', 2: right = '', index } of sentence.text.matchAll(EQUATION)) {
      const value = workedOut(left);
      const said = numberOf(right);
      if (value === null || !Number.isFinite(said)) continue;
      looked++;
      if (Math.abs(value - said) <= 0.005 * Math.max(1, Math.abs(value))) continue;
      remarks.push({
        check: 'wrong-total',
        line: lineOf(sentence, index),
        text: `${left.trim()} is ${rounded(value)}, and ${right} is said: ${quote(shown)}`,
        remedy: write(`correct ${right} or the figures before it`),
      });
    }
  return { remarks, looked, things: 'calculations are right' };
};

/** Products before sums; signs of one kind only, but for a sum of products. */
function workedOut(left: string): number | null {
  const sums = left.split(/\+/).map((part) => {
    const factors = part
      .split(/\s?[x×*·]\s?/iu)
      .map((one) => numberOf(new RegExp(NUMBER, 'u').exec(one)?.[0] ?? ''));
    return factors.reduce((product, factor) => product * factor, 1);
  });
  if (/[–−]/.test(left)) return null;
  const sum = sums.reduce((all, one) => all + one, 0);
  return Number.isFinite(sum) ? sum : null;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const FROM_TO = String.raw`\s*(?:Uhr|h)?\s*(?:to|until|till|and|bis|und|à|a|et|hasta|y|às|até|e|alle|tot|en|–|—|-|から|〜|～|至|到)\s*(?:las\s)?`;
const SPAN = new RegExp(
  String.raw`(?<![\d:])([01]?\d|2[0-4])[:h]([0-5]\d)${FROM_TO}([01]?\d|2[0-4])[:h]([0-5]\d)(?![\d:])`,
  'giu',
);
const MEANS = anyOf(
  "that is|i\\.e\\.|ie|which is|which makes|making|in all|in total|altogether|so|therefore|long|a day|per day|d\\.h\\.|das heißt|das sind|also|insgesamt|lang|am tag|pro tag|täglich|soit|c['’]est-à-dire|au total|par jour|es decir|o sea|en total|al día|al dia|diarias|ou seja|no total|por dia|cioè|ossia|in totale|al giorno|dus|dat is|oftewel|per dag",
  '合計|つまり|すなわち|計|即|共|总共|동안',
);

/** "From 6:00 to 23:00, that is 16 hours." */
export const spans: Check = (document) => {
  const remarks: Remark[] = [];
  let looked = 0;
  for (const sentence of sentencesOf(document)) {
    const { own, text } = sentence;
    const all = [...own.matchAll(SPAN)];
    const [span] = all;
    if (all.length !== 1 || span === undefined) continue;
    const behind = own.slice(span.index + span[0].length);
    const lasts = quantitiesIn(behind).filter(({ dimension }) => dimension === 'time');
    const [only] = lasts;
    const isMeant =
      only !== undefined && (MEANS.test(behind) || /^[\s,]*\(/.test(behind) || /^[\s]*=/.test(behind));
    if (lasts.length !== 1 || only === undefined || !isMeant) continue;
    looked++;
    const [from, to] = [Number(span[1]) * 60 + Number(span[2]), Number(span[3]) * 60 + Number(span[4])];
    const minutes = (to - from + 1_440) % 1_440 || 1_440;
    // A break or a part of it may be meant: only what is near is meant to be the same.
    const said = only.value / 60;
    if (Math.abs(said - minutes) < 1 || said > 2 * minutes || said < minutes / 2) continue;
    remarks.push({
      check: 'wrong-total',
      line: lineOf(sentence, span.index),
      text: `${span[0].trim()} are ${rounded(minutes / 60)} hours, and ${only.shown} are said: ${quote(text)}`,
      remedy: write(`correct ${only.shown} or the times before it`),
    });
  }
  return { remarks, looked, things: 'times of day are as far apart as is said' };
};

const UNIT_WORDS =
  '(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden|minuten|stunden|tagen?|wochen|monaten?|jahren?|secondes|heures|jours|semaines|mois|ans|segundos|minutos|horas|d[íi]as|semanas|meses|años|anos)(?![\\p{L}])';
const COUNT = String.raw`(\d{1,2}|${MORE_THAN_ONE})`;
const COUNTED = new RegExp(
  String.raw`(?<![\p{L}\d.,:/-])${COUNT}(?:\s+[\p{L}-]+){1,3}\s*[:：]\s*([^:：]+)$`,
  'iu',
);
/** What is counted in a list of names; figures and sentences are something else. */
const MEMBER = /^[^\d;:]{2,40}$/u;
const AT_LEAST = anyOf(
  'at least|up to|at most|more than|about|around|such as|including|e\\.g\\.|for example|mindestens|höchstens|bis zu|etwa|rund|zum beispiel|z\\.b\\.|darunter|wie|au moins|au plus|environ|par exemple|notamment|dont|al menos|como máximo|unos|por ejemplo|como|pelo menos|cerca de|por exemplo|almeno|circa|per esempio|minstens|ongeveer|bijvoorbeeld|first|erste\\p{L}*',
  '以上|以下|など|約|例えば',
);

/** "Three states: new, paid." */
export const countedLists: Check = (document) => {
  const remarks: Remark[] = [];
  let looked = 0;
  for (const { own, text, line } of sentencesOf(document)) {
    const match = /[:：]/u.test(text) ? COUNTED.exec(text.trim().replace(/[.。]$/u, '')) : null;
    // "Tuesday 16 June: …" counts nothing.
    if (
      match === null ||
      AT_LEAST.test(own) ||
      datesIn(match[0]).some(({ dimension }) => dimension === 'date')
    )
      continue;
    const wanted = NUMBER_WORDS[(match[1] ?? '').toLowerCase()] ?? Number(match[1]);
    const members = (match[2] ?? '')
      .split(
        /\s*[,、，]\s*(?:(?:and|und|et|y|e|or|oder|ou|o|en)\s+)?|\s+(?:and|und|et|y|e|or|oder|ou|o|en)\s+/iu,
      )
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (
      members.length < 2 ||
      wanted < 2 ||
      !members.every((one) => MEMBER.test(one) && one.split(/\s+/).length <= 4)
    )
      continue;
    looked++;
    if (members.length === wanted) continue;
    remarks.push({
      check: 'wrong-total',
      line,
      text: `${match[1]} are announced and ${members.length} are listed: ${quote(text)}`,
      remedy: write(`correct ${quote(match[1] ?? '')} or the list behind it`),
    });
  }
  return {
    remarks: [...remarks, ...countedItems(document)],
    looked,
    things: 'lists have as many entries as is said',
  };
};

const ANNOUNCED = new RegExp(
  String.raw`(?<![\p{L}\d.,:/#-])${COUNT}\s+(?:[\p{L}-]+\s+){0,4}[\p{L}-]+\s*[:：]\s*$`,
  'iu',
);

/** "The board knows four states of a room." */
const TOLD = new RegExp(
  String.raw`(?<![\p{L}\d.,:/-])${COUNT}\s+(?!${UNIT_WORDS})(?:[\p{L}-]+\s+){0,4}[\p{L}-]+[.。]\s*$`,
  'iu',
);
const MOST_NAME_WORDS = 5;

/** "The form has four fields:", and the entries below it. */
function countedItems({ statements, source }: MarkdownDocument): Remark[] {
  return statements.flatMap(({ kind, text, line, section }, index): Remark[] => {
    const match =
      kind === 'row' ? null : (ANNOUNCED.exec(text) ?? (kind === 'paragraph' ? TOLD.exec(text) : null));
    if (match === null || AT_LEAST.test(text)) return [];
    const isTold = !/[:：]\s*$/u.test(text);
    const items = [];
    const first = statements[index + 1];
    const indent = first === undefined ? 0 : columnOf(source, first.start);
    for (const next of statements.slice(index + 1)) {
      if (next.kind !== 'item' || next.section !== section || next.isOrdered !== first?.isOrdered) break;
      if (columnOf(source, next.start) <= indent) items.push(next);
    }
    const wanted = NUMBER_WORDS[(match[1] ?? '').toLowerCase()] ?? Number(match[1]);
    if (items.length < 2 || items.length === wanted || wanted < 2) return [];
    // A full stop announces names, not sentences.
    if (isTold && !items.every((item) => item.text.split(/\s+/).length <= MOST_NAME_WORDS)) return [];
    return [
      {
        check: 'wrong-total',
        line,
        text: `${match[1]} are announced and ${items.length} are listed: ${quote(text)}`,
        remedy: write(`correct ${quote(match[1] ?? '')} or the list below it`),
      },
    ];
  });
}

function columnOf(source: string, at: number): number {
  return at - Math.max(source.lastIndexOf('\n', at - 1), source.lastIndexOf('\r', at - 1)) - 1;
}

const TOTAL = anyOf(
  'in total|total|altogether|in all|all together|sum|zusammen|insgesamt|in summe|gesamt|au total|en tout|en total|en todo|no total|ao todo|in totale|in tutto|in totaal|samen',
  '合計|計|全部で|总共|合计|합계',
);

/** "40 adults and 25 children, 70 people in all." */
export const sentenceTotals: Check = (document) => {
  const remarks: Remark[] = [];
  let looked = 0;
  const sentences = sentencesOf(document);
  for (const [index, sentence] of sentences.entries()) {
    const before = sentences
      .slice(Math.max(0, index - MOST_BEFORE), index)
      .filter(({ statement }) => statement === sentence.statement);
    const sum = sumIn(sentence) ?? sumBefore(sentence, before) ?? wholeAndParts(sentence);
    if (sum === null) continue;
    looked++;
    if (sum.parts.reduce((all, one) => all + one, 0) === sum.whole) continue;
    remarks.push({
      check: 'wrong-total',
      line: sentence.line,
      text: `${sum.parts.join(' + ')} is ${sum.parts.reduce((all, one) => all + one, 0)}, and ${sum.whole} is said: ${quote(sentence.text)}`,
      remedy: write(`correct ${sum.whole} or its parts`),
    });
  }
  return { remarks, looked, things: 'sums in sentences are right' };
};

/** "budget 20k: 9k desks, 7k movers, 5k internet": the whole before a colon, its parts behind it. */
function wholeAndParts({ text, statement }: Sentence): { parts: number[]; whole: number } | null {
  const match = statement.kind === 'row' ? null : WHOLE_AND_PARTS.exec(text);
  if (match === null) return null;
  const thousands = (figure: string): number =>
    numberOf(figure.replace(/k$/i, '')) * (/k$/i.test(figure) ? 1_000 : 1);
  const whole = thousands(match[1] ?? '');
  const entries = (match[2] ?? '').split(/[,;+](?!\d)/u).map((one) => FIRST_FIGURE.exec(one)?.[1]);
  const parts = entries.flatMap((figure) => (figure === undefined ? [] : [thousands(figure)]));
  const sum = parts.reduce((all, one) => all + one, 0);
  // Every entry has one figure, and they come near: else something else is listed.
  const isMeant =
    parts.length >= 3 && parts.length === entries.length && whole > 10 && parts.every((one) => one < whole);
  return !isMeant || sum > 1.3 * whole || sum < 0.77 * whole ? null : { parts, whole };
}

const WHOLE_AND_PARTS =
  /(?<![\p{L}\d.,:/-])[€$£]?(\d{1,3}(?:[.,]\d{3})+|\d+k?)\s?(?:[€$£]|\p{L}{2,12})?\s*[:=]\s+([^:=]+)$/iu;
const FIRST_FIGURE = /^[^\d]{0,30}?[€$£]?(\d{1,3}(?:[.,]\d{3})+|\d+k?)(?![\d:%/-])[^\d]*$/iu;
const MOST_BEFORE = 6;

/** "First 2,000. Second 1,000. Third 500. In total 3,000.": the parts in sentences of their own. */
function sumBefore(
  sentence: Sentence,
  before: readonly Sentence[],
): { parts: number[]; whole: number } | null {
  const { own, statement } = sentence;
  if (statement.kind === 'row' || !TOTAL.test(own)) return null;
  const [whole, ...more] = quantitiesOf(sentence);
  const parts = before.flatMap(quantitiesOf);
  if (whole === undefined || more.length > 0 || parts.length < 2 || parts.length !== before.length)
    return null;
  if (parts.some(({ dimension }) => dimension !== whole.dimension) || whole.dimension === 'count')
    return null;
  const values = parts.map(({ value }) => value);
  const sum = values.reduce((all, one) => all + one, 0);
  return sum > 1.5 * whole.value || sum < 0.67 * whole.value ? null : { parts: values, whole: whole.value };
}

const NEAR_TOTAL = 25;

function sumIn({ own, statement }: Sentence): { parts: number[]; whole: number } | null {
  const word = TOTAL.exec(own);
  if (word === null || statement.kind === 'row' || clocksIn(own).length > 0) return null;
  const figures = quantitiesIn(own).filter(
    ({ dimension }) => dimension !== 'weekday' && dimension !== 'date',
  );
  if (figures.length < 3 || figures.length > 8) return null;
  const kinds = new Set(figures.map(({ dimension }) => dimension));
  if (kinds.size !== 1 || kinds.has('%')) return null;
  // "zusammen 190 Euro", "65 seats in all".
  const nearest =
    figures.find(({ start }) => start > word.index && start - word.index <= NEAR_TOTAL) ??
    figures.findLast(({ start }) => start < word.index);
  const parts = figures.filter((one) => one !== nearest).map(({ value }) => value);
  if (nearest === undefined || parts.some((one) => one >= nearest.value)) return null;
  const sum = parts.reduce((all, one) => all + one, 0);
  // Far from each other they are not meant as parts and whole.
  return sum > 1.5 * nearest.value || sum < 0.67 * nearest.value ? null : { parts, whole: nearest.value };
}

/** Figures of one statement that cannot all hold: more at least than at most, a default outside its range, shares of no whole. */
import { quantitiesOf } from '../../documents/compare/measures.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { Quantity } from '../../documents/language/quantity.ts';
import { lineOf, type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const DEFAULT = anyOf(
  'default(?:s| is| value| setting)?|preset|factory setting|initial(?:ly)?|out of the box|pre-?filled|set to|standardwert|standardmäßig|voreinstellung|voreingestellt|werkseinstellung|vorgabe|par défaut|valeur initiale|réglage d.usine|por defecto|predeterminad[oa]|valor inicial|ajuste de fábrica|por padrão|padrão|predefinit[oa]|valore iniziale|impostazione di fabbrica|standaard(?:waarde|instelling)?|domyślnie|domyśln\\p{L}+|wartość początkowa|förval(?:t|d)?|standardvärde',
  '初期値|既定値|デフォルト|標準設定|初期設定|默认|初始值|기본값',
);
const FEWEST_SHARES = 3;

export const within: Check = (document) => {
  const all = sentencesOf(document);
  let looked = 0;
  const remarks = [...Map.groupBy(all, ({ statement }) => statement).values()].flatMap(
    (sentences): Remark[] => {
      const figures = sentences.flatMap((sentence) =>
        quantitiesOf(sentence).map((quantity) => ({ quantity, sentence })),
      );
      looked += figures.length;
      return [
        ...turnedAbout(figures),
        ...outsideRange(figures),
        ...noWhole(sentences),
        ...reversed(sentences),
      ];
    },
  );
  return { remarks, looked, things: 'figures of one statement agree' };
};

interface Placed {
  quantity: Quantity;
  sentence: Sentence;
}

function remarkAt({ sentence, quantity }: Placed, text: string, says: string): Remark {
  return {
    check: 'contradiction',
    line: lineOf(sentence, quantity.start),
    text: `${text}: ${quote(sentence.text)}`,
    remedy: write(says),
  };
}

const REVERSED =
  /(?<!\p{L})(?:between|from|zwischen|von|entre|de|tra|da|fra|tussen|van|między|od|mellan|från)\s+(?:the |las |les |los |le |il )?(-?\d+(?:[.,]\d+)?)\s*(%|°\s?C?|[\p{L}€$£]{1,8})?\s+(?:and|to|und|bis|et|à|y|a|e|en|tot|do|och|till|i)\s+(-?\d+(?:[.,]\d+)?)(?![\d:/]|[.,]\d|[ \u00A0\u202F]\d{3}|\s*(?:Uhr|h\b|o[’']clock))/giu;

/** "between 3.5 and 2.0". What goes down may rightly be told from above: "from 80 to 20 %". */
function reversed(sentences: readonly Sentence[]): Remark[] {
  return sentences.flatMap((sentence): Remark[] => {
    if (FALLS.test(sentence.own)) return [];
    return [...sentence.own.matchAll(REVERSED)].flatMap(
      ({ 0: shown, 1: low = '', 3: high = '', index }): Remark[] => {
        const [a, b] = [low, high].map((one) => Number(one.replace(',', '.')));
        const isClock = /\d\s*(?:am|pm|:\d)/iu.test(shown);
        return a === undefined || b === undefined || a <= b || isClock || a >= 1_900
          ? []
          : [
              {
                check: 'contradiction',
                line: lineOf(sentence, index),
                text: `the range is turned about (${shown.trim()}): ${quote(sentence.text)}`,
                remedy: write('put the smaller figure first, or correct one'),
              },
            ];
      },
    );
  });
}

const FALLS = anyOf(
  'reduc\\p{L}*|lower\\p{L}*|fall\\p{L}*|fell|drop\\p{L}*|decreas\\p{L}*|cut|down|shrink\\p{L}*|count(?:s|ing)? down|senk\\p{L}*|sink\\p{L}*|fäll\\p{L}*|verringer\\p{L}*|reduzier\\p{L}*|baiss\\p{L}*|rédui\\p{L}*|pass\\p{L}*|baj\\p{L}*|reduc\\p{L}*|pas[ao]\\p{L}*|cai\\p{L}*|reduz\\p{L}*|scend\\p{L}*|ridu\\p{L}*|daal\\p{L}*|verlaag\\p{L}*|spad\\p{L}*|zmniejsz\\p{L}*|minsk\\p{L}*|sjunk\\p{L}*|change\\p{L}*|ändert|geändert|chang\\p{L}*|cambia\\p{L}*|muda\\p{L}*|night|nachts?|nuit|noche|notte|nacht|noc',
);

/** "at least 500 points and at most 300 points". */
function turnedAbout(figures: readonly Placed[]): Remark[] {
  return figures.flatMap((one): Remark[] => {
    if (one.quantity.relation !== 'lower' || one.quantity.dimension === 'clock') return [];
    const top = figures.find(
      ({ quantity, sentence }) =>
        quantity.relation === 'upper' &&
        sentence === one.sentence &&
        quantity.dimension === one.quantity.dimension &&
        quantity.counted[0] === one.quantity.counted[0] &&
        quantity.value < one.quantity.value &&
        isOneClause(sentence.own, quantity, one.quantity),
    );
    return top === undefined || one.quantity.dimension === 'time'
      ? []
      : [
          remarkAt(
            one,
            `the least (${one.quantity.shown}) is more than the most (${top.quantity.shown})`,
            'change them about, or correct one',
          ),
        ];
  });
}

/** "At least 97 % arrive, and fewer than 1 % come back": behind a comma it is said of something else. */
function isOneClause(own: string, one: Quantity, other: Quantity): boolean {
  const between = own.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
  return !/[,;:.、，]/u.test(between);
}

/** "from 90 to 300 seconds; the factory setting is 60 seconds". */
function outsideRange(figures: readonly Placed[]): Remark[] {
  return figures.flatMap((one): Remark[] => {
    const { quantity, sentence } = one;
    const ahead = sentence.own.slice(Math.max(0, quantity.start - 40), quantity.start);
    if (quantity.relation === 'range' || !DEFAULT.test(ahead)) return [];
    const range = figures.find(
      (other) =>
        other !== one &&
        other.quantity.dimension === quantity.dimension &&
        (other.quantity.relation === 'range'
          ? quantity.value < other.quantity.low || quantity.value > other.quantity.value
          : (other.quantity.relation === 'lower' && quantity.value < other.quantity.value) ||
            (other.quantity.relation === 'upper' && quantity.value > other.quantity.value)),
    );
    return range === undefined
      ? []
      : [
          remarkAt(
            one,
            `${quantity.shown} is outside ${range.quantity.shown}`,
            `choose one within ${range.quantity.shown}`,
          ),
        ];
  });
}

/** "exams 50 %, papers 30 %, attendance 20 %, notebook 10 %": parts of one whole. */
function noWhole(sentences: readonly Sentence[]): Remark[] {
  return sentences.flatMap((sentence): Remark[] => {
    if (sentence.statement.kind === 'row') return [];
    const shares = quantitiesOf(sentence).filter(({ dimension }) => dimension === '%');
    const pieces = sentence.own.split(/[,;、，]\s|\s(?:and|und|et|y|e|en|i|och)\s/u);
    const isList = pieces.filter((piece) => /\d\s?[%\uFF05]/.test(piece)).length === shares.length;
    if (shares.length < FEWEST_SHARES || !isList || shares.some(({ relation }) => relation !== 'plain'))
      return [];
    const sum = shares.reduce((all, { value }) => all + value, 0);
    const [first] = shares;
    if (first === undefined || sum < 80 || sum > 120 || Math.abs(sum - 100) <= 0.5) return [];
    return [
      remarkAt(
        { quantity: first, sentence },
        `${shares.map(({ shown }) => shown).join(' + ')} is ${Math.round(sum * 10) / 10} %, not 100 %`,
        'correct the shares',
      ),
    ];
  });
}

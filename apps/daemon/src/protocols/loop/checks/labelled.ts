/** Names, days and amounts with a label: who checks their own work, what holds before it is decided, a foreign currency. */
import type { MarkdownDocument } from '../../documents/document.ts';
import { calendarDaysIn, dayNumber } from '../../documents/language/calendar-days.ts';
import { anyOf, inAnyCase } from '../../documents/language/patterns.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { lineOf, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** A label and the name behind it: what begins with a small letter is a word like others. */
function beforeName(labels: string): RegExp {
  return new RegExp(
    String.raw`(?<!\p{L})(?:${inAnyCase(labels)})(?:\s*[:\uFF1A]|\s)\s*((?:\p{Lu}\.\s?)?\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,3}|[\p{Script=Han}]{2,6})`,
    'u',
  );
}

const WROTE = beforeName(
  'author|written by|prepared by|drafted by|requested by|requester|developer|implemented by|verfasst von|verfasser(?:in)?|erstellt von|ersteller(?:in)?|autor(?:in)?|beantragt von|rédigé par|rédacteur|auteur|préparé par|demandé par|elaborado por|redactado por|solicitado por|escrito por|redatto da|autore|opgesteld door|aanvrager|sporządził(?:a)?|autor|opracował(?:a)?|upprättad av|författare|作成者|作成|起草人|编写',
);
const CHECKED = beforeName(
  'approved by|approver|reviewed by|reviewer|released by|signed off by|checked by|verified by|geprüft(?: und freigegeben)? von|freigegeben von|genehmigt von|freigabe|prüfer(?:in)?|approuvé par|validé par|vérifié par|relu par|aprobado por|revisado por|autorizado por|aprovado por|verificado por|approvato da|verificato da|goedgekeurd door|gecontroleerd door|zatwierdził(?:a)?|sprawdził(?:a)?|godkänd av|granskad av|承認者|承認|確認者|审批人|批准',
);
const DECIDED = anyOf(
  'decided|adopted|approved|signed|resolved|beschlossen|verabschiedet|genehmigt|unterzeichnet|adoptée?|approuvée?|signée?|décidée?|aprobad[oa]|adoptad[oa]|firmad[oa]|aprovad[oa]|assinad[oa]|approvat[oa]|deliberat[oa]|firmat[oa]|vastgesteld|goedgekeurd|ondertekend|uchwalon\\p{L}+|zatwierdzon\\p{L}+|beslutad|antagen',
  '決定|承認|制定|通过|批准',
);
const IN_FORCE = anyOf(
  'in force|effective|valid from|applies from|takes effect|in kraft|gültig ab|gilt ab|wirksam ab|en vigueur|applicable à partir|entra en vigor|vigente desde|válid[oa] desde|em vigor|válid[oa] a partir|in vigore|valid[oa] dal|van kracht|geldig vanaf|obowiązuje od|w życie|gäller från|träder i kraft',
  '施行|適用開始|発効|生效|实施',
);
const ALL_IN = anyOf(
  'all (?:amounts|prices|figures|sums|costs|values)|alle (?:beträge|preise|angaben|kosten|bedragen|prijzen)|tous les (?:montants|prix)|todos los (?:importes|precios|montos)|todos os (?:valores|preços|montantes)|tutti gli importi|tutti i prezzi|wszystkie (?:kwoty|ceny)|alla (?:belopp|priser)|(?:amounts|prices|beträge|preise|montants|importes|valores|importi|bedragen|kwoty) (?:are |is |sind |sont )?in',
  '金額はすべて|金額の単位|单位',
);
const CURRENCY = /^(?:EUR|USD|GBP|CHF|JPY|PLN|SEK|BRL)$/;
const CURRENCY_NAMES: readonly [RegExp, string][] = [
  [/(?<!\p{L})(?:euros?|eur)(?!\p{L})|€|ユーロ/iu, 'EUR'],
  [/(?<!\p{L})(?:us )?(?:dollars?|usd)(?!\p{L})|\$/iu, 'USD'],
  [/(?<!\p{L})(?:pounds? sterling|gbp)(?!\p{L})|£/iu, 'GBP'],
  [/(?<!\p{L})(?:swiss francs?|franken|chf)(?!\p{L})/iu, 'CHF'],
  [/(?<!\p{L})(?:złot\p{L}+|pln|zł)(?!\p{L})/iu, 'PLN'],
  [/(?<!\p{L})(?:kronor|sek)(?!\p{L})/iu, 'SEK'],
  [/(?<!\p{L})(?:yen|jpy)(?!\p{L})|円|¥/iu, 'JPY'],
];

export const labelled: Check = (document) => {
  const parts = [ownChecks(document), heldTooEarly(document), otherCurrency(document)];
  return {
    remarks: parts.flat(),
    looked: sentencesOf(document).length,
    things: 'labelled names, days and amounts agree',
  };
};

/** "Written by: M. Ohlendorf. Approved by: M. Ohlendorf." */
function ownChecks({ source }: MarkdownDocument): Remark[] {
  const lines = source.split(/\r\n|\n|\r/);
  const found = (pattern: RegExp) =>
    lines.flatMap((line, index) => {
      const name = pattern.exec(line.replace(/[*_`|]/g, ' ').replace(/ +/g, ' '))?.[1]?.replace(/[.,]+$/, '');
      return name === undefined ? [] : [{ name, line: index + 1 }];
    });
  const [wrote] = found(WROTE);
  const checked = found(CHECKED).find(({ name }) => name === wrote?.name);
  if (wrote === undefined || checked === undefined || !/\s|\p{Script=Han}/u.test(wrote.name)) return [];
  return [
    {
      check: 'own-check',
      line: checked.line,
      text: `${wrote.name} wrote it (line ${wrote.line}) and checks it as well (line ${checked.line})`,
      remedy: write('name somebody else to check it'),
    },
  ];
}

/** "Decided on 20 April. In force from 1 April." */
function heldTooEarly(document: MarkdownDocument): Remark[] {
  const years = new Set(
    [...document.source.matchAll(/(?<!\d)20[0-4]\d(?!\d)/g)].map(([year]) => Number(year)),
  );
  const [only] = years;
  const year = years.size === 1 && only !== undefined ? only : null;
  const days = (words: RegExp) =>
    sentencesOf(document).flatMap((sentence) => {
      const match = words.exec(sentence.own);
      const day = calendarDaysIn(sentence.text, year).find(
        ({ start }) => match !== null && start > match.index && start - match.index < 40,
      );
      const number = day === undefined ? null : dayNumber(day);
      return day === undefined || number === null ? [] : [{ day, number, sentence }];
    });
  const [decided] = days(DECIDED);
  const [held] = days(IN_FORCE);
  if (decided === undefined || held === undefined || held.number >= decided.number) return [];
  return [
    {
      check: 'contradiction',
      line: lineOf(held.sentence, held.day.start),
      text: `it holds from ${held.day.shown} and was decided on ${decided.day.shown} (line ${decided.sentence.line}): ${quote(held.sentence.text)}`,
      remedy: write('correct one of the days, or say that it holds for the time before'),
    },
  ];
}

/** "All amounts are in euro", and one in dollars. */
function otherCurrency(document: MarkdownDocument): Remark[] {
  const sentences = sentencesOf(document);
  const rule = sentences.find(
    ({ own }) => ALL_IN.test(own) && CURRENCY_NAMES.some(([pattern]) => pattern.test(own)),
  );
  const wanted =
    rule === undefined ? undefined : CURRENCY_NAMES.find(([pattern]) => pattern.test(rule.own))?.[1];
  if (rule === undefined || wanted === undefined) return [];
  return sentences.flatMap((sentence): Remark[] => {
    const other = quantitiesIn(sentence.own).find(
      ({ dimension }) => CURRENCY.test(dimension) && dimension !== wanted,
    );
    return other === undefined || sentence === rule
      ? []
      : [
          {
            check: 'contradiction',
            line: lineOf(sentence, other.start),
            text: `${other.shown} is in another currency than line ${rule.line} says: ${quote(rule.text)}`,
            remedy: write(`give it in ${wanted}`),
          },
        ];
  });
}

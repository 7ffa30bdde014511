/** Whether a requirement can be decided by a check: a figure, or something that either is or is not. */
import { demands } from '../../documents/document.ts';
import { PASSIVE } from '../../documents/language/actors.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { PAST } from '../../documents/language/scopes.ts';
import { CHANGED, HOW_IT_GOES, OFTEN, UNDECIDABLE, VAGUE } from '../../documents/language/vague.ts';
import { clauseAt, conditionIn, type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** Sections that say what for, what is meant or what may go wrong, and demand nothing. */
const NO_DEMANDS = anyOf(
  'purpose|goals?|aims?|background|context|overview|introduction|motivation|summary|scope|definitions?|terms?|glossary|vocabulary|risks?|history|changes|questions?|references?',
  'ziele?|zweck|hintergrund|kontext|überblick|einleitung|begriffe?|glossar|definitionen|risiken|risiko|ausgangslage',
  'objet|objectifs?|but|contexte|vocabulaire|glossaire|définitions|introduction|risques?|objetivos?|contexto|glosario|glossário|definiciones|definições|introducción|introdução|riesgos?|riscos?|propósito',
  '目的|背景|用語|概要|はじめに|定義|リスク|目标|术语|목적|용어|배경',
);

/** Sections in which every sentence is something that shall be reached. */
const WANTED_UNDER = anyOf(
  'success|acceptance|criteria|quality|performance|requirements?|erfolg\\p{L}*|abnahme\\p{L}*|qualität|anforderungen|kriterien|leistung|recette|réussite|critères|exigences|qualité|éxito|aceptación|criterios|requisitos|calidad|sucesso|aceitação|critérios|qualidade|successo|accettazione|criteri|qualità|acceptatie|succes|kwaliteit|sukces|odbiór|kryteria|jakość|wymagania',
  '受入|成功|品質|性能|要件|验收|成功|性能|인수|성공|품질',
);

export const measurability: Check = (document) => {
  // Where nothing is numbered, what is told after the opening is what shall be.
  const isUnnumbered = document.statements.every(({ id }) => id === null);
  const demanded = new Set([
    ...document.requirements,
    ...document.statements.filter(
      ({ kind, section, text }, index) =>
        (kind === 'item' ||
          NUMBERED.test(text) ||
          WANTED_UNDER.test(document.headings[section]?.text ?? '') ||
          (isUnnumbered && kind === 'paragraph' && index > 1 && section > 0)) &&
        !NO_DEMANDS.test(document.headings[section]?.text ?? ''),
    ),
  ]);
  // A paragraph may demand something in one sentence and tell something in the next.
  const sentences = sentencesOf(document).filter(
    ({ statement, own }) =>
      demanded.has(statement) &&
      !PAST.test(own) &&
      !/[?\uFF1F]\W*$/u.test(own) &&
      (statement.kind !== 'paragraph' ||
        statement.isMarked ||
        isUnnumbered ||
        NUMBERED.test(statement.text) ||
        WANTED_UNDER.test(document.headings[statement.section]?.text ?? '') ||
        demands(own)),
  );
  const told = sentencesOf(document).filter(
    (one) => !sentences.includes(one) && isRule(one, document.headings[one.statement.section]?.text),
  );
  const isTerm = termsWith(sentencesOf(document));
  // Prose weighs and explains: what a text sets apart as a requirement must be decided by it.
  const isSetApart = ({ statement, own }: Sentence): boolean =>
    conditionIn(own) === '' &&
    (statement.id !== null ||
      ((statement.kind === 'item' || NUMBERED.test(statement.text)) &&
        (demands(own) || WANTED_UNDER.test(document.headings[statement.section]?.text ?? ''))));
  const found = [...sentences, ...told].flatMap((sentence) =>
    problemOf(sentence, isTerm).map((remark) => ({
      remark,
      isDoubtful: !isSetApart(sentence) || !isOfWhole(sentence.own, remark),
    })),
  );
  const isHabit = found.length >= HABIT && found.length >= HABIT_SHARE * (sentences.length + told.length);
  return {
    remarks: found.map(({ remark, isDoubtful }) => ({ ...remark, isDoubt: isDoubtful && !isHabit })),
    looked: demanded.size,
    things: 'requirements can be decided by a check',
  };
};

/** One loose word in what is told beside the requirements, or in the case of one, is a slip; so many are how the text is written. */
const HABIT = 3;
const HABIT_SHARE = 0.3;

/** What decides it may stand beside the loose word: a figure, a name in code marks, a case that is told. */
function isOfWhole(own: string, { text }: Remark): boolean {
  return (
    !HOW_IT_GOES.test(/^(?:nothing can decide )?"([^"]*)"/u.exec(text)?.[1] ?? '') && !/[\d`"“«「]/u.test(own)
  );
}

const LONGEST_RULE = 90;

/** A short sentence under a heading that tells what is done, and how often or how soon by a word nobody can count. */
function isRule({ statement, own }: Sentence, heading: string | undefined): boolean {
  return (
    statement.kind === 'paragraph' &&
    heading !== undefined &&
    !NO_DEMANDS.test(heading) &&
    own.trim().length <= LONGEST_RULE &&
    !PAST.test(own) &&
    PASSIVE.test(own) &&
    OFTEN.test(own)
  );
}

/** "3.1. The farmer enters …": numbered by hand. */
const NUMBERED = /^\s*\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,3}(?:\.\d{1,3})+)\s/u;

/** "Instant payments" again and again are a kind of payment: the word is part of a name. */
function termsWith(sentences: readonly Sentence[]): (own: string, match: RegExpExecArray) => boolean {
  return (own, match) => {
    const next = /^\s+([\p{L}-]{3,})/u.exec(own.slice(match.index + match[0].length))?.[1];
    if (next === undefined) return false;
    const name = new RegExp(
      `(?<![\\p{L}])${RegExp.escape(match[0].slice(0, 6))}\\p{L}*\\s+${RegExp.escape(next.slice(0, 5))}`,
      'iu',
    );
    return sentences.filter((one) => name.test(one.own)).length >= 2;
  };
}

function problemOf(
  { own, text, line }: Sentence,
  isTerm: (own: string, match: RegExpExecArray) => boolean,
): Remark[] {
  const undecidable = UNDECIDABLE.exec(own);
  if (undecidable !== null && !isTerm(own, undecidable) && !isMeasured(own, undecidable))
    return [
      {
        check: 'undecidable',
        line,
        text: `nothing can decide "${undecidable[0]}" in ${quote(text)}`,
        remedy: write(`say what is seen when "${undecidable[0]}" is met, and what when it is not`),
      },
    ];
  const vague = VAGUE.exec(own) ?? (demands(own) ? changedIn(own) : null);
  if (vague === null || isTerm(own, vague) || isMeasured(own, vague)) return [];
  return [
    {
      check: 'unmeasured',
      line,
      text: `"${vague[0]}" has no figure in ${quote(text)}`,
      remedy: write(`give "${vague[0]}" a figure with its unit and how it is measured`),
    },
  ];
}

/** What shall change, where the whole sentence has no figure to change it by. */
function changedIn(own: string): RegExpExecArray | null {
  return quantitiesIn(own).length > 0 || /\d/.test(own) ? null : CHANGED.exec(own);
}

/** "fast: within 2 seconds" says what it means; a time of day in another clause does not. */
function isMeasured(own: string, { index, 0: word }: RegExpExecArray): boolean {
  const clause = clauseAt(own, index, index + word.length);
  const at = own.indexOf(clause);
  const behind = own.slice(at + clause.length, at + clause.length + 60);
  return [clause, behind].some((part) =>
    quantitiesIn(part).some(({ dimension }) => dimension !== 'clock' && dimension !== 'weekday'),
  );
}

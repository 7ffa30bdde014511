/** Whether a requirement can be decided by a check: a figure, or something that either is or is not. */
import { demands } from '../document.ts';
import { anyOf } from '../language/patterns.ts';
import { UNDECIDABLE, VAGUE } from '../language/vague.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** Sections that say what for, what is meant or what may go wrong, and demand nothing. */
const NO_DEMANDS = anyOf(
  'purpose|goals?|aims?|background|context|overview|introduction|motivation|summary|scope|definitions?|terms?|glossary|vocabulary|risks?|history|changes|questions?|references?',
  'ziele?|zweck|hintergrund|kontext|überblick|einleitung|begriffe?|glossar|definitionen|risiken|risiko|ausgangslage',
  'objet|objectifs?|but|contexte|vocabulaire|glossaire|définitions|introduction|risques?|objetivos?|contexto|glosario|glossário|definiciones|definições|introducción|introdução|riesgos?|riscos?|propósito',
  '目的|背景|用語|概要|はじめに|定義|リスク|目标|术语|목적|용어|배경',
);

export const measurability: Check = (document) => {
  // Where nothing is numbered, what is told after the opening is what shall be.
  const isUnnumbered = document.statements.every(({ id }) => id === null);
  const demanded = new Set([
    ...document.requirements,
    ...document.statements.filter(
      ({ kind, section }, index) =>
        (kind === 'item' || (isUnnumbered && kind === 'paragraph' && index > 1 && section > 0)) &&
        !NO_DEMANDS.test(document.headings[section]?.text ?? ''),
    ),
  ]);
  // A paragraph may demand something in one sentence and tell something in the next.
  const sentences = sentencesOf(document).filter(
    ({ statement, own }) =>
      demanded.has(statement) &&
      (statement.kind !== 'paragraph' || statement.isMarked || isUnnumbered || demands(own)),
  );
  return {
    remarks: sentences.flatMap(problemOf),
    looked: demanded.size,
    things: 'requirements can be decided by a check',
  };
};

function problemOf(sentence: Sentence): Remark[] {
  const { own, text, line } = sentence;
  const undecidable = UNDECIDABLE.exec(own);
  if (undecidable !== null)
    return [
      {
        check: 'undecidable',
        line,
        text: `nothing can decide "${undecidable[0]}" in ${quote(text)}`,
        remedy: write(`say what is seen when "${undecidable[0]}" is met, and what when it is not`),
      },
    ];
  const vague = /\d/.test(own) ? null : VAGUE.exec(own);
  if (vague === null) return [];
  return [
    {
      check: 'unmeasured',
      line,
      text: `"${vague[0]}" has no figure in ${quote(text)}`,
      remedy: write(`give "${vague[0]}" a figure with its unit and how it is measured`),
    },
  ];
}

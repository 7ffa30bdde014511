/** When each step of a plan is to be done: by a table, by lines that name it, by its own text. */
import { STEP_CODE, STEP_NAME } from '../documents/language/plan-words.ts';
import { quantitiesIn } from '../documents/language/quantities.ts';
import { termsOf } from '../documents/meaning/terms.ts';
import { type Sentence, sentencesOf } from '../documents/sentences.ts';
import { tablesOf } from '../documents/tables.ts';
import type { PlanContents } from './plan-items.ts';
import type { PlanStep } from './plan-step.ts';

export interface When {
  from: number;
  to: number;
  shown: string;
  line: number;
}

/** Months have 31 days here: only the order counts. */
const MONTH = 31;
export const YEAR = 12 * MONTH;
const NUMBERED =
  /(?<![\d.,:/-])(?:(?:20\d\d)-(\d\d)-(\d\d)|(\d{1,2})[./](\d{1,2})(?:[./](?:20)?\d\d|\.(?!\d)|(?=\s|$|[,;)])))(?!\d)/gu;
const UP_TO =
  /(?<![\d.,:/-])(\d{1,2})\.?\s*(?:to|until|till|bis|au|à|al|a|ao|hasta|até|t\/m|tot|do|–|—|-)\s*(?:the\s|zum\s|el\s)?$/iu;

/** First and last day a text names; null without a date. */
export function spanIn(text: string): Omit<When, 'line'> | null {
  const named = quantitiesIn(text)
    .filter(({ dimension }) => dimension === 'date')
    .flatMap(({ value, start, end, shown }) => {
      const first = UP_TO.exec(text.slice(0, start))?.[1] ?? /^(\d{1,2})\s*[-–]/u.exec(shown)?.[1];
      const day = (value - 1) % MONTH;
      const from = first === undefined || Number(first) > day + 1 ? [] : [value - day - 1 + Number(first)];
      return [...from, value].map((at) => ({ at, start, end }));
    });
  const numbered = [...text.matchAll(NUMBERED)].flatMap(([shown, month, day, d, m], index) => {
    const [inMonth, ofYear] = month === undefined ? [Number(d), Number(m)] : [Number(day), Number(month)];
    return ofYear >= 1 && ofYear <= 12 && inMonth >= 1 && inMonth <= 31
      ? [{ at: ofYear * MONTH + inMonth, start: index, end: index + shown.length }]
      : [];
  });
  const days = named.length > 0 ? named : numbered;
  if (days.length === 0) return null;
  const values = days.map(({ at }) => at);
  return {
    from: values.reduce((first, one) => Math.min(first, one)),
    to: values.reduce((last, one) => Math.max(last, one)),
    shown: text.replace(/\s+/g, ' ').trim().slice(0, 60),
  };
}

const WEEKS = /^\D{0,8}(\d{1,2})(?:\s*(?:–|—|-|to|bis|à|a|do|e)\s*(\d{1,2}))?\D{0,4}$/u;

/** A cell may also name a week. */
function spanOfCells(cells: readonly string[]): Omit<When, 'line'> | null {
  const dated = cells.filter((cell) => spanIn(cell) !== null);
  if (dated.length > 0) return spanIn(dated.join(' – '));
  const week = cells.map((cell) => ({ cell, match: WEEKS.exec(cell) })).find(({ match }) => match !== null);
  return week?.match == null
    ? null
    : { from: Number(week.match[1]), to: Number(week.match[2] ?? week.match[1]), shown: week.cell };
}

/** By step; the first place that says when holds, a table before a line before the step's own text. */
export function whenOf({ document, steps }: PlanContents): ReadonlyMap<PlanStep, When> {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const found = new Map<PlanStep, When>();
  const add = (step: PlanStep | undefined, span: Omit<When, 'line'> | null, line: number): void => {
    if (step !== undefined && span !== null && !found.has(step)) found.set(step, { ...span, line });
  };
  for (const { rows } of tablesOf(document))
    for (const { cells, line } of rows) {
      const step = byKey.get(keyOfCell(cells[0] ?? ''));
      if (line !== step?.line) add(step, spanOfCells(cells.slice(1)), line);
    }
  const others = sentencesOf(document).filter(
    ({ line, statement }) =>
      statement.kind !== 'row' && !steps.some((step) => line >= step.line && line <= step.endLine),
  );
  for (const sentence of others) {
    const span = spanIn(sentence.own);
    if (span !== null) add(stepNamed(sentence, steps) ?? stepTold(sentence, steps), span, sentence.line);
  }
  for (const step of steps)
    for (const { raw, line, role } of step.parts)
      if (role === 'work') add(step, spanIn(raw.replace(/`[^`]*`/g, ' ')), line);
  return found;
}

function keyOfCell(cell: string): string {
  return cell
    .replace(/[^\p{L}\p{N}-]/gu, '')
    .replace(/^\p{L}{3,}/u, '')
    .toLowerCase();
}

const NAMES = new RegExp(`${STEP_NAME}|${STEP_CODE}`, 'giu');

/** The one step a sentence names: "Step 6: 13 to 24 April", "training (step 4)", "A 2 March". */
function stepNamed({ own, text }: Sentence, steps: readonly PlanStep[]): PlanStep | undefined {
  const names = [...own.matchAll(NAMES)].map(([, name, code]) => (name ?? code ?? '').toLowerCase());
  const alone = /^[\s*_-]*(\d{1,2}|[A-Z])(?:[:.)]|\s+[–—-])?\s+(?=\d|\p{L})/u.exec(text)?.[1]?.toLowerCase();
  const keys = new Set([...names, ...(names.length === 0 && alone !== undefined ? [alone] : [])]);
  const named = steps.filter(({ key }) => keys.has(key));
  return named.length === 1 ? named[0] : undefined;
}

/** A line that is a date and words of one step's title: "load test 3 June". */
function stepTold({ own }: Sentence, steps: readonly PlanStep[]): PlanStep | undefined {
  let rest = own;
  for (const { start, end } of quantitiesIn(own))
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  const terms = [...new Set(termsOf(rest))];
  if (terms.length < 2 || terms.length > 4) return undefined;
  const told = steps.filter(({ title, parts }) => {
    const own = new Set(termsOf(`${title} ${parts[0]?.raw ?? ''}`));
    return terms.every((term) => own.has(term));
  });
  return told.length === 1 ? told[0] : undefined;
}

/** Dates of a plan against each other: what a step waits for, the end of all, who is away, what is gone by then. */
import { demands } from '../documents/document.ts';
import { DEED_NAMES } from '../documents/language/concepts.ts';
import {
  AWAY,
  DESTROYS,
  ENDS_USE,
  ROLLBACK,
  STEP_CODE,
  STEP_NAME,
} from '../documents/language/plan-words.ts';
import { quantitiesIn } from '../documents/language/quantities.ts';
import { DEADLINE, FROM_DATE } from '../documents/language/scopes.ts';
import { termsOf } from '../documents/meaning/terms.ts';
import { type Sentence, sentencesOf } from '../documents/sentences.ts';
import { spanIn, type When, whenOf, YEAR } from './plan-dates.ts';
import { doubtful, type Found } from './plan-faults.ts';
import type { PlanContents } from './plan-items.ts';
import { familyOf, type PlanStep } from './plan-step.ts';

export function calendarFaults(contents: PlanContents): Found[] {
  const when = whenOf(contents);
  return [
    ...tooEarly(contents, when),
    ...doneByAbsent(contents, when),
    ...doubtful([...afterDeadline(contents), ...goneWhenNeeded(contents, when)]),
  ];
}

function idOf({ entries }: PlanContents, step: PlanStep): string | undefined {
  return entries.find((entry) => entry.step === step)?.item.id;
}

/** A step that is done before what it waits for. */
function tooEarly(contents: PlanContents, when: ReadonlyMap<PlanStep, When>): Found[] {
  const byKey = new Map(contents.steps.map((step) => [step.key, step]));
  const first = startOfYear([...when.values()].flatMap(({ from, to }) => [from, to]));
  const dayOf = (value: number): number => (value - first + YEAR) % YEAR;
  return [...when].flatMap(([step, own]): Found[] =>
    step.needs.flatMap((need): Found[] => {
      const needed = byKey.get(need.key);
      const before = needed === undefined ? undefined : when.get(needed);
      const id = idOf(contents, step);
      if (before === undefined || id === undefined || dayOf(own.from) >= dayOf(before.to)) return [];
      const reason = `${step.shown} is planned for ${own.shown} (line ${own.line}) and waits for ${need.shown}, planned for ${before.shown} (line ${before.line})`;
      return [[id, { kind: 'b', reason }]];
    }),
  );
}

/** "Dr Finch is away from 1 to 12 June", and a step of Dr Finch on 3 June. */
function doneByAbsent(contents: PlanContents, when: ReadonlyMap<PlanStep, When>): Found[] {
  return sentencesOf(contents.document).flatMap((sentence): Found[] => {
    const span = AWAY.test(sentence.own) ? spanIn(sentence.own) : null;
    if (span === null) return [];
    const names = [...sentence.text.matchAll(/(?<!\p{L})\p{Lu}\p{Ll}[\p{L}'’-]+/gu)].map(([name]) => name);
    return [...when].flatMap(([step, own]): Found[] => {
      const id = idOf(contents, step);
      const isOver = own.to < span.from || own.from > span.to;
      if (id === undefined || isOver || (sentence.line >= step.line && sentence.line <= step.endLine))
        return [];
      const said = [step.title, ...step.parts.map(({ raw }) => raw)].join(' ');
      const who = names.find((name) =>
        new RegExp(`(?<!\\p{L})${RegExp.escape(name)}(?!\\p{L})`, 'u').test(said),
      );
      if (who === undefined) return [];
      const reason = `${step.shown} is planned for ${own.shown} (line ${own.line}), and ${who} is away then (line ${sentence.line}): "${sentence.text.trim().slice(0, 120)}"`;
      return [[id, { kind: 'b', reason }]];
    });
  });
}

/** A way back that needs what an earlier step has deleted. */
function goneWhenNeeded(contents: PlanContents, when: ReadonlyMap<PlanStep, When>): Found[] {
  const { document, steps } = contents;
  const back = sentencesOf(document).filter(
    ({ own, statement, line }) =>
      !steps.some((step) => line >= step.line && line <= step.endLine) &&
      (familyOf(statement, document) === 'rollback' || ROLLBACK.test(own) || ROLLBACK.test(statement.text)),
  );
  return steps.flatMap((step, index): Found[] => {
    if (!ENDS_USE.test(step.title) && !DESTROYS.test(step.title)) return [];
    const object = termsOf(step.title.split(/[,;:(]/u)[0] ?? '').filter((term) => !DEED_NAMES.has(term));
    const id = idOf(contents, step);
    if (object.length < FEWEST_OBJECT || id === undefined) return [];
    return back.flatMap((sentence): Found[] => {
      const own = new Set(termsOf(sentence.own));
      if (!object.every((term) => own.has(term)) || ENDS_USE.test(sentence.own)) return [];
      const named = stepsNamed(sentence, steps);
      const last = named.findLast((one) => one !== step);
      if (named.includes(step) || last === undefined) return [];
      const [gone, needed] = [when.get(step), when.get(last)];
      const isGone =
        gone === undefined || needed === undefined ? index < steps.indexOf(last) : gone.to < needed.from;
      return isGone
        ? [
            [
              id,
              {
                kind: 'b',
                reason: `${step.shown} takes away what the way back needs after ${last.shown} (line ${sentence.line}): "${sentence.text.trim().slice(0, 120)}"`,
              },
            ],
          ]
        : [];
    });
  });
}

const FEWEST_OBJECT = 2;

function stepsNamed({ text }: Sentence, steps: readonly PlanStep[]): PlanStep[] {
  const names = [
    ...text.matchAll(new RegExp(`${STEP_NAME}|${STEP_CODE}|(?<![\\p{L}.'’])([A-Z])(?![\\p{L}.'’])`, 'gu')),
  ];
  const keys = new Set(names.map(([, name, code, letter]) => (name ?? code ?? letter ?? '').toLowerCase()));
  return steps.filter(({ key }) => keys.has(key));
}

/** "Rented until 31 January", and a step on 7 February. */
function afterDeadline({ document, steps, entries }: PlanContents): Found[] {
  const dated = sentencesOf(document).flatMap((sentence) =>
    quantitiesIn(sentence.own)
      .filter(({ dimension }) => dimension === 'date')
      .map((date) => ({ date, sentence, step: stepOf(sentence, steps) })),
  );
  const first = startOfYear(dated.map(({ date }) => date.value));
  const dayOf = (value: number): number => (value - first + YEAR) % YEAR;
  const bounds = dated.filter(
    ({ date, sentence, step }) =>
      step === undefined &&
      (DEADLINE.test(sentence.own.slice(0, date.start).slice(-30)) ||
        (demands(sentence.own) && FROM_DATE.test(sentence.own.slice(0, date.start)))),
  );
  const [last] = bounds.toSorted((one, other) => dayOf(other.date.value) - dayOf(one.date.value));
  if (last === undefined) return [];
  return dated.flatMap(({ date, step }): Found[] => {
    const id = entries.find((entry) => step !== undefined && entry.step === step)?.item.id;
    if (step === undefined || id === undefined || dayOf(date.value) <= dayOf(last.date.value)) return [];
    return [
      [
        id,
        {
          kind: 'e',
          reason: `${step.shown} is dated ${date.shown} (line ${step.line}), and ${last.date.shown} is the end (line ${last.sentence.line})`,
        },
      ],
    ];
  });
}

/** The step a sentence stands in, or the one it names first: "Step 6: 13 to 24 April". */
function stepOf({ line, own }: Sentence, steps: readonly PlanStep[]): PlanStep | undefined {
  const within = steps.find((step) => line >= step.line && line <= step.endLine);
  if (within !== undefined) return within;
  const name = new RegExp(`^[\\s*_-]*(?:${STEP_NAME}|${STEP_CODE})`, 'iu').exec(own);
  const key = (name?.[1] ?? name?.[2])?.toLowerCase();
  return key === undefined ? undefined : steps.find((step) => step.key === key);
}

/** Dates of a plan go over the end of a year: it begins behind the widest gap between them. */
function startOfYear(values: readonly number[]): number {
  const days = [...new Set(values)].toSorted((one, other) => one - other);
  let [start, widest] = [days[0] ?? 0, 0];
  for (const [index, day] of days.entries()) {
    const before = index === 0 ? (days.at(-1) ?? day) - YEAR : (days[index - 1] ?? day);
    if (day - before > widest) [start, widest] = [day, day - before];
  }
  return start;
}

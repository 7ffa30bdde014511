/** The steps of a plan, however it is written: headings, tables, lists or paragraphs, in any of several languages. */
import type { MarkdownDocument } from '../documents/document.ts';
import { withNumberedSteps } from '../documents/language/ordinals.ts';
import {
  CAPITAL,
  NEEDS_AHEAD,
  NEEDS_BEHIND,
  STEP_CODE,
  STEP_NAME,
  STEP_NAME_BEHIND,
} from '../documents/language/plan-words.ts';
import type { Begun, PlanStep, StepPart } from './plan-step.ts';
import {
  linedSteps,
  listedSteps,
  namedSteps,
  numberedSteps,
  tableSteps,
  toldSteps,
} from './plan-step-forms.ts';
import { keyOf, linesIn, type Names, namesIn, shownOf } from './plan-step-names.ts';

const ANY_NAME = new RegExp(`${STEP_NAME}|${STEP_NAME_BEHIND}|${STEP_CODE}`, 'giu');
/** Behind "steps 1": ", 2 and 4". */
const MORE_NAMES = new RegExp(
  String.raw`^(?:\s*(?:,|and|und|et|y|e|i|och|oraz|en|&|と|、)\s*(?:\d{1,3}|${CAPITAL})(?![\p{L}\d%]|[.:]\d))+`,
  'iu',
);

/** A way of reading steps counts where it takes this share of what the one that takes most does. */
const LEAST_OF_MOST = 0.5;

export function readSteps(document: MarkdownDocument): PlanStep[] {
  const names = namesIn(document);
  const readings = [
    tableSteps(document, names),
    namedSteps(document, names),
    linedSteps(document),
    toldSteps(document),
    numberedSteps(document),
    listedSteps(document),
  ].flatMap((steps) => (steps === null ? [] : [{ steps, length: lengthOf(steps) }]));
  const most = Math.max(0, ...readings.map(({ length }) => length));
  // A calendar or a list of goals has the form of steps too, and says little of them.
  const begun = readings.find(({ length }) => length >= LEAST_OF_MOST * most)?.steps ?? [];
  const keys = new Set(begun.map(({ key }) => key));
  return begun.map((step) => ({
    ...step,
    endLine: step.parts.reduce((last, { line, raw }) => Math.max(last, line + linesIn(raw)), step.line),
    // "Undo: step 10" names where the way back is told: nothing waits for it.
    needs: step.parts.flatMap((part) => (part.role === 'undo' ? [] : needsIn(part, step.key, keys, names))),
  }));
}

function lengthOf(steps: readonly Begun[]): number {
  return steps.reduce(
    (sum, { parts }) => sum + parts.reduce((all, { raw }) => all + raw.trim().length, 0),
    0,
  );
}

/** `raw` may be a whole list of needs, or a sentence that says "after step 4". */
function needsIn(
  { raw, line, role }: StepPart,
  own: string,
  keys: ReadonlySet<string>,
  { words }: Names,
): PlanStep['needs'] {
  const text = withNumberedSteps(raw.replace(/[*`]/g, ''));
  const found = new Map<string, { key: string; shown: string; line: number }>();
  const add = (name: string): void => {
    const key = keyOf(name);
    if (key !== own) found.set(key, { key, shown: shownOf(key), line });
  };
  const any =
    words.size === 0
      ? ANY_NAME
      : new RegExp(
          `${ANY_NAME.source}|(?<![\\p{L}])(?:${[...words].map((word) => RegExp.escape(word)).join('|')})\\p{L}{0,3}\\s+(\\d{1,3}|${CAPITAL})(?![\\p{L}\\p{N}])`,
          'giu',
        );
  // "Label: step 1, step 4" in any language: nothing but steps behind the colon.
  const listed = /^[\s*_-]*\p{L}[\p{L}\s]{1,30}[:\uFF1A]\s*(.+?)[\s.]*$/su.exec(text)?.[1];
  const isOnlySteps =
    listed !== undefined &&
    any.test(listed) &&
    /^[\s,;&+.]*(?:and|und|et|y|e|i|och|oraz|en)?[\s,;&+.]*$/iu.test(listed.replace(any, ''));
  any.lastIndex = 0;
  const isList =
    role === 'needs' &&
    (/^[\s\d,;&+./、\uFF0C]*$/.test(text) || /[:\uFF1A]\s*[\d\s,;&+、\uFF0C]+$/.test(text.trim()));
  if (isList) for (const [number] of text.matchAll(/\d{1,3}/g)) add(number);
  // "after 2 and 4", "needs 10": nothing but numbers behind a word of waiting.
  if (/^\d/.test(own))
    for (const { 0: word, index } of text.matchAll(NEEDS_AHEAD)) {
      const numbers =
        /^[\s:]*((?:\d{1,2}(?:\s*(?:,|&|\+|and|und|et|y|e|i|och)\s*)?)+)\s*(?:$|[.;,)(])/iu.exec(
          text.slice(index + word.length),
        )?.[1];
      for (const [number] of (numbers ?? '').matchAll(/\d{1,2}/g)) add(number);
    }
  // "after C and D": letters by themselves where steps are called so.
  if (/^[a-z]$/.test(own))
    for (const { 0: word, index } of text.matchAll(NEEDS_AHEAD)) {
      const letters =
        /^[\s:]*((?:[A-Z](?![\p{L}'’])(?:\s*(?:,|&|\+|and|und|et|y|e|i|och)\s*(?=[A-Z](?![\p{L}'’])))?)+)/u.exec(
          text.slice(index + word.length),
        )?.[1];
      for (const [letter] of (letters ?? '').matchAll(/[A-Z]/g)) add(letter);
    }
  const tails = NEEDS_BEHIND.test(text) || isOnlySteps ? [text] : tailsOf(text, role === 'needs');
  for (const tail of tails)
    for (const match of tail.matchAll(any)) {
      const name = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
      // A code of another family is a requirement's or a file's.
      if (match[3] !== undefined && !sharesFamily(keyOf(name), keys)) continue;
      add(name);
      const more = MORE_NAMES.exec(tail.slice(match.index + match[0].length));
      for (const [number] of (more?.[0] ?? '').matchAll(/\d{1,3}|\b[A-Z]\b/g)) add(number);
    }
  return [...found.values()];
}

function sharesFamily(key: string, keys: ReadonlySet<string>): boolean {
  const family = key.replace(/[-_]?\d+$/, '');
  return (
    [...keys].some((known) => known !== key && known.replace(/[-_]?\d+$/, '') === family) || keys.has(key)
  );
}

/** What follows a word of waiting, up to the end of its sentence. A step is named soon after it, or it is about something else. */
const NEAR = 60;

function tailsOf(text: string, isWhole: boolean): string[] {
  if (isWhole) return [text];
  return [...text.matchAll(NEEDS_AHEAD)].map((match) => {
    const tail = text.slice(match.index + match[0].length);
    return (/^[^.;。]*/u.exec(tail)?.[0] ?? '').slice(0, NEAR * 2);
  });
}

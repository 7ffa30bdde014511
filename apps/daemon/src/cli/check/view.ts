/** The result of `jury check` in words, for people. Pure. */

import { juryCommand } from '../../command-name.ts';
import {
  type CheckedFile,
  type CheckFault,
  type CheckInput,
  type CheckResult,
  type CheckVerdict,
  checkResult,
  verdictWord,
} from '../../report/check-result.ts';
import { clean } from '../../report/clean.ts';
import { trustSentence } from '../../report/trust-words.ts';
import { UNLOCK_HEADING, unlockWords } from '../../report/unlock-words.ts';
import { duration } from '../../report/words.ts';
import { shellWord } from '../next-step.ts';
import { glyphsOf, type Paint, paintRow, type Row, span, type Tone } from '../terminal/paint.ts';
import { cut, wrap } from '../terminal/text.ts';

const WIDEST = 100;
const MOST_FAULTS = 20;
const MOST_NOTES = 6;

const TONES: Record<CheckVerdict, Tone> = {
  passes: 'good',
  fails: 'bad',
  inconclusive: 'warn',
  waits: 'warn',
  interrupted: 'warn',
  refused: 'bad',
};

/** The summary first; then every file that does not pass, with what is wrong in it. */
export function checkLines(
  result: CheckResult,
  { columns, paint }: { columns: number; paint: Paint },
): string[] {
  const width = Math.max(40, Math.min(columns, WIDEST));
  const rows: Row[] = wrap(result.summary, width).map((line): Row => [span(line, TONES[result.verdict])]);
  for (const { file, change } of result.base?.changes ?? [])
    rows.push([span(`  ${clean(file)} is ${change} by this change; it counts after it is merged.`)]);
  for (const file of result.files) {
    if (result.files.length > 1) rows.push(...fileRows(file, width));
    else for (const remark of remarksOf(file)) rows.push(...wrapped(remark, width));
    rows.push(...faultRows(file, paint, width), ...noteRows(file, width), ...nextRows(file, width));
    // Of many files the summary comes first; JSON, SARIF and a check of one file have the line in any case.
    if (result.files.length === 1 || Object.values(file.trust).some((part) => part !== null))
      rows.push(...trustRows(file, width));
  }
  if (result.verdict === 'fails')
    rows.push(
      [],
      ...wrapped(
        `Next: ${reviewOf(result.files)} writes a copy with the mechanical faults fixed, and a diff.`,
        width,
      ),
    );
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

/** Of one file by its name: the command can be typed as it stands. */
function reviewOf(files: readonly CheckedFile[]): string {
  const failing = files.filter(({ verdict }) => verdict === 'fails');
  return failing.length === 1
    ? `${juryCommand()} review ${shellWord(failing[0]?.file ?? '')}`
    : `${juryCommand()} review`;
}

/** One line while others are still judged. */
export function checkedLine(input: CheckInput, paint: Paint): string {
  const [file] = checkResult([input]).files;
  if (file === undefined) return '';
  const line: Row = [
    span(`${verdictWord(file.verdict)}  `, TONES[file.verdict]),
    span(clean(file.file)),
    span(`  ${duration(file.durationMs)}`, 'dim'),
  ];
  return paintRow(line, Number.POSITIVE_INFINITY, paint);
}

function fileRows(file: CheckedFile, width: number): Row[] {
  const [first = '', ...rest] = wrap(clean(`${file.file} ${file.summary}`), width);
  return [
    [span(first, TONES[file.verdict])],
    ...rest.map((line): Row => [span(`  ${line}`)]),
    ...remarksOf(file).flatMap((remark) => wrapped(remark, width)),
  ];
}

function remarksOf({ noVote, remarks, verdict }: CheckedFile): string[] {
  const silent = noVote.length === 0 || verdict === 'inconclusive' ? [] : [`No vote: ${noVote.join(', ')}.`];
  return [...silent, ...remarks];
}

function wrapped(text: string, width: number): Row[] {
  return wrap(clean(text), width - 2).map((line): Row => [span(`  ${line}`)]);
}

function faultRows({ faults }: CheckedFile, paint: Paint, width: number): Row[] {
  const open = faults.filter(({ standing }) => standing === 'open');
  const { cross, ellipsis } = glyphsOf(paint);
  const rows = open.slice(0, MOST_FAULTS).flatMap((fault): Row[] => {
    const [first = '', ...rest] = wrap(clean(`${fault.role}: ${fault.text}`), width - 6);
    return [
      [span(`  ${cross} `, 'bad'), span(first)],
      ...rest.map((line): Row => [span(`    ${line}`)]),
      [span(`      ${cut(placeOf(fault), width - 6, ellipsis)}`, 'dim')],
    ];
  });
  if (open.length > MOST_FAULTS)
    rows.push([span(`    and ${open.length - MOST_FAULTS} more; --json has all`, 'dim')]);
  return rows;
}

/** The heaviest only: what holds the file back comes first, and stands above. */
function noteRows({ notes }: CheckedFile, width: number): Row[] {
  const heaviest = notes.toSorted((one, other) => one.score - other.score).slice(0, MOST_NOTES);
  const rows = heaviest.flatMap(({ role, dim, score, text }): Row[] => {
    const [first = '', ...rest] = wrap(clean(`${role}, ${dim} ${score.toFixed(1)}: ${text}`), width - 6);
    return [[span(`  - ${first}`, 'dim')], ...rest.map((line): Row => [span(`    ${line}`, 'dim')])];
  });
  if (notes.length > MOST_NOTES)
    rows.push([span(`    and ${notes.length - MOST_NOTES} more; --json has all`, 'dim')]);
  return rows.length === 0 ? [] : [[], [span('  What would raise the score:')], ...rows];
}

function nextRows({ unlock }: CheckedFile, width: number): Row[] {
  const lines = unlock === null ? [] : unlockWords(unlock);
  if (lines.length === 0) return [];
  return [[], [span(`  ${UNLOCK_HEADING}:`)], ...lines.flatMap((line) => wrapped(`- ${line}`, width))];
}

function trustRows({ trust, verdict }: CheckedFile, width: number): Row[] {
  if (verdict === 'refused') return [];
  return wrap(trustSentence(trust), width - 2).map((line): Row => [span(`  ${line}`, 'dim')]);
}

function placeOf({ evidence, line, target }: CheckFault): string {
  return clean(
    [evidence ?? `line ${line}`, target].filter((part) => part !== null && part !== '').join('  '),
  );
}

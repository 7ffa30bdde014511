/** Many pages as one table. Pure. */
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { clean } from '../../report/clean.ts';
import { count, duration, phaseWord } from '../../report/words.ts';
import { type Paint, paintRow, type Row, span } from './paint.ts';
import { cut, padEnd, widthOf } from './text.ts';
import { phaseTone } from './tones.ts';

export interface SummaryRow {
  name: string;
  durationMs: number;
  outcome:
    | {
        kind: 'reviewed';
        phase: CritiqueState['phase'];
        passes: boolean;
        /** The file itself, before anything was changed in its copy. */
        givenPasses: boolean;
        composites: readonly number[];
        open: number;
        resolved: number;
      }
    | { kind: 'refused'; message: string };
}

const STATUS_CELLS = 13;
const LONGEST_NAME = 48;
const FIGURES_CELLS = 40;

/** One page's line, also used as progress while the others wait. */
export function summaryLine(row: SummaryRow, nameCells: number): Row {
  const name = padEnd(cut(clean(row.name), nameCells, '…'), nameCells);
  const { outcome } = row;
  if (outcome.kind === 'refused')
    return [
      span(padEnd('UNREADABLE', STATUS_CELLS), 'bad'),
      span(`${name}  `),
      span(clean(outcome.message), 'dim'),
    ];
  const accepted = outcome.passes && outcome.phase !== 'shipped';
  const word =
    outcome.passes && !outcome.givenPasses ? 'COPY PASSES' : accepted ? 'ACCEPTED' : phaseWord(outcome.phase);
  const path = outcome.composites.map((value) => value.toFixed(2)).join(' → ');
  return [
    span(padEnd(word, STATUS_CELLS), accepted ? 'good' : phaseTone(outcome.phase)),
    span(`${name}  `),
    span(padEnd(path, 18)),
    span(`  ${outcome.open} open, ${outcome.resolved} resolved`, outcome.open === 0 ? 'plain' : 'bad'),
    span(`  ${duration(row.durationMs)}`, 'dim'),
  ];
}

export function nameCells(names: readonly string[], columns: number): number {
  const longest = Math.max(4, ...names.map((name) => widthOf(clean(name))));
  return Math.max(12, Math.min(longest, LONGEST_NAME, columns - STATUS_CELLS - FIGURES_CELLS));
}

export function summaryLines(
  rows: readonly SummaryRow[],
  { columns, paint }: { columns: number; paint: Paint },
): string[] {
  const cells = nameCells(
    rows.map((row) => row.name),
    columns,
  );
  const lines = rows.map((row) => paintRow(summaryLine(row, cells), Number.POSITIVE_INFINITY, paint));
  const passed = rows.filter(({ outcome }) => outcome.kind === 'reviewed' && outcome.passes).length;
  const failed = rows.filter(
    ({ outcome }) => outcome.kind === 'reviewed' && !outcome.passes && outcome.phase === 'below_threshold',
  ).length;
  const unproved = rows.length - passed - failed;
  const given = rows.filter(({ outcome }) => outcome.kind === 'reviewed' && outcome.givenPasses).length;
  const total = `${count(rows.length, 'page')}: ${given} ${given === 1 ? 'passes' : 'pass'} as given; of the copies ${passed} ${passed === 1 ? 'passes' : 'pass'}, ${failed} ${failed === 1 ? 'does' : 'do'} not ship, ${unproved} inconclusive`;
  return [
    ...lines,
    '',
    paintRow(
      [span(total, unproved > 0 ? 'warn' : failed > 0 ? 'bad' : 'good')],
      Number.POSITIVE_INFINITY,
      paint,
    ),
  ];
}

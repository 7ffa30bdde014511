/** What a benchmark says, and the table it is said in. */

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** The value as a multiple of its anchor, measured in the same run. */
  ratio?: number;
  anchor?: string;
  /** `at least 4` or `at most 60`: a bound on the ratio where there is one, on the value otherwise. */
  target?: string;
  met?: boolean;
}

const TARGET = /^(at least|at most) (-?[\d.]+)/;

/** How far a missed target was missed, in per cent of the target. */
export function shortfall(row: BenchRow): string {
  const [, bound, figure] = TARGET.exec(row.target ?? '') ?? [];
  const target = Number(figure);
  if (bound === undefined || target === 0) return '';
  const reached = row.ratio ?? row.value;
  const percent = Math.abs(((reached - target) / target) * 100).toFixed(0);
  return bound === 'at least' ? `${percent} % too low` : `${percent} % too high`;
}

export function formatTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    `${figure(row.value)} ${row.unit}`.trim(),
    row.ratio === undefined ? '' : `${figure(row.ratio)}× ${row.anchor ?? ''}`.trim(),
    row.target ?? '',
    row.met === undefined ? '' : row.met ? 'met' : `MISSED, ${shortfall(row)}`.replace(/, $/, ''),
  ]);
  const table = [['benchmark', 'value', 'against', 'target', ''], ...cells];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

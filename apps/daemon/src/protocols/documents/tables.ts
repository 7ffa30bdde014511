/** The tables of a document: cells in their lines. */
import type { MarkdownDocument } from './document.ts';
import { numberOf } from './language/quantities.ts';

export interface TableRow {
  line: number;
  cells: readonly string[];
}

export interface Table {
  header: readonly string[];
  rows: readonly TableRow[];
}

export function tablesOf({ statements, source }: Pick<MarkdownDocument, 'statements' | 'source'>): Table[] {
  const tables: { header: readonly string[]; rows: TableRow[] }[] = [];
  let before = -2;
  for (const { kind, line, start, end } of statements) {
    if (kind !== 'row') continue;
    const cells = cellsOf(source.slice(start, end));
    // The line of dashes between header and first row is no row.
    if (line > before + 2 || tables.length === 0) tables.push({ header: cells, rows: [] });
    else tables.at(-1)?.rows.push({ line, cells });
    before = line;
  }
  return tables;
}

function cellsOf(raw: string): string[] {
  return raw
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replace(/[*`]/g, '').trim());
}

export interface Figure {
  value: number;
  isShare: boolean;
}

const CELL = /^[^\p{L}\d-]*(-?\d[\d.,’' ]*?)\s*(%|%|[\p{L}€$¥]{0,4})\.?$/u;

/** The one figure a cell holds; null for a text, a time, a range or a name. */
export function figureOf(cell: string): Figure | null {
  const match = CELL.exec(cell);
  if (match?.[1] === undefined) return null;
  const value = numberOf(match[1].trim());
  return Number.isFinite(value) ? { value, isShare: /[%\uFF05]/.test(match[2] ?? '') } : null;
}

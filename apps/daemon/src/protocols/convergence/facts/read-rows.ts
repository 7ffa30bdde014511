/** The rows of a file of values, by the names of their columns. */
import type { ProjectText } from '../project-texts.ts';

export interface DataRow {
  line: number;
  cells: readonly string[];
  text: string;
}

export interface DataFile {
  path: string;
  header: readonly string[];
  rows: readonly DataRow[];
}

const MOST_ROWS = 20_000;

export function dataFilesOf(texts: readonly ProjectText[]): DataFile[] {
  return texts.flatMap(({ path, text }): DataFile[] => {
    if (!/\.[ct]sv$/i.test(path)) return [];
    const lines = text.split(/\r?\n/, MOST_ROWS);
    const [first = ''] = lines;
    const mark =
      [';', '\t', '|', ','].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
    const header = cellsOf(first, mark);
    if (header.length < 2 || header.some((name) => /^-?\d+(?:[.,]\d+)?$/.test(name))) return [];
    const rows = lines
      .slice(1)
      .flatMap((line, index): DataRow[] =>
        line.trim() === '' ? [] : [{ line: index + 2, cells: cellsOf(line, mark), text: line }],
      );
    return [{ path, header, rows }];
  });
}

function cellsOf(line: string, mark: string): string[] {
  const cells =
    line.match(
      new RegExp(
        `(?:"[^"]*"|[^${mark === '|' ? '\\|' : mark}])+|(?<=${mark === '|' ? '\\|' : mark}|^)(?=${mark === '|' ? '\\|' : mark}|$)`,
        'g',
      ),
    ) ?? [];
  return cells.map((cell) => cell.trim().replace(/^"|"$/g, ''));
}

/** A day as a figure; null for anything else. */
export function dayOf(cell: string): number | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(cell);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell);
  const [year, month, day] =
    iso !== null ? [iso[1], iso[2], iso[3]] : [dotted?.[3], dotted?.[2], dotted?.[1]];
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
}

export function amountOf(cell: string): number | null {
  const plain = cell.replace(/[\s€$£]/gu, '');
  if (!/^-?\d+(?:[.,]\d+)?$/.test(plain)) return null;
  return Number(plain.replace(',', '.'));
}

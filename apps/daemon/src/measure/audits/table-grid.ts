import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, textOf } from '../model/reading.ts';

/** Cells that are read of one table. */
const MAX_CELLS = 5000;
const LEAST_ROWS = 3;
/** Columns of a calendar, one more with the number of the week. */
const WEEK = 7;

export const tableGrid: Audit = {
  id: 'table-grid',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Every row of a table has its cells',
  why: 'A row with a cell too few puts every figure behind it under the wrong heading.',
  link: 'https://www.w3.org/WAI/tutorials/tables/',
  severity: 'major',
  tier: 'report',
  unit: 'rows and cells that do not fit their table',
  run(page) {
    const tables = page
      .byTag('table')
      .filter(
        (table) =>
          page.engine.isRendered(table) && !/^(presentation|none)$/.test(table.attributes.get('role') ?? ''),
      );
    const found = tables.flatMap((table) => [...unevenRows(page, table), ...wrongCells(table)]);
    return { checked: tables.length, found };
  },
};

interface Row {
  at: PageElement;
  cells: PageElement[];
  width: number;
}

function unevenRows(page: Page, table: PageElement): Observation[] {
  const rows = rowsOf(table);
  const widths = new Map<number, number>();
  for (const { width } of rows) widths.set(width, (widths.get(width) ?? 0) + 1);
  const [usual] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [0];
  const full = rows.filter(({ width }) => width === usual);
  if (rows.length < LEAST_ROWS - 1 || (rows.length >= LEAST_ROWS && full.length * 2 <= rows.length))
    return [];
  if (rows.length < LEAST_ROWS && !rows[0]?.cells.every(({ tag }) => tag === 'th')) return [];
  const isScripted = page.byTag('script').length > 0;
  // Without a header cell nothing comes under the wrong heading, and a month ends where it ends.
  const isHeaded = rows.some(({ cells }) => cells.some(({ tag }) => tag === 'th'));
  const isMonth = rows.every(({ cells }) =>
    cells.every((cell) => cell.tag === 'th' || /^\d{0,2}$/.test(textOf(cell).slice(0, 3))),
  );
  if (isMonth && (usual === WEEK || usual === WEEK + 1)) return [];
  return rows
    .filter(({ width, cells }) => width !== usual && cells.length > 0 && !isWholeRow(cells))
    .map(({ at, width }) => ({
      at,
      measured: `${width} ${width === 1 ? 'column' : 'columns'} of ${usual}`,
      required: `${usual} columns, as in the other rows`,
      message: `A row fills ${width} of the table's ${usual} columns.`,
      suggestion: 'Add the missing cell, or let one span the columns.',
      ...(!isHeaded || (isScripted && width === 1) ? { severity: 'minor' as const } : {}),
    }));
}

/** One cell that spans as much as it can. */
function isWholeRow(cells: readonly PageElement[]): boolean {
  const [only] = cells;
  return cells.length === 1 && only !== undefined && span(only, 'colspan') > 1;
}

/** Rows with the columns they fill, cells that reach down from above included. */
function rowsOf(table: PageElement): Row[] {
  const rows: Row[] = [];
  let reaching: number[] = [];
  for (const at of descendants(table).slice(0, MAX_CELLS)) {
    if (at.tag !== 'tr' || tableOf(at) !== table) continue;
    const cells = childElements(at).filter(({ tag }) => tag === 'td' || tag === 'th');
    const fromAbove = reaching.filter((left) => left > 0).length;
    reaching = reaching.map((left) => left - 1).filter((left) => left > 0);
    let own = 0;
    for (const cell of cells) {
      const columns = span(cell, 'colspan');
      own += columns;
      const down = Number(cell.attributes.get('rowspan') ?? 1);
      // Nothing is said of a table with a cell to the end of its part.
      if (down === 0) return [];
      for (let column = 0; column < Math.min(columns, MOST_SPAN); column += 1)
        if (down > 1) reaching.push(down - 1);
    }
    rows.push({ at, cells, width: own + fromAbove });
  }
  return rows;
}

const MOST_SPAN = 100;

function span(cell: PageElement, name: string): number {
  const given = Number.parseInt(cell.attributes.get(name) ?? '1', 10);
  return Number.isInteger(given) && given > 0 ? Math.min(given, 1000) : 1;
}

function tableOf(at: PageElement): PageElement | null {
  for (let around = at.parent; around !== null; around = around.parent)
    if (around.tag === 'table') return around;
  return null;
}

function wrongCells(table: PageElement): Observation[] {
  const found: Observation[] = [];
  for (const at of descendants(table).slice(0, MAX_CELLS)) {
    const scope = at.attributes.get('scope');
    // What is no direction on a header cell, and no number of cells, is said where all values are asked.
    if (scope !== undefined && at.tag !== 'th')
      found.push({
        at,
        measured: `scope="${scope}" on <${at.tag}>`,
        required: 'scope="col" or "row" on a header cell',
        message: 'Only a header cell has a scope; this one is data.',
        suggestion: 'Write col or row on a <th>.',
        // Older HTML had it, and readers know what is meant.
        severity: 'minor',
      });
    if (at.tag === 'th' && textOf(at) === '' && isWithoutName(at) && !isCorner(at))
      found.push({
        at,
        measured: 'an empty header cell',
        required: 'what the column or row is',
        message: 'A header cell says nothing.',
        suggestion: 'Name the column or row, or make it a <td>.',
        severity: 'minor',
      });
  }
  return found;
}

function isWithoutName({ attributes, children }: PageElement): boolean {
  return (
    !attributes.has('aria-label') &&
    !attributes.has('aria-labelledby') &&
    !children.some((child) => child.kind === 'element')
  );
}

/** The cell where the headers of rows and columns meet has nothing to say. */
function isCorner(at: PageElement): boolean {
  return at.parent !== null && childElements(at.parent)[0] === at;
}

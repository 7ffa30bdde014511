import type { PageElement } from '../model/page.ts';
import { childElements, descendants } from '../model/reading.ts';
import { actAudit } from './act.ts';

/** The corner of a table: what stands below it are the headers of the rows, and it says what they are. */
function headsHeaders(at: PageElement): boolean {
  const row = at.parent;
  let table = row;
  while (table !== null && table.tag !== 'table') table = table.parent;
  if (row === null || table === null) return false;
  const place = columnOf(row, at);
  return descendants(table)
    .filter(({ tag, index }) => tag === 'tr' && index > row.index)
    .some((other) =>
      childElements(other).some((cell) => cell.tag === 'th' && columnOf(other, cell) === place),
    );
}

function columnOf(row: PageElement, cell: PageElement): number {
  let column = 0;
  for (const other of childElements(row)) {
    if (other === cell) break;
    column += Math.max(1, Number(other.attributes.get('colspan') ?? 1) || 1);
  }
  return column;
}

export const headerCells = actAudit({
  id: 'header-cells',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Header cells have data',
  why: 'A header over nothing is read as a column that got lost.',
  severity: 'minor',
  tier: 'report',
  unit: 'header cells without data',
  rules: ['R46'],
  isOutside: (_page, at) => headsHeaders(at),
  required: 'a data cell for every header cell',
  suggestion: 'Use a data cell, or add the data.',
  link: 'https://www.w3.org/WAI/tutorials/tables/',
});

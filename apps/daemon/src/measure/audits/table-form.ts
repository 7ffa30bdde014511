import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { childElements, textOf } from '../model/reading.ts';

export const tableForm: Audit = {
  id: 'table-form',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Tables are whole',
  why: 'Cells beyond the header row are dropped when the table is shown, and columns without a name are read as loose words.',
  link: 'https://github.github.com/gfm/#tables-extension-',
  severity: 'minor',
  tier: 'report',
  unit: 'rows of tables out of shape',
  markdownOnly: true,
  run(page) {
    const found: Observation[] = [];
    let checked = 0;
    for (const table of page.byTag('table')) {
      const [head, ...rows] = childElements(table).map((row) => ({ row, cells: childElements(row) }));
      if (head === undefined) continue;
      checked += 1 + rows.length;
      if (head.cells.every((cell) => isEmpty(cell)))
        found.push({
          at: head.row,
          measured: 'a header row without words',
          required: 'a name for every column',
          message: 'The columns of a table have no names.',
          suggestion: 'Name the columns, or make a list of it.',
        });
      for (const { row, cells } of rows) {
        if (cells.length <= head.cells.length) continue;
        found.push({
          at: row,
          measured: `${cells.length} cells`,
          required: `${head.cells.length} cells, as in the header`,
          message: `A row has ${cells.length} cells under ${head.cells.length} columns; the rest is not shown.`,
          suggestion: 'Add a column, or write a | inside a cell as \\|.',
          severity: 'major',
        });
      }
    }
    return { checked, found };
  },
};

function isEmpty(cell: PageElement): boolean {
  return textOf(cell) === '' && childElements(cell).length === 0;
}

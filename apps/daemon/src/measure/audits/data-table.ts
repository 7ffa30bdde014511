import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants, hasAncestor, textOf } from '../model/reading.ts';

const LEAST = 2;
/** Cells of data are short; a cell of layout holds a part of the page. */
const LONGEST_CELL = 120;
const LAYOUT = /^(h[1-6]|nav|form|section|article|header|footer|table|ul|ol|p|img|iframe|video)$/;

export const dataTable: Audit = {
  id: 'data-table',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Data tables have header cells',
  why: 'Without a header cell nobody is told which column a figure stands in.',
  link: 'https://www.w3.org/WAI/tutorials/tables/',
  severity: 'major',
  tier: 'report',
  unit: 'data tables without a header cell',
  run(page) {
    const tables = page.byTag('table').filter((table) => isData(page, table));
    const found = tables
      .filter((table) => !descendants(table).some((cell) => isHeader(page, cell)))
      .map(
        (at): Observation => ({
          at,
          measured: 'rows and columns of data, no header cell',
          required: 'header cells in the first row or column',
          message: 'A table of data has no header cell.',
          suggestion:
            'Make the cells of the first row <th scope="col">, or of the first column <th scope="row">.',
        }),
      );
    return { checked: tables.length, found: [...found, ...tables.flatMap(wrongHeaders)] };
  },
};

/** Columns without a name, and header cells that say they head the other way. */
function wrongHeaders(table: PageElement): Observation[] {
  const rows = descendants(table)
    .filter(({ tag }) => tag === 'tr')
    .map((row) =>
      row.children.filter((cell): cell is PageElement => cell.kind === 'element' && /^t[dh]$/.test(cell.tag)),
    );
  const [head = [], ...body] = rows;
  const isHead = head.length > 1 && head.every(({ tag }) => tag === 'th');
  const nameless = isHead ? head.slice(1).filter((cell) => isNameless(cell)) : [];
  const found: Observation[] = [];
  if (nameless.length >= LEAST)
    found.push({
      at: nameless[0] ?? table,
      measured: `${nameless.length} columns without a name`,
      required: 'a name for every column',
      message: 'The columns of a table have no names.',
      suggestion: 'Name the columns, or make a list of it.',
    });
  const turned = [
    ...(isHead && body.length > 0
      ? head.filter(({ attributes }) => /^row$/i.test(attributes.get('scope') ?? ''))
      : []),
    ...body.flatMap(([first, ...rest]) =>
      first?.tag === 'th' &&
      rest.some(({ tag }) => tag === 'td') &&
      /^col$/i.test(first.attributes.get('scope') ?? '')
        ? [first]
        : [],
    ),
  ];
  const [at] = turned;
  // One of many may head both ways; two or more were written without looking.
  if (at !== undefined && turned.length >= LEAST)
    found.push({
      at,
      measured: `scope="${at.attributes.get('scope')}"`,
      required: 'the direction that the header cell heads',
      message: `Header cells say that they head the other way: scope="${at.attributes.get('scope')}".`,
      suggestion: 'Write scope="col" above, scope="row" at the side.',
    });
  return found;
}

function isNameless(cell: PageElement): boolean {
  return (
    textOf(cell) === '' &&
    !['aria-label', 'aria-labelledby', 'title', 'abbr'].some((name) => cell.attributes.has(name)) &&
    !descendants(cell).some(({ tag }) => /^(img|svg|input|button)$/.test(tag))
  );
}

function isHeader(page: Page, cell: PageElement): boolean {
  return cell.tag === 'th' || /^(columnheader|rowheader)$/.test(page.engine.role(cell) ?? '');
}

/** Rows of as many short cells each: whatever holds parts of the page, or says it is for layout, is something else. */
function isData(page: Page, table: PageElement): boolean {
  if (/^(presentation|none)$/.test(table.attributes.get('role') ?? '') || !page.engine.isRendered(table))
    return false;
  if (hasAncestor(table, 'table')) return false;
  const inside = descendants(table);
  const rows = inside
    .filter(({ tag }) => tag === 'tr')
    .map((row) => inside.filter((cell) => cell.parent === row && /^t[dh]$/.test(cell.tag)));
  const full = rows.filter((cells) => cells.length >= LEAST);
  if (full.length < LEAST || inside.some(({ tag }) => LAYOUT.test(tag))) return false;
  const cells = full.flat();
  const filled = cells.filter((cell) => textOf(cell) !== '');
  const widths = new Set(full.map((row) => row.length));
  return (
    widths.size <= LEAST &&
    filled.length * 2 > cells.length &&
    filled.every((cell) => textOf(cell).length <= LONGEST_CELL)
  );
}

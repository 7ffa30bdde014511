/** Tables whose last row says it is the sum of the rows above it. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, textOf } from '../model/reading.ts';

const TOTAL =
  /^(?:(?:grand |sub-?)?total|sum|altogether|in all|summe|gesamt|insgesamt|somme|suma|totaal|totale)\b/i;
const MAX_CELLS = 2000;
const LEAST_ROWS = 2;
/** Rounded figures may miss their sum by a little. */
const ROUNDING = 0.006;

export function contradictingTotals(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const table of page.byTag('table')) {
    if (!page.isVisible(table)) continue;
    const rows = descendants(table)
      .slice(0, MAX_CELLS)
      .filter(({ tag }) => tag === 'tr')
      .map((row) => childElements(row).filter(({ tag }) => tag === 'td' || tag === 'th'));
    const last = rows.findLastIndex(([label]) => label !== undefined && TOTAL.test(textOf(label)));
    if (last < 1) continue;
    // A table of parts with sums of their own adds up in a way that is not known here.
    if (rows.slice(0, last).some(([label]) => label !== undefined && TOTAL.test(textOf(label)))) continue;
    found.push(...wrongSums(rows.slice(0, last), rows[last] ?? []));
  }
  return found;
}

function wrongSums(rows: readonly PageElement[][], total: readonly PageElement[]): Observation[] {
  const found: Observation[] = [];
  total.forEach((at, column) => {
    if (column === 0) return;
    const stated = numberIn(textOf(at));
    const cells = rows.filter((row) => row.length === total.length).map((row) => row[column]);
    const values = cells.flatMap((cell) => (cell?.tag === 'td' ? [numberIn(textOf(cell))] : []));
    const numbers = values.filter((value) => value !== null);
    // Every row has a figure, or the column is no sum.
    if (stated === null || numbers.length < LEAST_ROWS || numbers.length !== values.length) return;
    const sum = numbers.reduce((before, value) => before + value, 0);
    if (Math.abs(sum - stated) <= ROUNDING * Math.max(1, numbers.length)) return;
    // An average or a largest value is another kind of last row.
    if (stated === Math.max(...numbers) || Math.abs(stated - sum / numbers.length) < 0.5) return;
    found.push({
      at,
      measured: `${textOf(at)} under figures that add up to ${Math.round(sum * 100) / 100}`,
      required: 'the sum of the rows',
      message: `The total says ${textOf(at)}; the rows above it add up to ${Math.round(sum * 100) / 100}.`,
      suggestion: 'Correct the total, or the figure that is wrong.',
    });
  });
  return found;
}

/** One figure and at most a unit around it; null for anything else, and where a comma could mean two things. */
function numberIn(text: string): number | null {
  const match = /^[^\d+−-]{0,4}([+−-]?\d[\d.,\s\u00a0\u202f]*)[^\d]{0,12}$/u.exec(text.trim());
  const raw = match?.[1]
    ?.replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(/[.,]$/, '');
  if (raw === undefined) return null;
  const marks = raw.match(/[.,]/g) ?? [];
  const [, decimals = ''] = /[.,](\d+)$/.exec(raw) ?? [];
  if (marks.length === 0) return Number(raw);
  // Three digits behind a mark are thousands; one or two are parts.
  if (decimals.length === 3 && marks.every((mark) => mark === marks[0]))
    return Number(raw.replace(/[.,]/g, ''));
  if (decimals.length === 1 || decimals.length === 2)
    return Number(`${raw.slice(0, -decimals.length - 1).replace(/[.,]/g, '')}.${decimals}`);
  return null;
}

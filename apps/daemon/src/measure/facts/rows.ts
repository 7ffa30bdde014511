/** Tables and lists whose figures belong together: a product in each row, shares of a whole, numbers that count on. */
import type { Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, headings, textOf } from '../model/reading.ts';

const MAX_CELLS = 2000;
const LEAST = 3;

export function contradictingRows(page: Page): Observation[] {
  return [...products(page), ...shares(page), ...numbering(page)];
}

const COUNTED = /^(qty|quantity|amount|number|count|units|hours|nights|pieces|pcs|people)\b/i;
const PRICE = /^(unit price|price|rate|each|per (unit|hour|night|person)|cost per|unit cost)/i;
const RESULT = /^(total|sum|line total|subtotal|amount due|cost|amount)\b/i;

function products(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const table of page.byTag('table')) {
    if (!page.isVisible(table)) continue;
    const rows = rowsOf(table);
    const heads = (rows[0] ?? []).map((cell) => textOf(cell));
    const [count, price, result] = [COUNTED, PRICE, RESULT].map((kind) =>
      heads.findIndex((head) => kind.test(head)),
    );
    if (
      count === undefined ||
      price === undefined ||
      result === undefined ||
      Math.min(count, price, result) < 0 ||
      result === count ||
      // Something else is in the sum as well.
      heads.some((head) =>
        /\b(vat|tax|gst|mwst|ust|iva|tva|btw|moms|discount|rabatt|fees?|shipping|incl)/i.test(head),
      )
    )
      continue;
    for (const row of rows.slice(1)) {
      const cell = row[result];
      const [a, b, c] = [count, price, result].map((index) => figure(row[index]));
      if (cell === undefined || a == null || b == null || c == null || row.length !== heads.length) continue;
      if (Math.abs(a * b - c) > 0.02 * Math.max(1, Math.abs(c)))
        found.push(
          say(
            cell,
            `${textOf(cell)} for ${a} × ${b}`,
            'quantity times price',
            `The row says ${textOf(cell)}; ${a} × ${b} is ${Math.round(a * b * 100) / 100}.`,
          ),
        );
    }
  }
  return found;
}

function rowsOf(table: PageElement): PageElement[][] {
  return descendants(table)
    .slice(0, MAX_CELLS)
    .filter(({ tag }) => tag === 'tr')
    .map((row) => childElements(row).filter(({ tag }) => /^t[dh]$/.test(tag)));
}

function figure(cell: PageElement | undefined): number | null {
  const digits =
    cell === undefined ? undefined : /^[^\d-]{0,4}(-?\d[\d,]*(?:\.\d+)?)[^\d]{0,12}$/.exec(textOf(cell))?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

function say(at: PageElement, measured: string, required: string, message: string): Observation {
  return { at, measured, required, message, suggestion: 'Find out which figure is wrong.' };
}

/** Shares of one whole: every entry has one per cent figure, and they nearly make a hundred. */
function shares(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const list of page.byTag('ul', 'ol', 'dl', 'table')) {
    if (!page.isVisible(list)) continue;
    const columns =
      list.tag === 'table'
        ? columnsOf(rowsOf(list))
        : [childElements(list).filter(({ tag }) => tag === (list.tag === 'dl' ? 'dd' : 'li'))];
    for (const cells of columns) {
      const figures = cells.map((cell) => percents(textOf(cell)));
      if (figures.length < LEAST || figures.some((one) => one.length !== 1)) continue;
      const sum = figures.flat().reduce((before, value) => before + value, 0);
      const isWhole = Math.abs(sum - 100) <= 1.5;
      const isNearly = sum > 80 && sum < 125;
      const isSplit =
        /\b(share|split|breakdown|distribution|composition|made of|blend|mix|where (?:it|your money) goes|allocation|of the total|budget)\b/i.test(
          `${textBefore(list)} ${textOf(cells[0] ?? list)}`,
        );
      if (
        isWhole ||
        !isNearly ||
        figures.flat().some((value) => value >= 95) ||
        (!isSplit && Math.abs(sum - 100) > 12)
      )
        continue;
      found.push({
        ...say(
          list,
          `shares that add up to ${Math.round(sum * 10) / 10} %`,
          '100 %',
          `The shares add up to ${Math.round(sum * 10) / 10} %.`,
        ),
        ...(isSplit ? {} : { severity: 'minor' as const }),
      });
    }
  }
  return found;
}

function columnsOf(rows: PageElement[][]): PageElement[][] {
  const width = rows[0]?.length ?? 0;
  const body = rows.filter(
    (row) =>
      row.some(({ tag }) => tag === 'td') &&
      !/^(total|sum)\b/i.test(textOf(row[0] ?? ({ children: [] } as never))),
  );
  return Array.from({ length: width }, (_, index) => body.flatMap((row) => row[index] ?? []));
}

function percents(text: string): number[] {
  return text.length > 120
    ? []
    : [...text.matchAll(/(?<![\d.,+-])(\d{1,3}(?:\.\d+)?)\s?%/g)].map(([, digits]) => Number(digits));
}

/** The heading or sentence right before something. */
function textBefore(list: PageElement): string {
  const siblings = list.parent === null ? [] : childElements(list.parent);
  const before = siblings[siblings.indexOf(list) - 1];
  const caption = childElements(list).find(({ tag }) => tag === 'caption');
  return `${before === undefined ? '' : textOf(before).slice(0, 300)} ${caption === undefined ? '' : textOf(caption)}`;
}

const NUMBERED =
  /^(?:(step|stage|part|phase|chapter|section|day|week|module|lesson|figure|table|rule|level|round)\s)?(\d{1,2})(?:[.):–—-]|\s|$)/i;

/** Headings of one rank, or items, that count: each one more than the one before. */
function numbering(page: Page): Observation[] {
  const found: Observation[] = [];
  const runs = new Map<string, PageElement[]>();
  for (const heading of headings(page)) {
    const key = `h${headingLevel(heading)} ${NUMBERED.exec(textOf(heading))?.[1]?.toLowerCase() ?? ''}`;
    runs.set(key, [...(runs.get(key) ?? []).slice(-200), heading]);
  }
  const lists = page.byTag('ul', 'ol').map((list) =>
    childElements(list)
      .filter(({ tag }) => tag === 'li')
      .slice(0, 200),
  );
  for (const members of [...runs.values(), ...lists]) {
    const numbers = members
      .map((at) => ({ at, match: NUMBERED.exec(textOf(at)) }))
      // "1.1" is a part of 1.
      .filter(({ match }) => match === null || !/^\D*\d{1,2}\.\d/.test(match.input))
      .filter(
        ({ match }) => match !== null && (match[1] !== undefined || /^\d{1,2}[.):]\s/.test(match.input)),
      );
    if (numbers.length < LEAST || numbers.length < members.length / 2) continue;
    const values = numbers.map(({ match }) => Number(match?.[2]));
    if (values[0] !== 0 && values[0] !== 1) continue;
    // "Week 1–2" is followed by 3, and "Day 1: Morning" by day 1.
    const lasts = numbers.map(({ match }, index) =>
      Number(/^\D*\d{1,2}\s?[–—-]\s?(\d{1,2})(?!\d)/.exec(match?.input ?? '')?.[1] ?? values[index]),
    );
    const odd = values.findIndex(
      (value, index) =>
        index > 0 &&
        value !== (lasts[index - 1] ?? 0) + 1 &&
        value !== 1 &&
        !(value === values[index - 1] && numbers[index]?.match?.[1] !== undefined),
    );
    const at = numbers[odd]?.at;
    // Of days and weeks a plan may leave some out.
    const mayLeap = /^(?:day|week|level|round|stage|lesson|module)$/i.test(numbers[odd]?.match?.[1] ?? '');
    if (odd > 0 && at !== undefined)
      found.push({
        ...say(
          at,
          `${values[odd]} after ${values[odd - 1]}`,
          `${(values[odd - 1] ?? 0) + 1}`,
          `"${textOf(at).slice(0, 40)}" is numbered ${values[odd]} and follows number ${values[odd - 1]}.`,
        ),
        ...(mayLeap && (values[odd] ?? 0) > (values[odd - 1] ?? 0) ? { severity: 'minor' as const } : {}),
      });
  }
  return found;
}

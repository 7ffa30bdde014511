/** What a template is given of one section, and of the texts in it. */
import { piecesOf } from './addresses.ts';
import type { Brief, BriefItem, BriefSection, BriefTable } from './brief.ts';
import { chartOf, isNumeric } from './figures.ts';
import type { PageWords } from './page-words.ts';
import { LinkedText, type SlotValue } from './template.ts';

export type Slots = { [key: string]: SlotValue };

interface Around {
  index: number;
  /** Of those that have a heading. */
  number: number;
  ids: Set<string>;
  words: PageWords;
  brief: Brief;
}

export function sectionSlots(
  section: BriefSection,
  { index, number, ids, words, brief }: Around,
): Slots & { id: string; heading: string | null } {
  const { heading, flows, items, ordered, table } = section;
  const paragraphs =
    flows && section.paragraphs.length > 0 ? [section.paragraphs.join(' ')] : section.paragraphs;
  const numbers = table === null ? null : table.head.map((_, column) => isNumericColumn(table, column));
  const entries = items.map(itemSlots);
  const list = { list: entries, count: items.length };
  return {
    id: idFor(heading ?? '', ids),
    heading,
    number: String(number),
    place: String(index + 1),
    first: index === 0,
    paragraphs: paragraphs.map(linked),
    items: items.length === 0 || ordered ? null : list,
    steps: items.length === 0 || !ordered ? null : list,
    entries,
    entryCount: items.length,
    chart: table === null ? null : chartSlots(table),
    table:
      table === null
        ? null
        : {
            label: [heading ?? brief.title, words.table].filter((part) => part !== '').join(': '),
            head: table.head.map((text, at) => ({ text, number: numbers?.[at] ?? false })),
            rows: table.rows.map(([first = '', ...rest]) => ({
              first: linked(first),
              cells: rest.map((text, at) => ({ text: linked(text), number: numbers?.[at + 1] ?? false })),
            })),
          },
  };
}

function itemSlots({ title, text, note }: BriefItem, index: number): Slots {
  return { title, text: linked(text), note: linked(note), number: String(index + 1), only: title === null };
}

function chartSlots(table: BriefTable): Slots | null {
  const chart = chartOf(table);
  return chart === null
    ? null
    : { label: chart.label, bars: chart.bars.map(({ label, value, share }) => ({ label, value, share })) };
}

function isNumericColumn(table: BriefTable, column: number): boolean {
  const filled = table.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return filled.length > 0 && filled.every(isNumeric);
}

/** Characters: "94.1 %" and "23 min" are one thing, "3.2 million passengers" may break. */
const SHORT_FIGURE = 8;

export function figureOf({ title, text, note }: BriefItem): Slots {
  const isShort = title !== null && title.length <= SHORT_FIGURE;
  return { value: isShort ? title.replaceAll(' ', '\u00a0') : title, label: text, note };
}

function idFor(heading: string, taken: Set<string>): string {
  const base =
    heading
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'part';
  let id = /^[\p{L}]/u.test(base) ? base : `part-${base}`;
  for (let n = 2; taken.has(id) || id === 'content'; n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

/** Null stays null: the template leaves it out. */
export function linked(text: string | null): LinkedText | null {
  return text === null ? null : new LinkedText(piecesOf(text));
}

/** A number of things that a text announces, and the list that follows it. */
import type { Observation } from '../finding.ts';
import { isEnglish } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, textOf } from '../model/reading.ts';

const WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = `(?<number>${WORDS.join('|')}|[2-9]|1\\d|20)`;

/** "three steps", "our four small rooms": a number, up to two words, and a plural. */
const ANNOUNCED = new RegExp(
  `(?<![\\w.,$€£-])${NUMBER}(?: [a-z-]+){0,2}? (?<things>[a-z]{2,}s|people)\\b`,
  'giu',
);
/** What is measured is not listed, and "one of three" or "at least three" announces no list of three. */
const MEASURES =
  /^(minutes|hours|days|weeks|months|years|seconds|times|metres|meters|kilometres|kilometers|miles|grams|pounds|euros|dollars|litres|liters|degrees|percents?|points|pixels|inches|feet|cups|tablespoons|teaspoons|nights|o'clock|as|is|was|has|does|this|less|always|s)$/i;
const LOOSE =
  /\b(of|least|most|than|to|about|over|under|around|nearly|almost|every|next|last|first|another|other)\s*(the |our |these |your )?$/i;

export function contradictingCounts(page: Page): Observation[] {
  const found: Observation[] = [];
  found.push(...announcedTables(page));
  for (const list of page.byTag('ul', 'ol')) {
    const before = previousElement(list);
    if (
      before === null ||
      !/^(p|h[1-6])$/.test(before.tag) ||
      !page.isVisible(list) ||
      !isEnglish(page, before)
    )
      continue;
    const items = childElements(list).filter(({ tag }) => tag === 'li');
    const text = textOf(before);
    const announced = announcedIn(text, before.tag !== 'p');
    if (announced === null || items.length < 2 || announced.number === items.length) continue;
    // A list in a list may be what was counted, and one that goes on is not counted out.
    const inner = items.reduce((sum, item) => sum + innerItems(item), 0);
    if (announced.number === inner || announced.number === inner + items.length) continue;
    if (/(…|\.\.\.|\band (many )?more\b|\betc\.?)\s*$/i.test(textOf(list))) continue;
    found.push({
      at: before,
      measured: `"${announced.text}" before a list of ${items.length}`,
      required: 'as many as are announced',
      message: `The text announces "${announced.text}", the list below it has ${items.length}.`,
      suggestion: 'Correct the number, or complete the list.',
    });
  }
  return found;
}

/** Only where the sentence leads into the list: it ends in a colon, or is its heading and begins with the number. */
function announcedIn(text: string, isHeading: boolean): { text: string; number: number } | null {
  if (text.length > MAX_LEAD || (!isHeading && !/[:：]\s*$/.test(text))) return null;
  const sentence = text.split(/[.!?]\s+/).at(-1) ?? text;
  const all = [...sentence.matchAll(ANNOUNCED)];
  const [match] = all;
  const { number = '', things = '' } = match?.groups ?? {};
  if (match === undefined || all.length > 1 || MEASURES.test(things)) return null;
  const lead = sentence.slice(0, match.index);
  if (LOOSE.test(lead) || (isHeading && !/^(the |our |these |your |my )?$/i.test(lead))) return null;
  // A second number in the sentence may be the one that counts.
  if (/\d/.test(sentence.replace(match[0], ''))) return null;
  const word = WORDS.indexOf(number.toLowerCase());
  return { text: match[0], number: word < 0 ? Number(number) : word + 2 };
}

const MAX_LEAD = 400;

function previousElement(element: PageElement): PageElement | null {
  const siblings = element.parent?.children ?? [];
  let before: PageElement | null = null;
  for (const sibling of siblings) {
    if (sibling === element) return before;
    if (sibling.kind === 'element') before = sibling;
    else if (sibling.kind === 'text' && sibling.value.trim() !== '') before = null;
  }
  return null;
}

function innerItems(item: PageElement): number {
  return childElements(item)
    .filter(({ tag }) => tag === 'ul' || tag === 'ol')
    .reduce((sum, list) => sum + childElements(list).length, 0);
}

const TELLS = /(?:^|\b)(?:has|have|are|here are|these are|all|following|the|of)\s(?:the\s|our\s|all\s)?$/i;

/** "It has three keys." right before a table of five rows: of what it lists, each row is one. */
function announcedTables(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const table of page.byTag('table', 'ul', 'ol', 'dl')) {
    if (!page.isVisible(table)) continue;
    let home: PageElement | null = table;
    let before = previousElement(table);
    // A box around the table stands where the table does.
    for (let steps = 0; before === null && steps < 2 && home !== null; steps += 1) {
      home = home.parent;
      before = home === null ? null : previousElement(home);
    }
    if (before === null || before.tag !== 'p' || !isEnglish(page, before)) continue;
    const rows = rowsIn(table);
    const sentence =
      textOf(before)
        .split(/(?<=[.!?])\s+/)
        .at(-1) ?? '';
    const all = [...sentence.matchAll(ANNOUNCED)];
    const [match] = all;
    const { number = '', things = '' } = match?.groups ?? {};
    if (
      match === undefined ||
      all.length > 1 ||
      rows < 3 ||
      MEASURES.test(things) ||
      /[:：]\s*$/.test(sentence)
    )
      continue;
    if (
      !TELLS.test(sentence.slice(0, match.index)) ||
      /\bof (?:the|these|them)\s*$/i.test(sentence.slice(0, match.index))
    )
      continue;
    const word = WORDS.indexOf(number.toLowerCase());
    const wanted = word < 0 ? Number(number) : word + 2;
    const width = childElements(table).length === 0 ? 0 : columnsIn(table);
    if (wanted === rows || wanted === width || wanted === width - 1 || Math.abs(wanted - rows) > 4) continue;
    found.push({
      at: before,
      measured: `"${match[0]}" before a list of ${rows}`,
      required: 'as many as are announced',
      message: `The text announces "${match[0]}", the list below it has ${rows}.`,
      suggestion: 'Correct the number, or complete the list.',
      // "It has three bedrooms." may stand over anything; a table that names them counts them.
      ...(table.tag === 'table' && namesThem(table, things) ? {} : { severity: 'minor' as const }),
    });
  }
  return found;
}

function rowsIn(table: PageElement): number {
  if (table.tag === 'dl')
    return childElements(table).filter(({ tag }) => tag === 'dt' || tag === 'div').length;
  if (table.tag !== 'table') return childElements(table).filter(({ tag }) => tag === 'li').length;
  const bodies = childElements(table).filter(({ tag }) => tag === 'tbody');
  return bodies
    .flatMap((body) => childElements(body))
    .filter(
      (row) =>
        childElements(row).some(({ tag }) => tag === 'td') && !/^(total|sum|average)\b/i.test(textOf(row)),
    ).length;
}

/** One of its first words, in the caption or over its first column. */
function namesThem(table: PageElement, things: string): boolean {
  const [first] = childElements(table)
    .flatMap((part) => (part.tag === 'tr' ? [part] : childElements(part)))
    .filter(({ tag }) => tag === 'tr');
  const caption = childElements(table).find(({ tag }) => tag === 'caption');
  const head = first === undefined ? undefined : childElements(first)[0];
  const said = `${caption === undefined ? '' : textOf(caption)} ${head === undefined ? '' : textOf(head)}`;
  return said.toLowerCase().includes(things.toLowerCase().replace(/s$/, ''));
}

function columnsIn(table: PageElement): number {
  const first = childElements(table)
    .flatMap((part) => (part.tag === 'tr' ? [part] : childElements(part)))
    .find(({ tag }) => tag === 'tr');
  return first === undefined ? 0 : childElements(first).length;
}

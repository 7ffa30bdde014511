/** What the page says for machines in JSON-LD: that it can be read, and says what readers see. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';

const LONGEST = 100_000;

export function structuredData(page: Page): Observation[] {
  const found: Observation[] = [];
  const say = (at: PageElement, measured: string, message: string, suggestion: string): void => {
    found.push({ at, measured: measured.slice(0, 100), required: 'what readers see', message, suggestion });
  };
  const shown = visibleBlocks(page)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, LONGEST);
  const figures = new Set((shown.match(/\d[\d.,]*/g) ?? []).map(plain));
  const digits = shown.replace(/\D/g, '');
  for (const at of page.byTag('script')) {
    if (!/^application\/ld\+json$/i.test(at.attributes.get('type')?.trim() ?? '')) continue;
    const text = at.children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
    if (text.length > LONGEST || text.trim() === '') continue;
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      say(
        at,
        text.trim().slice(0, 60),
        'What the page says for machines is no valid JSON, and is dropped.',
        'Correct it.',
      );
      continue;
    }
    for (const [key, value] of entriesOf(data)) {
      const said = String(value).trim();
      const isPrice = /^(?:price|lowPrice|highPrice)$/.test(key) && /^\d[\d.,]*$/.test(said);
      if (
        isPrice &&
        figures.size > 0 &&
        Number(plain(said)) > 0 &&
        /[$€£¥]|\b(?:EUR|USD|CHF|kr)\b/.test(shown) &&
        !figures.has(plain(said))
      )
        say(
          at,
          `${key}: ${said}`,
          `The page says ${said} to machines as its price, and not to readers.`,
          'Find out which is right, and write it in both places.',
        );
      const number = said.replace(/\D/g, '').slice(-LAST_DIGITS);
      if (
        key === 'telephone' &&
        number.length === LAST_DIGITS &&
        /\+?\d[\d ()/-]{7,}/.test(shown) &&
        !digits.includes(number)
      )
        say(
          at,
          `${key}: ${said}`,
          `The page says ${said} to machines as its number, and not to readers.`,
          'Find out which is right, and write it in both places.',
        );
    }
  }
  return found;
}

/** The end of a number is the same with and without its country. */
const LAST_DIGITS = 6;
const MOST_ENTRIES = 2_000;

function plain(text: string): string {
  return text
    .replace(/[.,]$/, '')
    .replace(/[.,](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')
    .replace(/\.0+$/, '');
}

function entriesOf(data: unknown): [string, string | number][] {
  const found: [string, string | number][] = [];
  const stack: unknown[] = [data];
  for (let value = stack.pop(); value !== undefined && found.length < MOST_ENTRIES; value = stack.pop()) {
    if (Array.isArray(value)) stack.push(...value.slice(0, MOST_ENTRIES));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value).slice(0, MOST_ENTRIES)) {
        if (typeof inner === 'string' || typeof inner === 'number') found.push([key, inner]);
        else if (inner !== null && inner !== undefined) stack.push(inner);
      }
  }
  return found;
}

/** Prices of named things, in a list or a table and again in a sentence. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, textOf, visibleBlocks } from '../model/reading.ts';
import { isSilent, normalise } from '../model/text.ts';

const AMOUNT = '\\d{1,3}(?:[.,\\s\\u00a0\\u202f]\\d{3}){0,3}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?';
const CURRENCY = '[$€£¥]|kr\\.?|円|CHF|EUR|USD|GBP|SEK|NOK|DKK|zł';
const PRICE = new RegExp(
  `(?<![\\w.,-])(?:(?<before>${CURRENCY})\\s?(?<amount>${AMOUNT})|(?<number>${AMOUNT})\\s?(?<after>${CURRENCY}))(?![\\w-]|[.,]\\d)`,
  'giu',
);

/**
 * What makes two prices of one thing two prices: the period, who pays, how many. Two mentions are compared only where they
 * have the same of these.
 */
const QUALIFIERS =
  /\b(months?|monthly|years?|yearly|annual\w*|weeks?|weekly|days?|daily|hours?|nights?|hourly|per|each|from|child\w*|adults?|students?|seniors?|members?|famil\w+|groups?|reduced|half|double|single|instead|was|were|before|until|discount\w*|save|saves|saving|off|extra|additional|more|less|deposit|shipping|delivery|postage|tax|vat|upgrade|up|over|under|above|below|between|weekends?|return|one-way|small|medium|large|if|without|plus)\b|[/+×]/gi;

interface Priced {
  name: string;
  currency: string;
  amount: number;
  qualifiers: string;
  shown: string;
  at: PageElement;
}

export function contradictingPrices(page: Page): Observation[] {
  const listed = listedPrices(page);
  if (listed.size === 0 || listed.size > MAX_LISTED) return [];
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || kind === 'cell') continue;
    for (const sentence of said.split(/(?<=[.!?])\s+/)) {
      if (sentence.length > MAX_SENTENCE) continue;
      const [price, second] = pricesIn(sentence);
      if (price === undefined || second !== undefined) continue;
      const entry = namedIn(sentence, listed);
      if (entry === null || entry.at === at || isWithin(at, entry.at)) continue;
      if (entry.currency !== price.currency || entry.amount === price.amount) continue;
      if (entry.qualifiers !== qualifiersOf(sentence, entry.name)) continue;
      found.push({
        at,
        measured: `${price.shown} here, ${entry.shown} elsewhere`,
        required: 'one price for one thing',
        message: `"${entry.name}" costs ${price.shown} here and ${entry.shown} elsewhere on the page.`,
        suggestion: 'Find out which price is right, and write it in both places.',
      });
    }
  }
  return found;
}

const MAX_SENTENCE = 300;
/** More is a catalogue, whose names are parts of each other. */
const MAX_LISTED = 200;

/** Rows and items with one name and one price. A name that has two prices somewhere is left out: it needs more to be told by. */
function listedPrices(page: Page): Map<string, Priced> {
  const listed = new Map<string, Priced>();
  const unclear = new Set<string>();
  for (const at of page.byTag('tr', 'li', 'article', 'dl')) {
    if (!page.isVisible(at)) continue;
    const entry = entryOf(at);
    if (entry === null) continue;
    const key = entry.name.toLowerCase();
    if (listed.has(key)) unclear.add(key);
    listed.set(key, entry);
  }
  for (const key of unclear) listed.delete(key);
  return listed;
}

function entryOf(at: PageElement): Priced | null {
  const text = shortText(at);
  if (text === null) return null;
  const [price, second] = pricesIn(text);
  if (price === undefined || second !== undefined) return null;
  const name = nameOf(at, text);
  if (name === null) return null;
  return { ...price, name, at, qualifiers: qualifiersOf(text, name) };
}

const MAX_ENTRY = 400;
const MAX_NODES = 80;

/** Null where it is more than a row or a card: reading it to its end would cost as much as the page for each of them. */
function shortText(element: PageElement): string | null {
  const stack: PageElement['children'][number][] = [element];
  const texts: string[] = [];
  let [length, nodes] = [0, 0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes += 1;
    if (node.kind === 'text') {
      texts.push(node.value);
      length += node.value.trim().length;
    } else if (!isSilent(node)) stack.push(...[...node.children.slice(0, MAX_NODES)].reverse());
    if (length > MAX_ENTRY || nodes > MAX_NODES) return null;
  }
  return normalise(texts.join(' '));
}

/** The header cell of a row, the heading of a card, or what stands before the price in an item. */
function nameOf(at: PageElement, text: string): string | null {
  const children = childElements(at);
  const title =
    at.tag === 'tr'
      ? children[0]
      : children.find((child) => /^(h[1-6]|strong|b|dt)$/.test(child.tag) && !/\d/.test(textOf(child)));
  const before = text.split(PRICE)[0] ?? '';
  const name = normalise(title === undefined ? before : textOf(title)).replace(/[\s:.–—-]+$/, '');
  const words = name.match(/\p{L}{2,}/gu) ?? [];
  return words.length === 0 || name.length < LEAST_NAME || name.length > MAX_NAME || /\d/.test(name)
    ? null
    : name;
}

const LEAST_NAME = 5;
const MAX_NAME = 40;

/** The longest name in a sentence: "rye bread roll" is not "rye bread". */
function namedIn(sentence: string, listed: ReadonlyMap<string, Priced>): Priced | null {
  const lower = sentence.toLowerCase();
  let best: Priced | null = null;
  for (const [key, entry] of listed) {
    if (key.length <= (best?.name.length ?? 0)) continue;
    const index = lower.indexOf(key);
    if (index < 0) continue;
    const around = `${lower[index - 1] ?? ' '}${lower[index + key.length] ?? ' '}`;
    if (!/[\p{L}\p{N}-]/u.test(around)) best = entry;
  }
  return best;
}

function qualifiersOf(text: string, name: string): string {
  const found = text.toLowerCase().replace(name.toLowerCase(), ' ').match(QUALIFIERS) ?? [];
  return [...new Set(found.map((word) => word.replace(/s$/, '')))].sort().join(' ');
}

function pricesIn(text: string): Pick<Priced, 'currency' | 'amount' | 'shown'>[] {
  return [...text.matchAll(PRICE)].slice(0, 3).map((match) => {
    const { before, amount, number, after } = match.groups ?? {};
    const digits = (amount ?? number ?? '')
      .replace(/[.,\s\u00a0\u202f](?=\d{3}(?!\d))/g, '')
      .replace(',', '.');
    return {
      currency: (before ?? after ?? '').replace('.', '').toLowerCase(),
      amount: Number(digits),
      shown: match[0].trim(),
    };
  });
}

function isWithin(at: PageElement, around: PageElement): boolean {
  for (let current: PageElement | null = at; current !== null; current = current.parent)
    if (current === around) return true;
  return false;
}

/** Prices of named things, in a list or a table and again in a sentence. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, textOf, visibleBlocks } from '../model/reading.ts';
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
  const columns = columnPrices(page);
  if (Math.max(listed.size, columns.length) > MAX_LISTED) return [];
  const found: Observation[] = [];
  const compare = (
    entry: Priced | undefined,
    price: Pick<Priced, 'currency' | 'amount' | 'shown' | 'at'>,
    isSentence = false,
  ): void => {
    if (entry === undefined) return;
    if (!isSentence && (isWithin(price.at, entry.at) || isWithin(entry.at, price.at))) return;
    if (entry.currency !== price.currency || entry.amount === price.amount) return;
    found.push({
      at: price.at,
      measured: `${price.shown} here, ${entry.shown} elsewhere`,
      required: 'one price for one thing',
      message: `"${entry.name}" costs ${price.shown} here and ${entry.shown} elsewhere on the page.`,
      suggestion: 'Find out which price is right, and write it in both places.',
    });
  };
  for (const column of columns) {
    const card = listed.get(keyOf(column.name));
    if (card !== undefined && isPartOf(column.qualifiers, card.qualifiers)) compare(card, column);
  }
  const told = new Map<string, Priced>();
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || kind === 'cell') continue;
    for (const sentence of said.split(/(?<=[.!?])\s+(?!\p{Ll})|;\s+/u)) {
      if (sentence.length > MAX_SENTENCE) continue;
      const [price, second] = pricesIn(sentence);
      if (price === undefined || second !== undefined) continue;
      const entry = namedIn(sentence, listed);
      if (entry !== null && entry.qualifiers === qualifiersOf(sentence, entry.name))
        compare(entry, { ...price, at });
      const before = entry === null ? namedIn(sentence, told) : null;
      const name = entry === null ? (before?.name ?? subjectOf(sentence)) : null;
      if (name === null) continue;
      const qualifiers = qualifiersOf(sentence, name);
      // Said in another sentence; of the same paragraph, too.
      if (before !== null && before.qualifiers === qualifiers) compare(before, { ...price, at }, true);
      if (before === null && told.size < MAX_LISTED)
        told.set(keyOf(name), { ...price, name, qualifiers, at });
    }
  }
  return found;
}

/** Capitals and the plural make no other thing. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/s$/, '');
}

const COSTS =
  /^(?:(?:a|an|the|our|one|each|every)\s+)?(?<name>\p{L}[\p{L} '-]{2,30}?)\s+(?:costs?|kosten|kostet|coûtent|coûte|cuestan?|costano?|(?:is|are|ist|sind|est|sont|es|son)(?=\s(?:only\s|just\s|nur\s)?[$€£]?\s?\d))\s/iu;

/** "Tickets cost …": what a sentence begins with is what costs it. */
function subjectOf(sentence: string): string | null {
  const name = COSTS.exec(sentence.trim())?.groups?.name?.trim() ?? null;
  return name === null || /^(it|this|that|they|these|which|who|we|you|und|es|sie|il|elle)$/i.test(name)
    ? null
    : name;
}

/** Each of the fewer is said of the other, too. */
function isPartOf(one: string, other: string): boolean {
  const [few, many] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  return (few ?? []).every((word) => word === '' || many?.includes(word) === true);
}

/** A table that compares: names head the columns, and a row holds one price for each. */
function columnPrices(page: Page): Priced[] {
  const found: Priced[] = [];
  for (const table of page.byTag('table')) {
    if (!page.isVisible(table)) continue;
    const rows = descendants(table)
      .slice(0, MAX_CELLS)
      .filter(({ tag }) => tag === 'tr')
      .map((row) => childElements(row).filter(({ tag }) => tag === 'th' || tag === 'td'));
    const [heads = []] = rows;
    for (const [label, ...cells] of rows.slice(1)) {
      const prices = cells.map((cell) => pricesIn(textOf(cell)));
      const isPriceRow =
        cells.length >= 2 && cells.length === heads.length - 1 && prices.every(({ length }) => length === 1);
      if (!isPriceRow || label === undefined) continue;
      cells.forEach((at, index) => {
        const [price] = prices[index] ?? [];
        const head = heads[index + 1];
        if (price === undefined || head === undefined) return;
        const qualifiers = qualifiersOf(`${textOf(label)} ${textOf(at)}`, '');
        found.push({ ...price, name: textOf(head), at, qualifiers });
      });
    }
  }
  return found;
}

const MAX_CELLS = 2000;

const MAX_SENTENCE = 300;
/** More is a catalogue, whose names are parts of each other. */
const MAX_LISTED = 200;

/** Rows and items with one name and one price. A name that has two prices somewhere is left out: it needs more to be told by. */
function listedPrices(page: Page): Map<string, Priced> {
  const listed = new Map<string, Priced>();
  const unclear = new Set<string>();
  for (const at of page.byTag('tr', 'li', 'article', 'section', 'div', 'dl')) {
    if (!page.isVisible(at)) continue;
    const entry = entryOf(at);
    if (entry === null) continue;
    const key = keyOf(entry.name);
    const before = listed.get(key);
    // What is around a card is the same card.
    if (before !== undefined && isWithin(at, before.at)) continue;
    if (before !== undefined) unclear.add(key);
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
  // A part of the page without a heading has no name.
  if (title === undefined && /^(div|section)$/.test(at.tag)) return null;
  const before = text.split(PRICE)[0] ?? '';
  const least = title === undefined ? LEAST_NAME : LEAST_TITLE;
  const name = normalise(title === undefined ? before : textOf(title)).replace(/[\s:.–—-]+$/, '');
  const words = name.match(/\p{L}{2,}/gu) ?? [];
  return words.length === 0 || name.length < least || name.length > MAX_NAME || /\d/.test(name) ? null : name;
}

/** Shorter ones are found in other words; as a heading they stand alone. */
const LEAST_NAME = 5;
const LEAST_TITLE = 3;
const MAX_NAME = 40;

/** The longest name in a sentence: "rye bread roll" is not "rye bread". */
function namedIn(sentence: string, listed: ReadonlyMap<string, Priced>): Priced | null {
  const lower = sentence.toLowerCase();
  let best: Priced | null = null;
  for (const [key, entry] of listed) {
    if (entry.name.length < LEAST_NAME || key.length <= (best?.name.length ?? 0)) continue;
    const index = lower.indexOf(key);
    if (index < 0) continue;
    const end = index + key.length + (lower[index + key.length] === 's' ? 1 : 0);
    const around = `${lower[index - 1] ?? ' '}${lower[end] ?? ' '}`;
    if (!/[\p{L}\p{N}-]/u.test(around)) best = entry;
  }
  return best;
}

/** How long something takes is not what makes it dearer: "… costs 490 kr. and takes two hours". */
const TAKES = /\b(?:takes?|lasts?|is (?:done|ready) (?:in|within))\b[^.;]*/;

function qualifiersOf(text: string, name: string): string {
  const found =
    text.toLowerCase().replace(name.toLowerCase(), ' ').replace(TAKES, ' ').match(QUALIFIERS) ?? [];
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

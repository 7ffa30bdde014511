/**
 * Whether a page changed where a demand points. Near enough: a page that did not change there meets no demand. Loaded in
 * a thread, or here.
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { nodesOf, readMarkup } from './markup.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Elements of one selector that are looked at; more of them are the whole page. */
const MAX_PLACES = 50;
/** What is around these is the page itself. */
const WHOLE: ReadonlySet<string> = new Set(['html', 'head', 'body', 'main']);
const CODE: ReadonlySet<string> = new Set(['style', 'script', 'link']);

export interface PlacedDemand {
  id: string;
  /** The page it was made of, by its hash. */
  page: string;
  target: string | null;
  /** What it says: words of the page that it quotes are a place too. @default nothing */
  text?: string;
}

export interface Comparison {
  /** Contents by their hash. */
  pages: ReadonlyMap<string, string>;
  /** The page of now, by its hash. */
  now: string;
  demands: readonly PlacedDemand[];
}

/**
 * The ids of the demands whose place is as it was: both pages show it with what stands around it and every style and
 * script the same. Where no selector names anything of the page before, words of it that the demand quotes do; where
 * there are none either, any change is one. A page is read once, however many demands point at it.
 */
export function untouchedOf({ pages, now, demands }: Comparison): string[] {
  const after = pages.get(now);
  if (after === undefined) return [];
  const reread = once(() => new ReadPage(after));
  return [...Map.groupBy(demands, ({ page }) => page)].flatMap(([page, made]) => {
    const before = pages.get(page);
    if (before === undefined) return [];
    if (before === after) return made.map(({ id }) => id);
    const read = once(() => new ReadPage(before));
    return [...Map.groupBy(made, ({ target }) => target)].flatMap(([target, there]) => {
      const wanted = target === null ? null : lastCompound(target);
      const was = wanted === null ? null : read().at(wanted);
      if (wanted !== null && was !== null)
        return was === reread().at(wanted) ? there.map(({ id }) => id) : [];
      return there.slice(0, MAX_QUOTING).flatMap(({ id, text = '' }) => {
        const quoted = quotesOf(text).filter((words) => read().around(words) !== null);
        const isSame = (words: string): boolean => read().around(words) === reread().around(words);
        return quoted.length > 0 && quoted.every(isSame) ? [id] : [];
      });
    });
  });
}

/** Demands that are looked at for what they quote. */
const MAX_QUOTING = 200;
const MAX_QUOTES = 4;
/** Between quotation marks of any kind, on one line; a letter or two is no place. */
const QUOTE =
  /["“”„«‹「『`]([^"“”„«»‹›「」『』`\n]{3,200})["“”»›」』`]|(?<!\w)['‘]([^'‘’\n]{3,200})['’](?!\w)/g;

function quotesOf(text: string): string[] {
  const found = text.slice(0, 2_000).matchAll(QUOTE);
  return [...found].slice(0, MAX_QUOTES).map(([, marked, single]) => plain(marked ?? single ?? ''));
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Compound {
  tag: string | null;
  id: string | null;
  classes: readonly string[];
}

/** Of `#hero > a.cta:hover` the `a.cta`. Null for what holds none of tag, id and class. */
function lastCompound(selector: string): Compound | null {
  const last =
    selector
      .split(',', 1)[0]
      ?.trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const plain = last.replace(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?/g, '');
  if (!/^[\w.#-]+$/.test(plain)) return null;
  const tag = /^[A-Za-z][\w-]*/.exec(plain)?.[0].toLowerCase() ?? null;
  const id = /#([\w-]+)/.exec(plain)?.[1] ?? null;
  const classes = [...plain.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? '');
  return { tag, id, classes };
}

class ReadPage {
  readonly #content: string;
  readonly #elements: readonly Element[];
  readonly #code: readonly string[];
  readonly #quoted = new Map<string, string | null>();
  #said: readonly { element: Element; text: string }[] | null = null;

  constructor(content: string) {
    this.#content = content;
    this.#elements = [...nodesOf(readMarkup(content).document)].filter((node) => 'tagName' in node);
    this.#code = this.#elements
      .filter(({ tagName }) => CODE.has(tagName))
      .map((element) => sourceOf(element, content));
  }

  /** Every element that says these words itself, with what stands around it; null when none does. */
  around(words: string): string | null {
    const known = this.#quoted.get(words);
    if (known !== undefined) return known;
    this.#said ??= this.#elements.map((element) => ({ element, text: ownText(element) }));
    const saying = this.#said.filter(({ text }) => text.includes(words)).slice(0, MAX_PLACES);
    const found =
      words === '' || saying.length === 0
        ? null
        : [...saying.map(({ element }) => around(element, this.#content)), ...this.#code].join('\u0000');
    this.#quoted.set(words, found);
    return found;
  }

  /** What stands at a place, as one text to compare. Null: the page has no such place. */
  at(wanted: Compound): string | null {
    const places: string[] = [];
    for (const element of this.#elements) {
      if (!matches(element, wanted)) continue;
      if (WHOLE.has(element.tagName) || places.length === MAX_PLACES) return this.#content;
      places.push(around(element, this.#content));
    }
    return places.length === 0 ? null : [...places, ...this.#code].join('\u0000');
  }
}

function matches({ tagName, attrs }: Element, { tag, id, classes }: Compound): boolean {
  if (tag !== null && tagName !== tag) return false;
  const value = (name: string): string => attrs.find((attribute) => attribute.name === name)?.value ?? '';
  if (id !== null && value('id') !== id) return false;
  const own = value('class').split(/\s+/);
  return classes.every((wanted) => own.includes(wanted));
}

const SAYING: ReadonlySet<string> = new Set([
  'alt',
  'aria-label',
  'content',
  'placeholder',
  'title',
  'value',
]);

/** Its own words, without those of the elements in it, and what its attributes say for it. */
function ownText({ childNodes, attrs }: Element): string {
  const words = childNodes.map((node) => ('value' in node ? node.value : '\u0000'));
  const told = attrs.flatMap(({ name, value }) => (SAYING.has(name) ? [value] : []));
  return plain([words.join(''), ...told].join('\u0000'));
}

/** The element with its neighbours, and the opening tags above it. */
function around(element: Element, content: string): string {
  const above: string[] = [];
  let parent = element.parentNode;
  const near = parent !== null && 'tagName' in parent && !WHOLE.has(parent.tagName);
  const own =
    near && parent !== null && 'tagName' in parent ? sourceOf(parent, content) : besides(element, content);
  for (; parent !== null && 'tagName' in parent; parent = parent.parentNode)
    above.push(openingOf(parent, content));
  return [own, ...above].join('\u0000');
}

function besides(element: Element, content: string): string {
  const siblings = element.parentNode?.childNodes.filter((node) => 'tagName' in node) ?? [];
  const at = siblings.indexOf(element);
  return siblings
    .slice(Math.max(0, at - 1), at + 2)
    .map((node) => sourceOf(node as Element, content))
    .join('\u0000');
}

function sourceOf({ sourceCodeLocation: place }: Element, content: string): string {
  return place == null ? '' : content.slice(place.startOffset, place.endOffset);
}

function openingOf({ sourceCodeLocation: place }: Element, content: string): string {
  return place?.startTag === undefined
    ? ''
    : content.slice(place.startTag.startOffset, place.startTag.endOffset);
}

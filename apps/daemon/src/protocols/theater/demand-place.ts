/**
 * Whether a page changed where a demand points. Near enough: a page that did not change there meets no demand. Loaded in
 * a thread, or here.
 */
import { CanonicalPage, type Element, plain } from './canonical-page.ts';
import { nodesOf } from './markup.ts';
import { quotedWords } from './parsers/quoted-words.ts';
import { type Compound, lastCompound, mayApply, type Names, type Rule, rulesOf } from './style-rules.ts';

/** Elements of one selector that are looked at; more of them are the whole page. */
const MAX_PLACES = 50;
/** What is around these is the page itself. */
const WHOLE: ReadonlySet<string> = new Set(['html', 'head', 'body', 'main']);
/** They may do anything to any place. */
const ACTING: ReadonlySet<string> = new Set(['script', 'link']);

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
 * The ids of the demands whose place is as it was: both pages show it with what stands around it, every style that may
 * apply there and every script the same. What nobody sees is no change of either. Where no selector names anything of the page before, words of it that the demand quotes do; where
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
    if (read().whole === reread().whole) return made.map(({ id }) => id);
    return [...Map.groupBy(made, ({ target }) => target)].flatMap(([target, there]) => {
      const wanted = target === null ? null : lastCompound(target);
      const was = wanted === null ? null : read().at(wanted);
      if (wanted !== null && was !== null)
        return was === reread().at(wanted) ? there.map(({ id }) => id) : [];
      const quoting = there
        .map(({ id, text = '' }) => ({ id, quotes: quotedWords(text).map(plain) }))
        .filter(({ quotes }) => quotes.length > 0);
      return quoting.flatMap(({ id, quotes }, index) => {
        if (index >= MAX_QUOTING) return [id];
        const quoted = quotes.filter((words) => read().around(words) !== null);
        const isSame = (words: string): boolean => read().around(words) === reread().around(words);
        return quoted.length > 0 && quoted.every(isSame) ? [id] : [];
      });
    });
  });
}

/** Demands without a place that are looked at for what they quote; of those behind them nobody saw that they are met. */
const MAX_QUOTING = 200;

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

class ReadPage {
  readonly #page: CanonicalPage;
  readonly #rules: readonly Rule[];
  readonly #acting: readonly string[];
  readonly #quoted = new Map<string, string | null>();
  #said: readonly { element: Element; text: string }[] | null = null;

  constructor(content: string) {
    this.#page = new CanonicalPage(content);
    const { elements } = this.#page;
    this.#rules = elements
      .filter(({ tagName }) => tagName === 'style')
      .flatMap((style) => rulesOf(textIn(style)));
    this.#acting = elements
      .filter(({ tagName }) => ACTING.has(tagName))
      .map((element) => this.#page.sourceOf(element));
  }

  /** All of it that anybody sees. */
  get whole(): string {
    return this.#page.text;
  }

  /** Every element that says these words itself, with what stands around it; null when none does. */
  around(words: string): string | null {
    const known = this.#quoted.get(words);
    if (known !== undefined) return known;
    this.#said ??= this.#page.elements.map((element) => ({ element, text: ownText(element) }));
    const saying = this.#said.filter(({ text }) => text.includes(words)).slice(0, MAX_PLACES);
    const found =
      words === '' || saying.length === 0 ? null : this.#placesOf(saying.map(({ element }) => element));
    this.#quoted.set(words, found);
    return found;
  }

  /** What stands at a place, as one text to compare. Null: the page has no such place. */
  at(wanted: Compound): string | null {
    const places: Element[] = [];
    for (const element of this.#page.elements) {
      if (!matches(element, wanted)) continue;
      if (WHOLE.has(element.tagName) || places.length === MAX_PLACES) return this.whole;
      places.push(element);
    }
    return places.length === 0 ? null : this.#placesOf(places);
  }

  #placesOf(elements: readonly Element[]): string {
    const names = namesAround(elements);
    return [
      ...elements.map((element) => this.#around(element)),
      ...this.#rules
        .filter((rule) => mayApply(rule, names))
        .map(({ prelude, body }) => `${prelude}{${body}}`),
      ...this.#acting,
    ].join('\u0000');
  }

  /** The element with its neighbours, and the opening tags above it. */
  #around(element: Element): string {
    const above: string[] = [];
    for (let parent = parentOf(element); parent !== null; parent = parentOf(parent))
      above.push(this.#page.openingOf(parent));
    return [...nearOf(element).map((near) => this.#page.sourceOf(near)), ...above].join('\u0000');
  }
}

function parentOf({ parentNode }: Element): Element | null {
  return parentNode !== null && 'tagName' in parentNode ? parentNode : null;
}

/** What is looked at with it: what holds it, or where that is the page itself, what stands beside it. */
function nearOf(element: Element): readonly Element[] {
  const parent = parentOf(element);
  if (parent !== null && !WHOLE.has(parent.tagName)) return [parent];
  const siblings = element.parentNode?.childNodes.filter((node) => 'tagName' in node) ?? [];
  const at = siblings.indexOf(element);
  return siblings.slice(Math.max(0, at - 1), at + 2);
}

/** Names of everything that is looked at, and of what holds it. */
function namesAround(places: readonly Element[]): Names {
  const tags = new Set<string>();
  const ids = new Set<string>();
  const classes = new Set<string>();
  const taken = new Set<Element>();
  const take = (element: Element): void => {
    taken.add(element);
    tags.add(element.tagName);
    ids.add(attributeOf(element, 'id'));
    for (const name of attributeOf(element, 'class').split(/\s+/)) classes.add(name);
  };
  const walked = new Set<Element>();
  for (const place of places) {
    for (const near of nearOf(place)) {
      if (walked.has(near)) continue;
      for (const node of nodesOf(near)) {
        if (!('tagName' in node)) continue;
        walked.add(node);
        take(node);
      }
      for (let parent = parentOf(near); parent !== null && !taken.has(parent); parent = parentOf(parent))
        take(parent);
    }
  }
  return { tags, ids, classes };
}

function attributeOf({ attrs }: Element, name: string): string {
  return attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function textIn({ childNodes }: Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

function matches(element: Element, { tag, id, classes }: Compound): boolean {
  if (tag !== null && element.tagName !== tag) return false;
  if (id !== null && attributeOf(element, 'id') !== id) return false;
  const own = attributeOf(element, 'class').split(/\s+/);
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

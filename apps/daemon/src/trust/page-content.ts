/** What a page holds for people: words that are seen, words that are read out, what can be used, where it leads. Pure. */
import type { Page, PageElement } from '../measure/model/page.ts';

type Counts = ReadonlyMap<string, number>;

export interface Content {
  /** Words that can be seen. */
  seen: Counts;
  /** Of these, the ones that assistive technology reads out. */
  heard: Counts;
  /** Of those, the ones in a size that can be read. */
  readable: Counts;
  headings: Counts;
  controls: number;
  /** Addresses that links lead to; empty ones and pure fragments lead nowhere. */
  targets: Counts;
  /** Sources of images, with their alternative text. */
  images: Counts;
  /** Controls and images whose name is only what they are: a button that is called "button". */
  emptyNames: number;
  /** Characters that the style sheets write into the page. */
  generated: number;
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const CONTROLS = new Set(['a', 'button', 'input', 'select', 'textarea', 'summary']);
const SMALLEST_PX = 8;
const WORD = /[\p{L}\p{N}]+/gu;

export function contentOf(page: Page): Content {
  const [seen, heard, readable, headings, targets, images] = Array.from(
    { length: 6 },
    () => new Map<string, number>(),
  ) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const silent = silence(page);
  let controls = 0;
  let emptyNames = 0;
  for (const element of page.elements) {
    const isHeard = !silent.has(element);
    for (const child of element.children) {
      if (child.kind !== 'text' || child.value.trim() === '' || !isShown(page, element)) continue;
      const words = child.value.toLowerCase().match(WORD) ?? [];
      const isRead = isHeard && page.styleOf(element).fontSize >= SMALLEST_PX;
      for (const word of words) {
        add(seen, word);
        if (isHeard) add(heard, word);
        if (isRead) add(readable, word);
      }
    }
    if (!isHeard) continue;
    const isControl = CONTROLS.has(element.tag) && (element.tag !== 'a' || element.attributes.has('href'));
    if (HEADINGS.has(element.tag) && page.engine.role(element) === 'heading' && isShown(page, element))
      add(headings, wordsIn(element));
    if (isControl && isShown(page, element)) controls += 1;
    const target = element.tag === 'a' ? (element.attributes.get('href') ?? '').trim() : '';
    if (/^[^#]/.test(target) && !/^javascript:/i.test(target)) add(targets, target);
    if (element.tag === 'img' && isShown(page, element)) {
      const alt = (element.attributes.get('alt') ?? '').trim();
      add(images, element.attributes.get('src') ?? '');
      if (alt !== '') add(images, `alt ${alt}`);
    }
    if ((isControl || element.tag === 'img') && saysOnlyWhat(page, element)) emptyNames += 1;
  }
  return {
    seen,
    heard,
    readable,
    headings,
    controls,
    targets,
    images,
    emptyNames,
    generated: generatedIn(page),
  };
}

function add(counts: Map<string, number>, item: string): void {
  counts.set(item, (counts.get(item) ?? 0) + 1);
}

const NEVER_SHOWN = new Set(['script', 'style', 'template', 'noscript', 'title', 'head', 'option']);

function isShown(page: Page, element: PageElement): boolean {
  return !NEVER_SHOWN.has(element.tag) && page.isVisible(element);
}

/** Everything that assistive technology is told to leave out, and what is folded away. */
function silence(page: Page): ReadonlySet<PageElement> {
  const silent = new Set<PageElement>();
  for (const element of page.elements) {
    const { attributes, parent, tag } = element;
    const isFolded = parent?.tag === 'details' && !parent.attributes.has('open') && tag !== 'summary';
    const isSilenced = attributes.get('aria-hidden') === 'true' || attributes.has('inert') || isFolded;
    if (isSilenced || (parent !== null && silent.has(parent))) silent.add(element);
  }
  return silent;
}

function wordsIn(element: PageElement): string {
  const texts: string[] = [];
  const stack: PageElement['children'][number][] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'text') texts.push(node.value);
    else for (const child of node.children.toReversed()) stack.push(child);
  }
  return (texts.join(' ').toLowerCase().match(WORD) ?? []).join(' ');
}

/** Its name is its tag, its role or its type, and tells nobody which one it is. */
function saysOnlyWhat(page: Page, element: PageElement): boolean {
  const name = page.engine.name(element).toLowerCase();
  if (name === '') return false;
  return [element.tag, page.engine.role(element), element.attributes.get('type')].includes(name);
}

/** Strings of `content`; what an attribute or a counter gives is not written there. */
const QUOTED = /"([^"]*)"|'([^']*)'/g;

function generatedIn(page: Page): number {
  let characters = 0;
  for (const { root } of page.sheets)
    root.walkDecls('content', ({ value }) => {
      for (const [, one = '', other = ''] of value.matchAll(QUOTED)) characters += one.length + other.length;
    });
  return characters;
}

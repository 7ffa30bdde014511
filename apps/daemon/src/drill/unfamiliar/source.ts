/** The elements of a page by their places in the source, and the few groups of them that defects are planted in. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { MAX_DEPTH } from '../../measure/limits.ts';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Parsed = DefaultTreeAdapterTypes.Element;

export interface SourceElement {
  tag: string;
  attrs: Readonly<Record<string, string>>;
  start: number;
  end: number;
  /** Where the start tag ends. */
  open: number;
  /** Where the end tag begins; the end of the element where it has none. */
  close: number;
  text: string;
  parent: SourceElement | undefined;
  /** Tags around it, the outermost first. */
  up: readonly string[];
  kids: SourceElement[];
  /** In the main part: of a page that marks none, everything beside its header, navigation and footer. */
  isMain: boolean;
}

let last: { html: string; elements: SourceElement[] } = { html: '', elements: [] };

/** In document order. The same page is asked for again and again while a defect is placed in it. */
function all(html: string): readonly SourceElement[] {
  if (html !== last.html) last = { html, elements: elementsOf(html) };
  return last.elements;
}

const BESIDE: readonly string[] = ['header', 'nav', 'footer', 'aside', 'dialog'];
const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'svg']);

function elementsOf(html: string): SourceElement[] {
  const found: SourceElement[] = [];
  const walk = (node: Parent, parent: SourceElement | undefined, up: readonly string[]): string => {
    let text = '';
    for (const child of node.childNodes) {
      if ('value' in child) text += child.value;
      if (!('tagName' in child)) continue;
      const element = elementOf(child, parent, up);
      if (element !== undefined) {
        found.push(element);
        parent?.kids.push(element);
      }
      // A page nested deeper than browsers draw has nothing there to plant in.
      const words = up.length < MAX_DEPTH ? walk(child, element ?? parent, [...up, child.tagName]) : '';
      if (element !== undefined) element.text = words.replace(/\s+/g, ' ').trim();
      if (!UNREAD.has(child.tagName)) text += words;
    }
    return text;
  };
  walk(parse(html, { sourceCodeLocationInfo: true }), undefined, []);
  const isMarked = found.some(({ tag }) => tag === 'main');
  for (const element of found)
    element.isMain = isMarked
      ? element.up.includes('main')
      : element.up.includes('body') &&
        BESIDE.every((tag) => tag !== element.tag && !element.up.includes(tag));
  return found;
}

/** Undefined for what the parser had to add. */
function elementOf(
  { tagName, attrs, sourceCodeLocation: place }: Parsed,
  parent: SourceElement | undefined,
  up: readonly string[],
): SourceElement | undefined {
  if (place == null) return undefined;
  return {
    tag: tagName,
    attrs: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    start: place.startOffset,
    end: place.endOffset,
    open: (place.startTag ?? place).endOffset,
    close: place.endTag?.startOffset ?? place.endOffset,
    text: '',
    parent,
    up,
    kids: [],
    isMain: false,
  };
}

export function tags(html: string, ...names: readonly string[]): SourceElement[] {
  return all(html).filter(
    ({ tag, up }) => names.includes(tag) && !up.includes('svg') && !up.includes('template'),
  );
}

export function one(html: string, name: string): SourceElement | undefined {
  return tags(html, name)[0];
}

/** What is written in English is planted in English pages only. */
export function isEnglish(html: string): boolean {
  return (one(html, 'html')?.attrs.lang ?? '').slice(0, 2) === 'en';
}

export function isDark(html: string): boolean {
  return html.includes('<meta name="color-scheme" content="dark">');
}

export function paragraphs(html: string, least = 40): SourceElement[] {
  return tags(html, 'p').filter(
    (element) =>
      element.isMain &&
      element.text.length >= least &&
      ['form', 'figure', 'a', 'button'].every((around) => !element.up.includes(around)),
  );
}

export function headings(html: string, ...levels: readonly string[]): SourceElement[] {
  const wanted = levels.length > 0 ? levels : ['h1', 'h2', 'h3'];
  return tags(html, ...wanted).filter((element) => element.isMain && element.text.length > 2);
}

/** Links to elsewhere with plain text in them. */
export function textLinks(html: string): SourceElement[] {
  return tags(html, 'a').filter(
    ({ attrs: { href = '' }, text, kids }) =>
      href !== '' && text.length > 2 && !href.startsWith('#') && kids.length === 0,
  );
}

export function actions(html: string): SourceElement[] {
  return [
    ...tags(html, 'button').filter(({ text }) => text.length > 1),
    ...tags(html, 'a').filter(({ attrs }) => /\b(btn|button|cta)\b/.test(attrs.class ?? '')),
  ];
}

export function images(html: string): SourceElement[] {
  return tags(html, 'img').filter(({ attrs }) => (attrs.alt ?? '').length > 3);
}

const NO_FIELDS: readonly string[] = ['hidden', 'submit', 'checkbox', 'radio', 'button'];

export function fields(html: string): SourceElement[] {
  return tags(html, 'input', 'select', 'textarea').filter(
    ({ attrs }) => !NO_FIELDS.includes(attrs.type ?? ''),
  );
}

export function sections(html: string): SourceElement[] {
  return tags(html, 'section', 'article').filter((element) => element.isMain && element.text.length > 60);
}

/** Repeated siblings: cards, plans, list items with structure. */
export function cards(html: string): SourceElement[] {
  return tags(html, 'li', 'article', 'div', 'section').filter((element) => {
    const { tag, attrs, kids, text, parent } = element;
    const alike = parent?.kids.filter((kid) => kid.tag === tag && kid.attrs.class === attrs.class) ?? [];
    return element.isMain && kids.length >= 2 && text.length > 30 && alike.length >= 2;
  });
}

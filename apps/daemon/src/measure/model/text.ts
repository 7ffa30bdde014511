/** Text blocks: what a reader reads as one piece, a heading, a paragraph, a button, a list item. */
import type { PageElement, Range } from './dom.ts';

export interface TextBlock {
  element: PageElement;
  /** White space collapsed, trimmed. */
  text: string;
  /** The same without inline code, which is quoted rather than said. */
  said: string;
  words: number;
  kind: 'heading' | 'paragraph' | 'item' | 'action' | 'cell' | 'label' | 'code' | 'other';
  /** The pieces of source the said text came from. */
  ranges: Range[];
}

const INLINE = new Set(
  'a abbr b bdi bdo br cite data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr code img svg'.split(
    ' ',
  ),
);
const QUOTED = new Set('code kbd samp var'.split(' '));
const SILENT = new Set(
  'script style template noscript head title svg math iframe object textarea select datalist'.split(' '),
);

const KINDS: Record<string, TextBlock['kind']> = {
  p: 'paragraph',
  blockquote: 'paragraph',
  li: 'item',
  dd: 'item',
  dt: 'item',
  button: 'action',
  summary: 'action',
  td: 'cell',
  th: 'cell',
  label: 'label',
  legend: 'label',
  figcaption: 'label',
  pre: 'code',
  code: 'code',
  kbd: 'code',
  samp: 'code',
};

export function isHeading(element: PageElement): boolean {
  return /^h[1-6]$/.test(element.tag);
}

export function isSilent(element: PageElement): boolean {
  return SILENT.has(element.tag);
}

export function normalise(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
}

/** Text nodes join the nearest ancestor that is no inline element; links that stand alone are actions. */
export function collectBlocks(elements: readonly PageElement[]): TextBlock[] {
  const homes = new Set<PageElement>();
  for (const element of elements) {
    if (!element.children.some((child) => child.kind === 'text' && child.value.trim() !== '')) continue;
    const home = blockOf(element);
    if (home !== null) homes.add(home);
  }
  const blocks: TextBlock[] = [];
  for (const element of homes) {
    const read = inlineText(element);
    const text = normalise(read.text);
    if (text === '') continue;
    const said = read.said === read.text ? text : normalise(read.said);
    blocks.push({ element, text, said, words: countWords(text), kind: kindOf(element), ranges: read.ranges });
  }
  return blocks.sort((a, b) => a.element.index - b.element.index);
}

/** The text of an element and its inline descendants; nested blocks are read on their own. */
function inlineText(home: PageElement): Pick<TextBlock, 'text' | 'said' | 'ranges'> {
  const texts: string[] = [];
  const said: string[] = [];
  const ranges: Range[] = [];
  const stack = pushChildren([], home, QUOTED.has(home.tag));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, quoted } = next;
    if (node.kind === 'text') {
      texts.push(node.value);
      said.push(quoted ? '…' : node.value);
      if (!quoted && node.range !== null && node.value.trim() !== '') ranges.push(node.range);
    } else if (node.tag !== 'br' && INLINE.has(node.tag) && !isSilent(node)) {
      pushChildren(stack, node, quoted || QUOTED.has(node.tag));
    } else {
      texts.push(' ');
      said.push(' ');
    }
  }
  return { text: texts.join(''), said: said.join(''), ranges };
}

interface Pending {
  node: PageElement['children'][number];
  quoted: boolean;
}

function pushChildren(stack: Pending[], { children }: PageElement, quoted: boolean): Pending[] {
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const node = children[index];
    if (node !== undefined) stack.push({ node, quoted });
  }
  return stack;
}

function blockOf(element: PageElement): PageElement | null {
  let home: PageElement | null = null;
  for (let current: PageElement | null = element; current !== null; current = current.parent) {
    if (isSilent(current)) return null;
    if (home === null && !isInlineHere(current)) home = current;
  }
  return home;
}

/** A link or span that is its parent's only content is a block of its own in practice: a button, a chip. */
function isInlineHere(element: PageElement): boolean {
  if (!INLINE.has(element.tag)) return false;
  const parent = element.parent;
  if (parent === null) return false;
  if (isHeading(parent) || parent.tag === 'p' || parent.tag === 'li' || INLINE.has(parent.tag)) return true;
  return parent.children.some((child) => child.kind === 'text' && child.value.trim() !== '');
}

function kindOf(element: PageElement): TextBlock['kind'] {
  if (isHeading(element)) return 'heading';
  if (element.tag === 'a') return 'action';
  return KINDS[element.tag] ?? 'other';
}

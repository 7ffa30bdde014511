/** Questions many audits ask of a page, answered once per page. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { isHeading, isSilent, normalise, type TextBlock } from './text.ts';

/** Computed answers live as long as the page they are about. */
export function oncePerPage<Answer>(compute: (page: Page) => Answer): (page: Page) => Answer {
  const known = new WeakMap<Page, Answer>();
  return (page) => {
    const found = known.get(page);
    if (found !== undefined) return found;
    const answer = compute(page);
    known.set(page, answer);
    return answer;
  };
}

/** Blocks a sighted reader sees. */
export const visibleBlocks = oncePerPage((page: Page): TextBlock[] =>
  page.blocks.filter((block) => page.isVisible(block.element)),
);

/** Paragraph-like running text, long enough to be read rather than scanned. */
export const proseBlocks = oncePerPage((page: Page): TextBlock[] =>
  visibleBlocks(page).filter(
    (block) =>
      block.words >= 8 && (block.kind === 'paragraph' || block.kind === 'item' || block.kind === 'other'),
  ),
);

export const headings = oncePerPage((page: Page): PageElement[] =>
  page.elements.filter((element) => isExposedHeading(element) && page.engine.isRendered(element)),
);

function isExposedHeading(element: PageElement): boolean {
  const role = element.attributes.get('role')?.trim().toLowerCase();
  return role === undefined || role === '' ? isHeading(element) : role === 'heading';
}

/**
 * Slides and tabs that a style sheet hides until a script shows them: the source has text, and none of it is seen.
 * Null when something is.
 */
export const hiddenUntilScript = oncePerPage((page: Page): string | null => {
  if (page.blocks.length === 0 || page.byTag('script').length === 0) return null;
  const seen = visibleBlocks(page).reduce((sum, block) => sum + block.words, 0);
  const all = page.blocks.reduce((sum, block) => sum + block.words, 0);
  return seen * HIDDEN_SHARE < all ? 'the text is hidden until a script shows it' : null;
});

/** Less than a tenth in sight. */
const HIDDEN_SHARE = 10;

/** What a heading says, to the eye or through the name of the picture in it. */
export function headingText(page: Page, heading: PageElement): string {
  return textOf(heading) || page.engine.name(heading);
}

/** Elements that are shown and are no metadata. */
export const renderedElements = oncePerPage((page: Page): PageElement[] =>
  page.elements.filter(
    (element) =>
      element.html && !isSilent(element) && !METADATA.has(element.tag) && page.engine.isRendered(element),
  ),
);

const METADATA = new Set([
  'html',
  'head',
  'meta',
  'link',
  'base',
  'br',
  'wbr',
  'source',
  'track',
  'param',
  'col',
]);

/** Things that look and act like a button: `<button>`, submit inputs, and links styled as one. */
export const actions = oncePerPage((page: Page): PageElement[] =>
  page.elements.filter(
    (element) =>
      (element.tag === 'button' ||
        (element.tag === 'input' && /^(submit|button)$/i.test(element.attributes.get('type') ?? '')) ||
        element.attributes.get('role') === 'button' ||
        (element.tag === 'a' && isButtonLink(page, element))) &&
      page.isVisible(element),
  ),
);

function isButtonLink(page: Page, element: PageElement): boolean {
  if (/\b(btn|button|cta)\b/i.test(element.attributes.get('class') ?? '')) return true;
  const background = page.styleOf(element).color('background-color');
  return background !== null && background.alpha > 0.1;
}

/** The size most of the running text is set in. */
export const bodyFontSize = oncePerPage((page: Page): number => {
  const sizes = new Map<number, number>();
  const prose = proseBlocks(page);
  const blocks = prose.length > 0 ? prose : visibleBlocks(page).filter((block) => block.kind !== 'heading');
  for (const block of blocks) {
    const size = page.styleOf(block.element).fontSize;
    sizes.set(size, (sizes.get(size) ?? 0) + block.text.length);
  }
  return [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 16;
});

/** All text inside an element, white space collapsed. */
export function textOf(element: PageElement): string {
  const texts: string[] = [];
  const stack: PageElement['children'][number][] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'text') texts.push(node.value);
    else if (!isSilent(node)) {
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) stack.push(child);
      }
    }
  }
  return normalise(texts.join(' '));
}

/** Whether it says anything; as `textOf`, and done at the first word. */
export function hasText(element: PageElement): boolean {
  const stack: PageElement['children'][number][] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'text') {
      if (node.value.trim() !== '') return true;
    } else if (!isSilent(node))
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) stack.push(child);
      }
  }
  return false;
}

/** The first elements and words inside an element: what is read of every part of a page must not be all that is in it. */
export function beginningOf(
  element: PageElement,
  most = MOST_NODES,
): { elements: PageElement[]; text: string } {
  const elements: PageElement[] = [];
  const texts: string[] = [];
  const stack: PageElement['children'][number][] = [element];
  for (let node = stack.pop(), seen = 0; node !== undefined && seen < most; node = stack.pop(), seen += 1) {
    if (node.kind === 'text') texts.push(node.value);
    else if (!isSilent(node)) {
      elements.push(node);
      stack.push(...node.children.slice(0, most).reverse());
    }
  }
  return { elements, text: normalise(texts.join(' ')) };
}

const MOST_NODES = 60;

export function hasAncestor(element: PageElement, ...tags: string[]): boolean {
  for (let current = element.parent; current !== null; current = current.parent) {
    if (tags.includes(current.tag)) return true;
  }
  return false;
}

export function descendants(element: PageElement): PageElement[] {
  const list: PageElement[] = [];
  const stack = childElements(element).reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    list.push(node);
    stack.push(...childElements(node).reverse());
  }
  return list;
}

export function childElements(element: PageElement): PageElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** Pieces of code from which a page counts as technical. */
const LEAST_CODE = 3;

/** Full of names nobody spells, and of sentences that go on in code: what a reader of words finds there is a question. */
export const isTechnical = oncePerPage(
  (page: Page): boolean => page.byTag('code', 'pre', 'kbd', 'samp').length >= LEAST_CODE,
);

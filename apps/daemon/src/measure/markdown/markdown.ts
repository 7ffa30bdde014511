/** Markdown as the page it would become: the same tree as HTML gives, every place of it a place of the Markdown. */
import type { Code, Nodes, Root, RootContent } from 'mdast';
import { MAX_DEPTH, MAX_ELEMENTS, MAX_MARKDOWN_CHARACTERS } from '../limits.ts';
import type { PageElement, Range, Tree } from '../model/dom.ts';
import { readRawHtml } from './html.ts';
import { markdownTree } from './parse.ts';

const FRONTMATTER = /^\uFEFF?(?:---\r?\n[\s\S]*?\r?\n---|\+\+\+\r?\n[\s\S]*?\r?\n\+\+\+)[ \t]*(?=\r?\n|$)/;
const FRONT_TITLE = /^title\s*[:=]\s*["']?([^\r\n]{1,200}?)["']?[ \t]*$/m;

export function parseMarkdown(source: string, maxElements = MAX_ELEMENTS): Tree {
  const front = FRONTMATTER.exec(source)?.[0] ?? '';
  // Frontmatter is blanked, not cut: the places of what follows must not move.
  const body = front.replace(/[^\r\n]/g, ' ') + source.slice(front.length);
  const text = body.replace(/^\uFEFF/, ' ').slice(0, MAX_MARKDOWN_CHARACTERS);
  const root = markdownTree(text, 'github');
  const tree: Tree = {
    elements: [],
    anchors: new Set(),
    total: 0,
    comments: [],
    mode: 'no-quirks',
    hasDoctype: true,
    truncated: { elements: body.length > text.length, depth: false },
    mistakes: [],
  };
  const planter = new MarkdownPlanter(tree, maxElements);
  const html = planter.element('html', null, null);
  const title = FRONT_TITLE.exec(front)?.[1];
  if (title !== undefined) planter.titled(title, html);
  const main = planter.element('main', planter.element('body', html, null), null);
  planter.children(root, main, definitionsOf(root));
  for (const slug of slugsOf(tree.elements)) tree.anchors.add(slug);
  return tree;
}

type Definitions = ReadonlyMap<string, string>;

/** `[text][name]` finds its address at the end of the file. */
function definitionsOf(root: Root): Definitions {
  const found = new Map<string, string>();
  for (const node of root.children) {
    if (node.type === 'definition') found.set(node.identifier, node.url);
  }
  return found;
}

/** Grows our tree from Markdown's; bounded like the HTML one. */
class MarkdownPlanter {
  readonly #tree: Tree;
  readonly #maxElements: number;

  constructor(tree: Tree, maxElements: number) {
    this.#tree = tree;
    this.#maxElements = maxElements;
  }

  element(
    tag: string,
    parent: PageElement | null,
    range: Range | null,
    attributes: Record<string, string> = {},
  ): PageElement {
    const element: PageElement = {
      kind: 'element',
      index: this.#tree.elements.length,
      tag,
      html: true,
      attributes: new Map(Object.entries(attributes)),
      attributeRanges: new Map(),
      parent,
      children: [],
      depth: parent === null ? 0 : parent.depth + 1,
      startTag: range,
      endTag: null,
    };
    this.#tree.total += 1;
    this.#tree.elements.push(element);
    parent?.children.push(element);
    return element;
  }

  children(node: Nodes, parent: PageElement, definitions: Definitions): void {
    if (!('children' in node)) return;
    for (const child of node.children) this.#plant(child, parent, definitions);
  }

  #plant(node: RootContent, parent: PageElement, definitions: Definitions): void {
    if (this.#tree.elements.length >= this.#maxElements) {
      this.#tree.truncated.elements = true;
      this.#tree.total += 1;
      return;
    }
    if (parent.depth >= MAX_DEPTH) {
      this.#tree.truncated.depth = true;
      return;
    }
    const range = rangeOf(node);
    switch (node.type) {
      case 'text':
        parent.children.push({ kind: 'text', value: node.value, range });
        return;
      case 'inlineCode':
        this.#quoted('code', node.value, parent, range);
        return;
      case 'code':
        this.#quoted(
          'pre',
          node.value,
          parent,
          range,
          isFenced(node) ? { 'data-fence': node.lang ?? '' } : {},
        );
        return;
      case 'html':
        this.#raw(node.value, parent, range);
        return;
      case 'image':
        this.element('img', parent, range, imageAttributes(node.url, node.alt));
        return;
      case 'imageReference':
        this.element('img', parent, range, imageAttributes(definitions.get(node.identifier) ?? '', node.alt));
        return;
      case 'link':
        this.children(node, this.element('a', parent, range, { href: node.url }), definitions);
        return;
      case 'linkReference': {
        const href = definitions.get(node.identifier) ?? '#';
        this.children(node, this.element('a', parent, range, { href }), definitions);
        return;
      }
      case 'heading':
        this.children(node, this.element(`h${node.depth}`, parent, range), definitions);
        return;
      case 'list':
        this.children(node, this.element(node.ordered === true ? 'ol' : 'ul', parent, range), definitions);
        return;
      case 'listItem': {
        const item = this.element('li', parent, range);
        // A tight list has no paragraphs of its own.
        const [only, ...more] = node.children;
        if (only?.type === 'paragraph' && more.length === 0) this.children(only, item, definitions);
        else this.children(node, item, definitions);
        return;
      }
      case 'table': {
        const table = this.element('table', parent, range);
        for (const [index, row] of node.children.entries()) {
          const line = this.element('tr', table, rangeOf(row));
          const scope: Record<string, string> = index === 0 ? { scope: 'col' } : {};
          for (const cell of row.children) {
            this.children(
              cell,
              this.element(index === 0 ? 'th' : 'td', line, rangeOf(cell), scope),
              definitions,
            );
          }
        }
        return;
      }
      default: {
        const tag = TAGS[node.type];
        if (tag !== undefined) this.children(node, this.element(tag, parent, range), definitions);
      }
    }
  }

  titled(title: string, html: PageElement): void {
    const element = this.element('title', this.element('head', html, null), null);
    element.children.push({ kind: 'text', value: title, range: null });
  }

  #quoted(
    tag: 'code' | 'pre',
    value: string,
    parent: PageElement,
    range: Range | null,
    attributes: Record<string, string> = {},
  ): void {
    this.element(tag, parent, range, attributes).children.push({ kind: 'text', value, range: null });
  }

  /** Of raw HTML: headings and pictures, what a comment says, and the names a link may point to. */
  #raw(value: string, parent: PageElement, range: Range | null): void {
    const { headings, images, comments, anchors } = readRawHtml(value, range);
    for (const { text, range: own } of comments) this.#tree.comments.push({ text, range: own });
    for (const name of anchors) this.#tree.anchors.add(name);
    const room = (): boolean => this.#tree.elements.length < this.#maxElements;
    for (const heading of headings) {
      if (!room()) break;
      const element = this.element(`h${heading.level}`, parent, heading.range);
      if (heading.text !== '') element.children.push({ kind: 'text', value: heading.text, range: null });
      for (const image of heading.images) this.element('img', element, heading.range, image);
    }
    for (const { attributes, range: own } of images) if (room()) this.element('img', parent, own, attributes);
  }
}

const TAGS: Partial<Record<RootContent['type'], string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  break: 'br',
  thematicBreak: 'hr',
  footnoteDefinition: 'div',
};

/** Indented code starts with no fence, and its first line is its text. */
function isFenced({ value, position }: Code): boolean {
  if (position === undefined) return false;
  return position.end.line - position.start.line > (value.match(/\n/g)?.length ?? 0);
}

/** `![](boat.png)` says nothing of the picture, which in a text is a gap rather than decoration. */
function imageAttributes(src: string, alt: string | null | undefined): Record<string, string> {
  return alt === undefined || alt === null || alt.trim() === '' ? { src } : { src, alt };
}

function rangeOf({ position }: RootContent): Range | null {
  if (position === undefined) return null;
  const { start, end } = position;
  return { start: start.offset ?? 0, end: end.offset ?? 0, line: start.line, column: start.column };
}

/** The anchors hosts give to headings: words in lower case, joined by hyphens, numbered when they repeat. */
function slugsOf(elements: readonly PageElement[]): string[] {
  const seen = new Map<string, number>();
  const slugs: string[] = [];
  for (const element of elements) {
    if (!/^h[1-6]$/.test(element.tag)) continue;
    const slug = plainText(element)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    slugs.push(count === 0 ? slug : `${slug}-${count}`);
  }
  return slugs;
}

function plainText(element: PageElement): string {
  return element.children.map((child) => (child.kind === 'text' ? child.value : plainText(child))).join('');
}

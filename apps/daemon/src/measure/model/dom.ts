/** The page's tree: parse5 with source locations, flattened into one array in document order. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { MAX_DEPTH, MAX_ELEMENTS } from '../limits.ts';
import { boundedTree } from './bounded-tree.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Parse5Element = DefaultTreeAdapterTypes.Element;

/** A range of the source, in UTF-16 units, with the 1-based place where it begins. */
export interface Range {
  start: number;
  end: number;
  line: number;
  column: number;
}

/** A text node that belongs to an element. */
export interface TextNode {
  kind: 'text';
  value: string;
  range: Range | null;
}

export interface PageElement {
  kind: 'element';
  /** Place in document order. */
  index: number;
  tag: string;
  /** False inside SVG and MathML. */
  html: boolean;
  attributes: ReadonlyMap<string, string>;
  /** Where each attribute is written. */
  attributeRanges: ReadonlyMap<string, Range>;
  parent: PageElement | null;
  children: (PageElement | TextNode)[];
  depth: number;
  /** The start tag; null for elements the parser had to add (`<tbody>`, a missing `<body>`). */
  startTag: Range | null;
  endTag: Range | null;
}

export interface Tree {
  elements: PageElement[];
  /** All ids and anchor names, of the elements beyond the bound too. */
  anchors: Set<string>;
  /** Elements in the source, measured or not. */
  total: number;
  comments: { text: string; range: Range | null }[];
  /** The doctype as the parser judged it. */
  mode: 'no-quirks' | 'quirks' | 'limited-quirks';
  hasDoctype: boolean;
  /** Set when the tree was larger than the bounds. */
  truncated: { elements: boolean; depth: boolean };
  /** Mistakes inside tags and entities, by the names of the HTML standard; the first of them. */
  mistakes: { code: string; range: Range }[];
}

interface Pending {
  node: Node;
  parent: PageElement | null;
}

/** Mistakes that are kept: a page with more of them is not read mistake by mistake. */
const MAX_MISTAKES = 200;

/** A page has about two, most of them white space. */
const TEXTS_PER_ELEMENT = 4;

/** Iterative on purpose: a page nested a hundred thousand levels deep must not overflow the stack. */
export function parseTree(html: string, maxElements = MAX_ELEMENTS): Tree {
  const bounded = boundedTree(maxElements);
  const mistakes: Tree['mistakes'] = [];
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    treeAdapter: bounded.adapter,
    onParseError({ code, ...location }) {
      const range = mistakes.length < MAX_MISTAKES ? rangeOf(location) : null;
      if (range !== null) mistakes.push({ code, range });
    },
  });
  const tree: Tree = {
    elements: [],
    anchors: bounded.anchors,
    total: 0,
    comments: [],
    mode: document.mode,
    hasDoctype: document.childNodes.some((node) => node.nodeName === '#documentType'),
    truncated: { elements: false, depth: false },
    mistakes,
  };
  let texts = 0;
  const stack: Pending[] = childrenReversed(document, null);
  for (let pending = stack.pop(); pending !== undefined; pending = stack.pop()) {
    const { node, parent } = pending;
    if ('value' in node) {
      texts += 1;
      // Texts are bounded as well: what follows the last element, and pieces between a million comments.
      if (texts > maxElements * TEXTS_PER_ELEMENT) tree.truncated.elements = true;
      if (!tree.truncated.elements)
        parent?.children.push({ kind: 'text', value: node.value, range: rangeOf(node.sourceCodeLocation) });
    } else if ('data' in node) {
      tree.comments.push({ text: node.data, range: rangeOf(node.sourceCodeLocation) });
    } else if ('tagName' in node) {
      tree.total += 1;
      if (tree.truncated.elements || tree.elements.length >= maxElements) {
        // The walk goes on for anchors and comments only; a null parent keeps the text out.
        tree.truncated.elements = true;
        for (const child of childrenReversed(node, null)) stack.push(child);
        continue;
      }
      const element = toElement(node, parent, tree);
      // What is nested too deeply becomes a sibling, as in Blink.
      const home = element.depth >= MAX_DEPTH ? parent : element;
      if (home === parent) tree.truncated.depth = true;
      for (const child of childrenReversed(node, home)) stack.push(child);
    }
  }
  if (bounded.created > bounded.limit) tree.total = Math.max(tree.total, bounded.created);
  return tree;
}

function toElement(node: Parse5Element, parent: PageElement | null, tree: Tree): PageElement {
  const location = node.sourceCodeLocation ?? null;
  const ranges = new Map<string, Range>();
  for (const [name, at] of Object.entries(location?.attrs ?? {})) {
    const range = rangeOf(at);
    if (range !== null) ranges.set(name, range);
  }
  const element: PageElement = {
    kind: 'element',
    index: tree.elements.length,
    tag: node.tagName,
    html: node.namespaceURI.endsWith('xhtml'),
    attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
    attributeRanges: ranges,
    parent,
    children: [],
    depth: parent === null ? 0 : parent.depth + 1,
    startTag: rangeOf(location?.startTag ?? location),
    endTag: rangeOf(location?.endTag),
  };
  tree.elements.push(element);
  parent?.children.push(element);
  return element;
}

function childrenReversed(node: Node, parent: PageElement | null): Pending[] {
  if (!('childNodes' in node)) return [];
  const pending: Pending[] = [];
  for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
    const child = node.childNodes[index];
    if (child !== undefined) pending.push({ node: child, parent });
  }
  return pending;
}

interface Located {
  startOffset: number;
  endOffset: number;
  startLine: number;
  startCol: number;
}

function rangeOf(location: Located | null | undefined): Range | null {
  if (location === null || location === undefined) return null;
  const { startOffset: start, endOffset: end, startLine: line, startCol: column } = location;
  return { start, end, line, column };
}

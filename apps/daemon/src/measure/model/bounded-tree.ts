/**
 * What parse5 builds its tree with: everything as usual up to a bound; beyond it elements and texts are read and let go,
 * because nobody measures them and each takes a kilobyte. Their ids are kept: links may lead to them.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, type TreeAdapter } from 'parse5';

type Kinds = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;
type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** The parser builds a little out of order; what is measured is cut exactly, later. */
const SLACK = 1_000;

export interface BoundedTree {
  adapter: TreeAdapter<Kinds>;
  /** Ids and anchor names of all elements. */
  anchors: Set<string>;
  /** Elements in the source. */
  readonly created: number;
  limit: number;
}

export function boundedTree(maxElements: number): BoundedTree {
  const limit = maxElements + SLACK;
  const anchors = new Set<string>();
  const dropped = new WeakSet<object>();
  let created = 0;
  const isFull = (): boolean => created > limit;
  const adapter: TreeAdapter<Kinds> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes): Element {
      created += 1;
      for (const { name, value } of attributes)
        if (name === 'id' || (name === 'name' && tagName === 'a')) anchors.add(value);
      const element = defaultTreeAdapter.createElement(tagName, namespace, attributes);
      if (isFull()) dropped.add(element);
      return element;
    },
    appendChild(parent, child): void {
      if (!dropped.has(child) && !dropped.has(parent)) defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference): void {
      if (dropped.has(child) || dropped.has(parent)) return;
      if (dropped.has(reference)) defaultTreeAdapter.appendChild(parent, child);
      else defaultTreeAdapter.insertBefore(parent, child, reference);
    },
    insertText(parent, text): void {
      if (!isFull()) defaultTreeAdapter.insertText(parent, text);
    },
    insertTextBefore(parent, text, reference): void {
      if (!isFull()) defaultTreeAdapter.insertTextBefore(parent, text, reference);
    },
    // Where a text was let go the parser takes what stands before it for that text, or finds nothing.
    getNodeSourceCodeLocation: (node: Node | undefined) =>
      node === undefined ? undefined : defaultTreeAdapter.getNodeSourceCodeLocation(node),
    setNodeSourceCodeLocation(node: Node | undefined, location): void {
      if (node !== undefined && !dropped.has(node) && !(isFull() && node.sourceCodeLocation))
        defaultTreeAdapter.setNodeSourceCodeLocation(node, location);
    },
    updateNodeSourceCodeLocation(node: Node | undefined, end): void {
      if (node === undefined || dropped.has(node) || (isFull() && !('endTag' in end))) return;
      defaultTreeAdapter.updateNodeSourceCodeLocation(node, end);
    },
  };
  return {
    adapter,
    anchors,
    limit,
    get created() {
      return created;
    },
  };
}

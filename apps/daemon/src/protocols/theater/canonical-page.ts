/**
 * A page as two of them are compared: without what nobody sees. White space, comments, the case of names and the order
 * of attributes change nothing of a page, so a demand is not met by them.
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { readMarkup } from './markup.ts';

type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

interface Place {
  start: number;
  /** Where its opening tag ends. */
  opened: number;
  end: number;
}

/** Text of these is code: its white space is left as it is, but for its ends. */
const CODE: ReadonlySet<string> = new Set(['script', 'pre', 'textarea']);
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

export const plain = (text: string): string => text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();

export class CanonicalPage {
  /** In the order of the text. */
  readonly elements: readonly Element[];
  readonly text: string;
  readonly #places: ReadonlyMap<Element, Place>;

  constructor(content: string) {
    const { elements, text, places } = write(readMarkup(content).document);
    this.elements = elements;
    this.text = text;
    this.#places = places;
  }

  /** The element and all that is in it. */
  sourceOf(element: Element): string {
    const place = this.#places.get(element);
    return place === undefined ? '' : this.text.slice(place.start, place.end);
  }

  openingOf(element: Element): string {
    const place = this.#places.get(element);
    return place === undefined ? '' : this.text.slice(place.start, place.opened);
  }
}

/** In one walk with a stack of its own, so that nesting cannot end the process. */
function write(document: Node): { elements: Element[]; text: string; places: Map<Element, Place> } {
  const pieces: string[] = [];
  const elements: Element[] = [];
  const places = new Map<Element, Place>();
  let length = 0;
  const say = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const stack: (Node | { ends: Element })[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('ends' in node) {
      say('</>');
      const place = places.get(node.ends);
      if (place !== undefined) place.end = length;
      continue;
    }
    if ('tagName' in node) {
      const start = length;
      say(openingTag(node));
      elements.push(node);
      places.set(node, { start, opened: length, end: length });
      stack.push({ ends: node });
    } else if (node.nodeName === '#text' && 'value' in node) say(textOf(node));
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) stack.push(node.childNodes[i] as Node);
  }
  return { elements, text: pieces.join(''), places };
}

function openingTag({ tagName, attrs }: Element): string {
  const words = attrs.map(
    ({ name, value }) => `${name}="${name === 'class' ? classes(value) : plain(value)}"`,
  );
  return `<${[tagName, ...words.sort()].join(' ')}>`;
}

function classes(value: string): string {
  return plain(value).split(' ').sort().join(' ');
}

function textOf({ value, parentNode }: DefaultTreeAdapterTypes.TextNode): string {
  const holder = parentNode !== null && 'tagName' in parentNode ? parentNode.tagName : '';
  return CODE.has(holder) ? value.trim() : plain(value);
}

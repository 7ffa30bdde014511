/** A short CSS selector that names exactly one element, the same in every run. */
import type { PageElement } from './dom.ts';

const PLAIN_ID = /^[A-Za-z][\w-]*$/;

export type SelectorOf = (element: PageElement) => string;

export function createSelectors(elements: readonly PageElement[]): SelectorOf {
  const ids = new Map<string, number>();
  for (const element of elements) {
    const id = element.attributes.get('id');
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  const steps = new Map<PageElement, string>();
  const numbered = new Set<PageElement>();

  /** All children of one parent at once: asking each child for its place would be quadratic. */
  const number = (parent: PageElement): void => {
    if (numbered.has(parent)) return;
    numbered.add(parent);
    const totals = new Map<string, number>();
    const children = parent.children.filter((child) => child.kind === 'element');
    for (const child of children) totals.set(child.tag, (totals.get(child.tag) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const child of children) {
      const place = (seen.get(child.tag) ?? 0) + 1;
      seen.set(child.tag, place);
      steps.set(child, totals.get(child.tag) === 1 ? child.tag : `${child.tag}:nth-of-type(${place})`);
    }
  };

  return (element) => {
    const parts: string[] = [];
    for (let current: PageElement | null = element; current !== null; current = current.parent) {
      const id = current.attributes.get('id');
      if (id !== undefined && PLAIN_ID.test(id) && ids.get(id) === 1) {
        parts.push(`#${id}`);
        break;
      }
      if (current.parent === null || current.tag === 'body') {
        parts.push(current.tag);
        break;
      }
      number(current.parent);
      parts.push(steps.get(current) ?? current.tag);
    }
    return parts.reverse().join(' > ');
  };
}

/**
 * A name for an element that outlives the wrappers an author puts around it and the words he changes in it: what it
 * leads to, shows or asks for, or else its place among those of its kind, inside the nearest part that has an id.
 */
export function createPlaces(elements: readonly PageElement[]): SelectorOf {
  const ids = new Map<string, number>();
  for (const { attributes } of elements) {
    const id = attributes.get('id');
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  const parts = new Map<PageElement, string>();
  const names = new Map<PageElement, string>();
  const seen = new Map<string, number>();
  // In document order a parent comes before its children.
  for (const element of elements) {
    const id = element.attributes.get('id');
    const own = id !== undefined && PLAIN_ID.test(id) && ids.get(id) === 1 ? `#${id}` : null;
    const around = element.parent === null ? '' : (parts.get(element.parent) ?? '');
    parts.set(element, own ?? around);
    const name = own ?? `${around}${around === '' ? '' : ' '}${kindOf(element)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    names.set(element, own === null && count > 1 ? `${name}~${count}` : name);
  }
  return (element) => names.get(element) ?? element.tag;
}

const MARKS = ['href', 'src', 'name', 'for', 'action'];
const MAX_MARK = 80;

/** A heading is a heading on every level. */
function kindOf({ tag, attributes }: PageElement): string {
  const kind = /^h[1-6]$/.test(tag) ? 'heading' : tag === 'head' ? 'html > head' : tag;
  const mark = MARKS.find((name) => (attributes.get(name) ?? '') !== '');
  return mark === undefined ? kind : `${kind}[${mark}=${(attributes.get(mark) ?? '').slice(0, MAX_MARK)}]`;
}

/** The way down from the root by tag and place, the same here and in a browser: `body:1/main:1/p:2`. */
export function pathOf(element: PageElement): string {
  const steps: string[] = [];
  for (let current = element; current.parent !== null; current = current.parent) {
    let place = 0;
    for (const child of current.parent.children) {
      if (child.kind === 'element' && child.tag === current.tag) place += 1;
      if (child === current) break;
    }
    steps.push(`${current.tag}:${place}`);
  }
  return steps.reverse().join('/');
}

/** Labels that stand beside a field and belong to none: what only lacks its tie is not written a second time. */
import type { Page, PageElement } from './page.ts';
import { childElements, descendants, textOf } from './reading.ts';

const FIELD = /^(input|select|textarea|meter|progress|output)$/;

/**
 * The label right before a field, or right behind a box to tick, that names no other: without `for`, or with one that no
 * element has. One wrapper may be between the two.
 */
export function orphanLabel(page: Page, field: PageElement): PageElement | null {
  const isTicked = /^(checkbox|radio)$/i.test(field.attributes.get('type') ?? '');
  for (const at of [field, field.parent]) {
    if (at === null || at.parent === null || at.tag === 'form' || at.tag === 'body') return null;
    if (at !== field && fieldsIn(at).length > 1) return null;
    const siblings = childElements(at.parent);
    const index = siblings.indexOf(at);
    const beside = isTicked ? [siblings[index + 1], siblings[index - 1]] : [siblings[index - 1]];
    const label = beside.find((one) => one !== undefined && isOrphan(page, one));
    if (label !== undefined) return label;
  }
  return null;
}

function isOrphan(page: Page, label: PageElement): boolean {
  if (label.tag !== 'label' || textOf(label) === '' || fieldsIn(label).length > 0) return false;
  const target = label.attributes.get('for')?.trim() ?? '';
  return target === '' || !page.anchors.has(target);
}

function fieldsIn(element: PageElement): PageElement[] {
  return descendants(element).filter(
    ({ tag, attributes }) => FIELD.test(tag) && !/^hidden$/i.test(attributes.get('type') ?? ''),
  );
}

/** Not one of several parts that share a row by layout: a label among them would be one part more. */
export function hasRoomForLabel(page: Page, { parent }: PageElement): boolean {
  return parent !== null && !/flex|grid/.test(page.styleOf(parent).value('display') ?? '');
}

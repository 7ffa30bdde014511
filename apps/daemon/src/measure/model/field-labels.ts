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

/** Wrappers of a row that are looked through for room above it. */
const MOST_WRAPPERS = 2;
const BUTTON = /^(submit|button|image|reset)$/i;

/**
 * What a label stands above without moving anything beside it: the field where it has a line of its own, or the row of this one
 * field and its button. Null where there is no room, as in a row of several fields.
 */
export function labelPlace(page: Page, field: PageElement): PageElement | null {
  if (standsAlone(page, field)) return field;
  let row = field.parent;
  for (let left = MOST_WRAPPERS; left > 0 && row !== null; left--) {
    if (!/^(form|div|p|fieldset)$/.test(row.tag) || row.startTag === null) return null;
    const fields = fieldsIn(row).filter(({ attributes }) => !BUTTON.test(attributes.get('type') ?? ''));
    if (fields.length !== 1) return null;
    if (row.parent !== null && !isRow(page, row.parent) && !isInline(page, row)) return row;
    row = row.parent;
  }
  return null;
}

/** On a line of its own. */
function standsAlone(page: Page, field: PageElement): boolean {
  const { parent } = field;
  if (parent === null || isRow(page, parent)) return false;
  return childElements(parent).every(
    (other) =>
      other === field || /^(br|label|p|small|script)$/.test(other.tag) || !page.engine.isRendered(other),
  );
}

function isRow(page: Page, element: PageElement): boolean {
  return /flex|grid|inline/.test(page.styleOf(element).value('display') ?? '');
}

/** Beside something, or taken out of the flow. */
function isInline(page: Page, element: PageElement): boolean {
  const style = page.styleOf(element);
  return (
    /inline/.test(style.value('display') ?? '') ||
    /left|right/.test(style.value('float') ?? '') ||
    /absolute|fixed/.test(style.value('position') ?? '')
  );
}

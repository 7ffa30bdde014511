/** Labels of fields: ties one that is there, or writes the words that the page already says. */
import { escapeText } from 'entities';
import { labelPlace, orphanLabel } from '../model/field-labels.ts';
import { fieldNameWords, labelWords } from '../model/given-names.ts';
import type { Page, PageElement } from '../model/page.ts';
import type { Fixer, Proposal } from './proposal.ts';
import { placesOf } from './values.ts';

export const fixFieldName: Fixer = (page, result) => {
  const taken = idsOf(page);
  return placesOf(result).flatMap((element): Proposal[] => {
    const tied = tie(page, element, result.audit.id, taken);
    const value = tied === null ? fieldNameWords(element) : null;
    if (tied !== null) return [tied];
    if (value === null) return [];
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(element),
        summary: `aria-label="${value}"`,
        attributes: [{ element, name: 'aria-label', value }],
      },
    ];
  });
};

/** The words that the placeholder already says, as a label that stays. The field keeps its own id for it, or gets one. */
export const fixPlaceholderLabel: Fixer = (page, result) => {
  const taken = idsOf(page);
  return placesOf(result).flatMap((element): Proposal[] => {
    const tied = tie(page, element, result.audit.id, taken);
    if (tied !== null) return [tied];
    const words = labelWords(element);
    const start = labelPlace(page, element)?.startTag?.start;
    if (words === null || start === undefined) return [];
    const { id, attributes } = idFor(element, taken);
    const text = `<label for="${id}">${escapeText(words)}</label>\n${indentAt(page.html, start)}`;
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(element),
        summary: `<label for="${id}"> with the words of the placeholder`,
        places: [element],
        edits: [{ start, end: start, text }],
        attributes,
      },
    ];
  });
};

/** The label that stands beside it and names nothing yet. */
function tie(page: Page, element: PageElement, auditId: string, taken: Set<string>): Proposal | null {
  const label = orphanLabel(page, element);
  if (label === null) return null;
  const { id, attributes } = idFor(element, taken);
  return {
    auditId,
    tier: 'automatic',
    selector: page.selectorOf(element),
    summary: `the label beside it names it: for="${id}"`,
    places: [element],
    attributes: [...attributes, { element: label, name: 'for', value: id }],
  };
}

type Named = { id: string; attributes: NonNullable<Proposal['attributes']> };

function idFor(element: PageElement, taken: Set<string>): Named {
  const own = element.attributes.get('id')?.trim() ?? '';
  if (own !== '') return { id: own, attributes: [] };
  const id = freeId(element.attributes.get('name') ?? 'field', taken);
  taken.add(id);
  return { id, attributes: [{ element, name: 'id', value: id }] };
}

function idsOf(page: Page): Set<string> {
  return new Set(page.elements.flatMap(({ attributes }) => attributes.get('id') ?? []));
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  const wanted =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'field';
  if (!taken.has(wanted)) return wanted;
  let next = 2;
  while (taken.has(`${wanted}-${next}`)) next += 1;
  return `${wanted}-${next}`;
}

/** The white space in front of a place, as far as its line is empty there. */
function indentAt(html: string, at: number): string {
  return /(?:^|\n)([ \t]*)$/.exec(html.slice(Math.max(0, at - 200), at))?.[1] ?? '';
}

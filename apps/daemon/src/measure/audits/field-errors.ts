import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, textOf } from '../model/reading.ts';

const SAYS_ERROR =
  /(^|[-_\s])(error|errors|invalid|danger|fehler|erreur|feedback-invalid|invalid-feedback)([-_\s]|$)/i;

export const fieldErrors: Audit = {
  id: 'field-errors',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'A field knows its error message',
  why: 'A message that only stands beside a field is not read when the field is reached.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/aria/ARIA21',
  severity: 'major',
  tier: 'report',
  unit: 'fields in error that name no message',
  run(page) {
    const fields = page
      .byTag('input', 'select', 'textarea')
      .filter(
        (field) =>
          page.engine.isRendered(field) &&
          (field.attributes.get('aria-invalid') ?? 'false').toLowerCase() !== 'false',
      );
    const found = fields
      .filter((field) => !namesMessage(page, field))
      .map(
        (at): Observation => ({
          at,
          measured: 'aria-invalid without a message',
          required: 'aria-describedby or aria-errormessage that names the message',
          message: 'A field is marked as wrong, and no error message is linked to it.',
          suggestion: `Give ${messageBeside(page, at) === null ? 'the message' : 'the message beside it'} an id, and name it in aria-describedby.`,
        }),
      );
    return { checked: fields.length, found };
  },
};

/** Of several descriptions one must say what is wrong, as far as its name or words tell; a hint alone does not. */
function namesMessage(page: Page, field: PageElement): boolean {
  const ids = ['aria-errormessage', 'aria-describedby'].flatMap((name) =>
    (field.attributes.get(name) ?? '').split(/\s+/).filter(Boolean),
  );
  const named = page.elements.filter((element) => ids.includes(element.attributes.get('id') ?? ''));
  const filled = named.filter((element) => textOf(element) !== '');
  if (filled.length === 0) return false;
  const beside = messageBeside(page, field);
  return beside === null || filled.some((element) => element === beside || isInside(beside, element));
}

function isInside(element: PageElement, outer: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

function messageBeside(page: Page, field: PageElement): PageElement | null {
  const around = field.parent === null ? [] : childElements(field.parent);
  return (
    around.find(
      (element) =>
        element !== field &&
        page.isVisible(element) &&
        textOf(element) !== '' &&
        (/^alert$/.test(element.attributes.get('role') ?? '') ||
          SAYS_ERROR.test(`${element.attributes.get('class') ?? ''} ${element.attributes.get('id') ?? ''}`)),
    ) ?? null
  );
}

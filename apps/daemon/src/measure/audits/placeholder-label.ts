import type { Audit, Observation } from '../finding.ts';
import { labelPlace, orphanLabel } from '../model/field-labels.ts';
import { labelWords } from '../model/given-names.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor } from '../model/reading.ts';

const TYPED = /^(|text|email|tel|url|number|password|date|search)$/i;

export const placeholderLabel: Audit = {
  id: 'placeholder-label',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Fields have a label beside their placeholder',
  why: 'A placeholder is gone when typing begins: whoever looks back cannot see what the field was for.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'fields named by their placeholder alone',
  run(page) {
    const fields = page
      .byTag('input', 'textarea')
      .filter((field) => field.tag === 'textarea' || TYPED.test(field.attributes.get('type') ?? ''))
      .filter((field) => page.engine.isRendered(field));
    const labelled = new Set(page.byTag('label').flatMap(({ attributes }) => attributes.get('for') ?? []));
    const found = fields
      .filter((field) => isOnlyPlaceholder(field, labelled))
      .map((at): Observation => {
        const words = (at.attributes.get('placeholder') ?? '').trim().slice(0, 60);
        return {
          at,
          measured: `placeholder="${words}" and no label`,
          required: 'a label that stays',
          message: `The field is named by its placeholder "${words}" alone, which is gone when typing begins.`,
          // What is searched is known by its place and its button.
          ...(isSearch(page, at) ? { severity: 'minor' as const } : {}),
          ...(orphanLabel(page, at) !== null
            ? { suggestion: 'Tie the label beside it to it, with for and id.' }
            : labelWords(at) === null || labelPlace(page, at) === null
              ? { suggestion: 'Add a <label> that says what belongs in it.', tier: 'report' as const }
              : { suggestion: 'Add a <label> with these words.' }),
        };
      });
    return { checked: fields.length, found };
  },
};

function isOnlyPlaceholder(field: PageElement, labelled: ReadonlySet<string>): boolean {
  const has = (name: string): boolean => (field.attributes.get(name) ?? '').trim() !== '';
  if (!has('placeholder') || has('aria-label') || has('aria-labelledby') || has('title')) return false;
  return !labelled.has(field.attributes.get('id') ?? '') && !hasAncestor(field, 'label');
}

function isSearch(page: Page, field: PageElement): boolean {
  return (
    /^search$/i.test(field.attributes.get('type') ?? '') ||
    /^(search|searchbox)$/.test(page.engine.role(field) ?? '') ||
    hasAncestor(field, 'search')
  );
}

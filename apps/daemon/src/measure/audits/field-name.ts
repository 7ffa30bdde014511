import { orphanLabel } from '../model/field-labels.ts';
import { fieldNameWords } from '../model/given-names.ts';
import { actAudit } from './act.ts';

const ROLELESS = /^(date|datetime-local|month|time|week|color|file|password)$/i;

export const fieldName = actAudit({
  id: 'field-name',
  role: 'a11y',
  dim: 'names',
  weight: 10,
  title: 'Form fields have a label',
  why: 'A field without a label is a box to guess at; a placeholder is gone when typing begins.',
  severity: 'critical',
  tier: 'automatic',
  unit: 'fields without a label',
  rules: ['R8'],
  required: 'a label',
  says: 'The field has no label.',
  suggestion: 'Add a <label for> or an aria-label.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html',
  // Fields without a role of their own, which the rule leaves out.
  also: (page) =>
    page
      .byTag('input')
      .filter(
        (field) =>
          ROLELESS.test(field.attributes.get('type') ?? '') &&
          page.engine.isRendered(field) &&
          !page.engine.isIgnored(field) &&
          page.engine.name(field) === '',
      ),
  isGiven: (at, page) => orphanLabel(page, at) !== null || fieldNameWords(at) !== null,
});

import { linkNameWords } from '../model/given-names.ts';
import { actAudit } from './act.ts';

export const linkName = actAudit({
  id: 'link-name',
  role: 'a11y',
  dim: 'names',
  weight: 10,
  title: 'Links have a name',
  why: 'A link without a name is announced as "link" and leads nowhere one could know.',
  severity: 'critical',
  tier: 'automatic',
  unit: 'links without a name',
  rules: ['R11'],
  required: 'an accessible name',
  says: 'The link has no name that a screen reader could say.',
  suggestion: 'Give the link text or an aria-label.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html',
  isGiven: (at) => linkNameWords(at) !== null,
});

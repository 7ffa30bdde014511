import { actAudit } from './act.ts';

export const partLanguage = actAudit({
  id: 'part-language',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'Parts in another language are marked validly',
  why: 'A wrong lang makes a screen reader mispronounce the passage.',
  severity: 'minor',
  tier: 'report',
  unit: 'invalid lang attributes',
  rules: ['R7'],
  required: 'a valid language tag',
  suggestion: 'Use a valid BCP 47 tag.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-parts.html',
});

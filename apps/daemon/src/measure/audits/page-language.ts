import { pageLanguageOf } from '../model/language.ts';
import { actAudit } from './act.ts';

export const pageLanguage = actAudit({
  id: 'page-language',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'The page says its language',
  why: 'Screen readers choose the voice by it, browsers the hyphenation and the translation.',
  severity: 'major',
  tier: 'automatic',
  unit: 'pages without a valid language',
  rules: ['R4', 'R5'],
  required: 'a valid lang attribute on html',
  says: 'The page does not say which language it is in.',
  suggestion: 'Add lang, for example lang="en".',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
  isGiven: (_at, page) => pageLanguageOf(page) !== null,
});

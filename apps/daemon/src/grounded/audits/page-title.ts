import { actAudit } from './act.ts';

export const pageTitle = actAudit({
  id: 'page-title',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'The page has a title',
  why: 'The title is the name in the tab, in history and in search results.',
  severity: 'major',
  tier: 'automatic',
  unit: 'pages without a title',
  rules: ['R1'],
  required: 'a title with text',
  suggestion: 'Add a <title> that names the page and the site.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/page-titled.html',
});

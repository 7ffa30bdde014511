import type { Audit } from '../finding.ts';
import { normalise } from '../model/text.ts';

export const pageTitle: Audit = {
  id: 'page-title',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'The page has a title',
  why: 'The title is the name in the tab, in history and in search results.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/page-titled.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'pages without a title',
  run(page) {
    // The title of a drawing is no title of the page, though it has the same tag.
    const title = page.byTag('title').find(({ html }) => html);
    const text = title?.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') ?? '';
    if (normalise(text) !== '') return { checked: 1, found: [] };
    const message = title === undefined ? 'The page has no title.' : 'The title is empty.';
    return {
      checked: 1,
      found: [
        {
          at: page.byTag('html')[0] ?? null,
          measured: title === undefined ? 'no title' : 'an empty title',
          required: 'a title with text',
          message,
          suggestion: 'Add a <title> that names the page and the site.',
        },
      ],
    };
  },
};

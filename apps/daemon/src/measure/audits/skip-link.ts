import type { Audit } from '../finding.ts';

/** A page with a short header needs no bypass. */
const MANY_CONTROLS = 6;

export const skipLink: Audit = {
  id: 'skip-link',
  role: 'a11y',
  dim: 'focus',
  weight: 1,
  title: 'A skip link leads past long menus',
  why: 'Keyboard users otherwise press Tab through the whole menu on every page.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks.html',
  severity: 'minor',
  tier: 'report',
  unit: 'pages without a skip link',
  run(page) {
    const main = page.elements.find(
      (element) => element.tag === 'main' || element.attributes.get('role') === 'main',
    );
    const links = page.byTag('a').filter((link) => link.attributes.has('href'));
    const before = links.filter((link) => main === undefined || link.index < main.index);
    if (before.length < MANY_CONTROLS) return { checked: 0, found: [] };
    const first = links[0];
    if (first !== undefined && /^#./.test(first.attributes.get('href') ?? ''))
      return { checked: 1, found: [] };
    return {
      checked: 1,
      found: [
        {
          at: first ?? null,
          measured: `${before.length} links before the content`,
          required: 'a link to the content first',
          message: `${before.length} links come before the content, and none skips them.`,
          suggestion: 'Begin the body with <a href="#main">Skip to content</a>.',
        },
      ],
    };
  },
};

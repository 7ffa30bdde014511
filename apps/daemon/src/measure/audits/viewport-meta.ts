import type { Audit, Observation } from '../finding.ts';

export const viewportMeta: Audit = {
  id: 'viewport-meta',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'The page fits a phone',
  why: 'Without a viewport tag, phones show the desktop page in miniature.',
  link: 'https://developer.mozilla.org/docs/Web/HTML/Viewport_meta_tag',
  severity: 'major',
  tier: 'automatic',
  unit: 'pages without a viewport',
  run(page) {
    const meta = page
      .byTag('meta')
      .find((element) => (element.attributes.get('name') ?? '').toLowerCase() === 'viewport');
    if (meta !== undefined) return { checked: 1, found: [] };
    const found: Observation[] = [
      {
        at: page.byTag('head')[0] ?? null,
        measured: 'no viewport tag',
        required: 'width=device-width, initial-scale=1',
        message: 'The page does not adapt to phones: it has no viewport tag.',
        suggestion: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
      },
    ];
    return { checked: 1, found };
  },
};

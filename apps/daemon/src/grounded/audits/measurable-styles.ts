import type { Audit, Observation } from '../finding.ts';

export const measurableStyles: Audit = {
  id: 'measurable-styles',
  role: 'critic',
  dim: 'contrast',
  weight: 10,
  title: 'The page can be measured',
  why: 'What cannot be measured cannot be passed.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
  severity: 'major',
  tier: 'report',
  unit: 'pages that cannot be measured',
  run(page) {
    const { style, content } = page.gaps;
    const gap = style ?? content;
    if (gap === null) return { checked: 0, found: [] };
    const found: Observation[] = [
      {
        at: page.byTag('head')[0] ?? null,
        measured: gap,
        required: 'styles and content in the page or its folder',
        message: `The page could not be measured: ${gap}.`,
        suggestion: 'Put the stylesheet beside the page, or measure it in a browser with --browser always.',
      },
    ];
    return { checked: 1, found };
  },
};

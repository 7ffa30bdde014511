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
    const { style, content, size } = page.gaps;
    const at = page.byTag('head')[0] ?? null;
    const found: Observation[] = [];
    const gap = style ?? content;
    if (gap !== null) {
      found.push({
        at,
        measured: gap,
        required: 'styles and content in the page or its folder',
        message: `The page could not be measured: ${gap}.`,
        suggestion: 'Put the stylesheet beside the page, or measure it in a browser with --browser always.',
      });
    }
    if (size !== null) {
      found.push({
        at,
        measured: size,
        required: 'a page that can be measured whole',
        message: `A part of the page was not measured: ${size}.`,
        suggestion: 'Split the page, or review its parts by themselves.',
      });
    }
    // Browsers drop what they cannot read, each in its own way: what is left is not what was written.
    for (const mistake of page.styleSources.broken) {
      found.push({
        at,
        measured: mistake,
        required: 'style sheets that can be read whole',
        message: `A style sheet is broken (${mistake}); its styles were measured only as far as they can be read.`,
        suggestion: 'Correct the style sheet there.',
      });
    }
    return { checked: found.length, found };
  },
};

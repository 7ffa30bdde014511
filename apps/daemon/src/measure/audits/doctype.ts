import type { Audit, Observation } from '../finding.ts';

export const doctype: Audit = {
  id: 'doctype',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'The page has a doctype',
  why: 'Without one, browsers imitate the errors of 1998.',
  link: 'https://html.spec.whatwg.org/multipage/syntax.html#the-doctype',
  severity: 'major',
  tier: 'automatic',
  unit: 'pages without a doctype',
  run(page) {
    if (page.hasDoctype && page.mode !== 'quirks') return { checked: 1, found: [] };
    const found: Observation[] = [
      {
        at: null,
        measured: `${page.mode} mode`,
        required: '<!doctype html>',
        message: 'The page is shown in quirks mode.',
        suggestion: 'Begin with <!doctype html>.',
      },
    ];
    return { checked: 1, found };
  },
};

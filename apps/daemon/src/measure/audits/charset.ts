import type { Audit, Observation } from '../finding.ts';

export const charset: Audit = {
  id: 'charset',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'The page names its encoding',
  why: 'Without it, quotes and accents may turn into garbage.',
  link: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  severity: 'minor',
  tier: 'automatic',
  unit: 'pages without an encoding',
  run(page) {
    const named = page
      .byTag('meta')
      .some(
        (meta) => meta.attributes.has('charset') || /charset=/i.test(meta.attributes.get('content') ?? ''),
      );
    if (named) return { checked: 1, found: [] };
    const found: Observation[] = [
      {
        at: page.byTag('head')[0] ?? null,
        measured: 'no charset',
        required: '<meta charset="utf-8">',
        message: 'The page does not name its encoding.',
        ...(/[^\0-\x7f]/.test(page.html.slice(0, 200_000)) ? { severity: 'major' as const } : {}),
        suggestion: 'Add <meta charset="utf-8"> first in the head.',
      },
    ];
    return { checked: 1, found };
  },
};

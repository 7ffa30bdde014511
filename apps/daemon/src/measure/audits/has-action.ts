import type { Audit, Observation } from '../finding.ts';
import { actions, hiddenUntilScript } from '../model/reading.ts';

export const hasAction: Audit = {
  id: 'has-action',
  role: 'copy',
  dim: 'calls',
  weight: 3,
  title: 'The page says what to do next',
  why: 'A page without a next step ends where the reader leaves.',
  link: 'https://www.nngroup.com/articles/clickable-elements/',
  severity: 'minor',
  tier: 'report',
  unit: 'pages without a next step',
  run(page) {
    const gap = page.gaps.content ?? hiddenUntilScript(page);
    if (gap !== null) return { checked: 0, found: [], unmeasured: gap };
    const links = page.byTag('a').filter((link) => link.attributes.has('href') && page.isVisible(link));
    const forms = page.byTag('form');
    if (actions(page).length + forms.length > 0 || links.length >= 1) return { checked: 1, found: [] };
    const found: Observation[] = [
      {
        at: page.byTag('body')[0] ?? null,
        measured: 'no link, button or form',
        required: 'a next step',
        message: 'The page gives its readers nothing to do.',
        suggestion: 'End with one clear call to action.',
      },
    ];
    return { checked: 1, found };
  },
};

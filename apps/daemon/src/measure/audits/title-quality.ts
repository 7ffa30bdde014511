import type { Audit, Observation } from '../finding.ts';
import { normalise } from '../model/text.ts';

export const titleQuality: Audit = {
  id: 'title-quality',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'The title names the page',
  why: '"Document" and "Home" are names of nothing.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/page-titled.html',
  severity: 'major',
  tier: 'report',
  unit: 'titles that say nothing',
  run(page) {
    const title = page.byTag('title').find(({ html }) => html);
    const text = normalise(
      title?.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') ?? '',
    );
    if (title === undefined || text === '') return { checked: 0, found: [] };
    const poor =
      /^(document|untitled( document)?|home( ?page)?|index|new page|my (web)?site|page( title)?|website|title|test|react app|vite( \+ .*)?|landing page|template)$/i.test(
        text,
      );
    const found: Observation[] =
      poor || text.length > MOST
        ? [
            {
              at: title,
              measured: `"${text.slice(0, 60)}" (${text.length} characters)`,
              required: `a title of its own, at most ${MOST} characters`,
              message: poor
                ? `The title "${text}" names nothing.`
                : `The title has ${text.length} characters and will be cut.`,
              suggestion: 'Name the page first, then the site.',
              severity: poor ? 'major' : 'minor',
            },
          ]
        : [];
    return { checked: 1, found };
  },
};

const MOST = 90;

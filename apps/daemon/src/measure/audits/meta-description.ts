import type { Audit, Observation } from '../finding.ts';

export const metaDescription: Audit = {
  id: 'meta-description',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'The page has a description',
  why: 'It is the two lines under the title in every search result and shared link.',
  link: 'https://developers.google.com/search/docs/appearance/snippet',
  severity: 'minor',
  tier: 'report',
  unit: 'pages without a description',
  run(page) {
    const meta = page
      .byTag('meta')
      .find((element) => (element.attributes.get('name') ?? '').toLowerCase() === 'description');
    const length = (meta?.attributes.get('content') ?? '').trim().length;
    if (length >= LEAST && length <= MOST) return { checked: 1, found: [] };
    const found: Observation[] = [
      {
        at: meta ?? page.byTag('head')[0] ?? null,
        measured: length === 0 ? 'no description' : `${length} characters`,
        required: `${LEAST} to ${MOST} characters`,
        message: length === 0 ? 'The page has no description.' : `The description has ${length} characters.`,
        suggestion: 'Say in one sentence what the reader finds here.',
      },
    ];
    return { checked: 1, found };
  },
};

const LEAST = 40;
const MOST = 320;

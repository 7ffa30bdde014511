import type { Audit, Observation } from '../finding.ts';

export const newWindow: Audit = {
  id: 'new-window',
  role: 'copy',
  dim: 'finished',
  weight: 1,
  title: 'New windows are safe and announced',
  why: 'A page opened with target=_blank by an old browser can redirect the one it came from.',
  link: 'https://developer.mozilla.org/docs/Web/HTML/Reference/Attributes/rel/noopener',
  severity: 'minor',
  tier: 'automatic',
  unit: 'links that open unsafe windows',
  run(page) {
    const links = page
      .byTag('a')
      .filter(
        (link) =>
          link.attributes.get('target') === '_blank' && /^https?:/i.test(link.attributes.get('href') ?? ''),
      );
    const found: Observation[] = links
      .filter((link) => !/noopener|noreferrer/.test(link.attributes.get('rel') ?? ''))
      .map((at) => ({
        at,
        measured: 'target="_blank" without rel',
        required: 'rel="noopener"',
        message: 'The link opens a window without rel="noopener".',
        suggestion: 'Add rel="noopener".',
      }));
    return { checked: links.length, found };
  },
};

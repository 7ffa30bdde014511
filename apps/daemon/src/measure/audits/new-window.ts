import type { Audit, Observation } from '../finding.ts';

export const newWindow: Audit = {
  id: 'new-window',
  role: 'copy',
  dim: 'finished',
  weight: 1,
  title: 'Pages in new windows cannot control this one',
  why: 'A foreign page opened with rel="opener" can send the page it came from elsewhere.',
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
      // Without a word browsers do the safe thing; only an explicit `opener` undoes it.
      .filter((link) => /(?:^|\s)opener(?:\s|$)/i.test(link.attributes.get('rel') ?? ''))
      .map((at) => ({
        at,
        measured: 'rel="opener"',
        required: 'rel="noopener"',
        message: 'The page that this link opens can take control of this one.',
        suggestion: 'Write rel="noopener", or leave it out.',
      }));
    return { checked: links.length, found };
  },
};

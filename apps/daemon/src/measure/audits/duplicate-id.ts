import type { Audit, Observation } from '../finding.ts';

export const duplicateId: Audit = {
  id: 'duplicate-id',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'Ids are unique',
  why: 'Labels, links and scripts find only the first of two equal ids.',
  link: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  severity: 'minor',
  tier: 'report',
  unit: 'ids used twice',
  run(page) {
    const seen = new Set<string>();
    const referenced = new Set<string>();
    for (const { attributes } of page.elements) {
      for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
        for (const id of (attributes.get(name) ?? '').split(/\s+/)) referenced.add(id);
      }
      const href = attributes.get('href') ?? '';
      if (href.startsWith('#')) referenced.add(href.slice(1));
    }
    const found: Observation[] = [];
    let checked = 0;
    for (const at of page.elements) {
      const id = at.attributes.get('id');
      // Gradients and clips inside drawings are copied with them; no label or link points there.
      if (id === undefined || id === '' || !at.html) continue;
      checked += 1;
      if (!seen.has(id)) {
        seen.add(id);
        continue;
      }
      found.push({
        at,
        measured: `id="${id}" again`,
        required: 'an id of its own',
        message: `The id "${id}" is used more than once.`,
        suggestion: 'Give it another id.',
        severity: referenced.has(id) ? 'major' : 'minor',
      });
    }
    return { checked, found };
  },
};

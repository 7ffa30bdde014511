import type { Audit, Observation } from '../finding.ts';
import { saysTheSame } from '../model/linked-file.ts';
import type { PageElement } from '../model/page.ts';

export const sameLabel: Audit = {
  id: 'same-label',
  role: 'copy',
  dim: 'calls',
  weight: 3,
  title: 'Equal labels lead to equal targets',
  why: 'Five links called "Details" cannot be told apart in a list.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only.html',
  severity: 'minor',
  tier: 'report',
  unit: 'labels with different targets',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const links = page
      .byTag('a')
      .filter((link) => (link.attributes.get('href') ?? '').length > 1 && page.isVisible(link));
    const targets = new Map<string, { href: string; at: PageElement }>();
    const found: Observation[] = [];
    for (const at of links) {
      const label = page.engine.name(at).toLowerCase();
      const href = at.attributes.get('href') ?? '';
      const known = targets.get(label);
      if (label === '') continue;
      if (known === undefined) targets.set(label, { href, at });
      else if (bare(known.href) !== bare(href)) {
        const same = saysTheSame(page, known.href, href);
        if (same === true) continue;
        found.push({
          at,
          measured: `"${label.slice(0, 40)}" leads to two targets`,
          required: 'one label for one target',
          message: `"${label.slice(0, 40)}" leads to ${href.slice(0, 60)} here and to ${known.href.slice(0, 60)} elsewhere.`,
          suggestion: 'Name what is different.',
          // Two addresses may lead to the same: without reading both it is a question.
          ...(same === null ? { open: true } : {}),
        });
      }
    }
    return { checked: links.length, found };
  },
};

/** `/tides`, `/tides/` and `/tides/index.html` are one page. */
function bare(href: string): string {
  return href.replace(/(\/|\/?index\.html?)(?=$|[?#])/i, '');
}

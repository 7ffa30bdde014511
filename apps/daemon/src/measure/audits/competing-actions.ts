import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { actions } from '../model/reading.ts';

export const competingActions: Audit = {
  id: 'competing-actions',
  role: 'critic',
  dim: 'hierarchy',
  weight: 3,
  title: 'One action leads in each section',
  why: 'Three filled buttons side by side are no choice but a vote.',
  link: 'https://www.nngroup.com/articles/clickable-elements/',
  severity: 'minor',
  tier: 'report',
  unit: 'sections with competing actions',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const perSection = new Map<PageElement, PageElement[]>();
    for (const action of actions(page)) {
      const background = page.styleOf(action).color('background-color');
      if (background === null || background.alpha < 0.5) continue;
      const home = groupOf(action);
      perSection.set(home, [...(perSection.get(home) ?? []), action]);
    }
    const found: Observation[] = [];
    for (const [at, list] of perSection) {
      const looks = new Set(list.map((action) => page.styleOf(action).value('background-color')));
      if (list.length < MANY || looks.size > 1) continue;
      found.push({
        at,
        measured: `${list.length} equal filled buttons side by side`,
        required: 'one leading action',
        message: `${list.length} filled buttons side by side compete for the same click.`,
        suggestion: 'Fill one and outline the others.',
      });
    }
    return { checked: perSection.size, found };
  },
};

const MANY = 3;

/** Buttons compete with those beside them, not with those of another card. */
function groupOf(action: PageElement): PageElement {
  return action.parent?.tag === 'li' ? (action.parent.parent ?? action.parent) : (action.parent ?? action);
}

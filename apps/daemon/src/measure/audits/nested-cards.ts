import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { renderedElements } from '../model/reading.ts';

export const nestedCards: Audit = {
  id: 'nested-cards',
  role: 'critic',
  dim: 'character',
  weight: 3,
  title: 'No cards inside cards',
  why: 'A box in a box in a box says that everything matters, so nothing does.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'cards inside cards',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const cards = new Set(renderedElements(page).filter((element) => isCard(page, element)));
    const found: Observation[] = [];
    for (const at of cards) {
      let around = at.parent;
      while (around !== null && !cards.has(around)) around = around.parent;
      if (around === null) continue;
      found.push({
        at,
        measured: 'a card inside a card',
        required: 'one level of cards',
        message: 'A card stands inside another card.',
        suggestion: 'Drop one of the two frames.',
      });
    }
    return { checked: cards.size, found };
  },
};

/** Rounded, padded, and set off by a shadow, a frame or a fill. */
function isCard(page: Page, element: PageElement): boolean {
  if (!/^(div|article|section|aside|li|figure)$/.test(element.tag)) return false;
  const style = page.styleOf(element);
  if ((style.px('border-top-left-radius') ?? 0) < 4 || (style.padding().left ?? 0) < 12) return false;
  const shadow = (style.value('box-shadow') ?? 'none') !== 'none';
  const frame = (style.px('border-left-width') ?? 0) > 0 && style.value('border-left-style') !== 'none';
  return shadow || frame;
}

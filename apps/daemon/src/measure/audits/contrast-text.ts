import type { Audit, Observation } from '../finding.ts';
import { toHex } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';

export const contrastText: Audit = {
  id: 'contrast-text',
  role: 'critic',
  dim: 'contrast',
  weight: 10,
  title: 'Text stands out from its background',
  why: 'Text below AA contrast is hard to read for about one reader in twelve, and for everyone in sunlight.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
  severity: 'critical',
  tier: 'automatic',
  unit: 'text runs below AA',
  properties: ['color'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    let undecided = 0;
    for (const { outcome, element, contrast } of page.engine.outcomes('R69')) {
      const clipped = outcome === 'failed' && element !== null && isFilledByBackground(page, element);
      if (outcome === 'cantTell' || clipped) undecided += 1;
      else checked += 1;
      if (outcome !== 'failed' || contrast === null || clipped) continue;
      const pair = `${toHex(contrast.foreground)} on ${toHex(contrast.background)}`;
      found.push({
        at: element,
        measured: `${contrast.ratio.toFixed(2)}:1 (${pair})`,
        required: `at least ${contrast.threshold}:1`,
        message: `Text ${pair} has a contrast of ${contrast.ratio.toFixed(2)}:1, below ${contrast.threshold}:1.`,
        suggestion: 'Darken or lighten the text until it passes.',
      });
    }
    const all = checked === 0 && undecided > 0;
    return {
      checked,
      found,
      undecided,
      ...(all ? { unmeasured: `${undecided} text runs lie over images` } : {}),
    };
  },
};

/** With `background-clip: text` the gradient is the ink, and what lies behind is another box's. */
function isFilledByBackground(page: Page, element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    const clip = style.declared('background-clip', '-webkit-background-clip');
    if (clip !== null && /text/.test(clip.value)) return true;
    // A painted box in between hides the clipped one.
    if ((style.color('background-color')?.alpha ?? 0) > 0) return false;
  }
  return false;
}

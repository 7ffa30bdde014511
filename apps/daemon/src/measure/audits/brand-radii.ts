import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { renderedElements } from '../model/reading.ts';

export const brandRadii: Audit = {
  id: 'brand-radii',
  role: 'brand',
  dim: 'scale',
  weight: 3,
  title: 'Corners come from the design system',
  why: 'Corners are the handwriting of an interface.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'guarded',
  unit: 'corners outside the scale',
  properties: ['border-top-left-radius', 'border-radius'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const { radii } = page.design;
    if (radii.length === 0) return { checked: 0, found: [], note: 'the design system names no radii' };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      const style = page.styleOf(at);
      const radius = style.px('border-top-left-radius') ?? 0;
      if (style.source('border-top-left-radius') === null) continue;
      if (radius === 0 && !(page.design.isRoundEverywhere && isBox(page, at))) continue;
      checked += 1;
      const pill = radius >= 50 && radii.some((step) => step >= 50);
      if (pill || radii.some((step) => Math.abs(step - radius) <= 0.6)) continue;
      found.push({
        at,
        measured: `${Math.round(radius * 10) / 10}px`,
        required: `one of ${radii.join(', ')}px`,
        message: `A corner of ${Math.round(radius * 10) / 10}px is not in the design system.`,
        suggestion: `Use ${nearestOf(radius, radii)}px.`,
      });
    }
    return { checked, found };
  },
};

/** What has a ground or a frame of its own shows its corners. */
function isBox(page: Page, at: PageElement): boolean {
  const style = page.styleOf(at);
  const ground = style.source('background-color') === null ? null : style.color('background-color');
  const isFramed = (['top', 'right', 'bottom', 'left'] as const).every(
    (edge) => (style.px(`border-${edge}-width`) ?? 0) > 0 && style.value(`border-${edge}-style`) !== 'none',
  );
  return isFramed || (ground !== null && ground.alpha > 0.1);
}

export function nearestOf(value: number, steps: readonly number[]): number {
  return steps.reduce(
    (best, step) => (Math.abs(step - value) < Math.abs(best - value) ? step : best),
    steps[0] ?? value,
  );
}

import type { Audit, Observation } from '../finding.ts';
import { CORNERS } from '../model/computed/properties.ts';
import type { Page, PageElement } from '../model/page.ts';
import { renderedElements } from '../model/reading.ts';

export const brandRadii: Audit = {
  id: 'brand-radii',
  role: 'brand',
  againstDesign: true,
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
      const written = page.styleOf(at).declared(...WRITTEN);
      if (written?.source == null) continue;
      checked += 1;
      const wrong = wrongCorner(page, at, radii, page.design.isRoundEverywhere);
      if (wrong === null) continue;
      found.push({
        at,
        measured: wrong.shown,
        required: `one of ${radii.join(', ')}px`,
        message: `A corner of ${wrong.shown} is not in the design system.`,
        suggestion: `Use ${nearestOf(wrong.px, radii)}px.`,
      });
    }
    return { checked, found };
  },
};

const WRITTEN = [
  'border-radius',
  ...CORNERS.map((corner) => `border-${corner}-radius`),
  'border-start-start-radius',
  'border-start-end-radius',
  'border-end-end-radius',
  'border-end-start-radius',
];
/** From here on a corner is as round as it can be. */
const ROUND_PX = 50;

/** The first corner that is none of the steps: of all four, in pixels or as a part of the box. */
function wrongCorner(
  page: Page,
  at: PageElement,
  radii: readonly number[],
  isRoundEverywhere: boolean,
): { shown: string; px: number } | null {
  const style = page.styleOf(at);
  const hasRound = radii.some((step) => step >= ROUND_PX);
  const isDot = isCircle(page, at);
  for (const corner of CORNERS) {
    const value = style.value(`border-${corner}-radius`) ?? '0px';
    const percent = /^(\d+(?:\.\d+)?|\.\d+)%/.exec(value)?.[1];
    if (percent !== undefined) {
      // A circle is a shape, and says nothing of corners.
      if (Number(percent) === 0 || hasRound || isDot) continue;
      return { shown: value, px: ROUND_PX };
    }
    const px = style.px(`border-${corner}-radius`) ?? 0;
    const isSquareBox = px === 0 && isRoundEverywhere && isBox(page, at);
    if (px === 0 && (!isSquareBox || radii.includes(0))) continue;
    if (px >= ROUND_PX && (hasRound || isDot)) continue;
    if (!radii.some((step) => Math.abs(step - px) <= 0.6))
      return { shown: `${Math.round(px * 10) / 10}px`, px };
  }
  return null;
}

/** As wide as it is high, and no larger than a portrait: a dot, a face, a number in a ring. */
function isCircle(page: Page, at: PageElement): boolean {
  const style = page.styleOf(at);
  const [width, height] = [
    style.px('width') ?? Number(at.attributes.get('width')),
    style.px('height') ?? Number(at.attributes.get('height')),
  ];
  return at.tag === 'img' || (width > 0 && width === height);
}

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

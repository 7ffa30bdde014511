import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants } from '../model/reading.ts';
import { actAudit } from './act.ts';

export const graphicName = actAudit({
  id: 'graphic-name',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Graphics have a text alternative',
  why: 'An SVG or object with a role but no name is announced as an unknown graphic.',
  severity: 'major',
  tier: 'automatic',
  unit: 'graphics without a name',
  rules: ['R43', 'R63'],
  required: 'an accessible name',
  says: 'The drawing has no text for readers who do not see it.',
  also: (page) => page.byTag('svg').filter((at) => isChart(page, at)),
  suggestion: 'Add <title> or aria-label, or hide it with aria-hidden="true".',
});

const SHAPES = /^(?:rect|path|circle|line|polyline|polygon|ellipse|g)$/;
const LEAST_SHAPES = 4;

/** A drawing with figures or words in it, that says nothing as a whole. */
function isChart(page: Page, at: PageElement): boolean {
  if (
    !page.engine.isRendered(at) ||
    ['aria-label', 'aria-labelledby', 'aria-hidden', 'role'].some((name) => at.attributes.has(name))
  )
    return false;
  for (let one = at.parent; one !== null; one = one.parent)
    if (
      one.attributes.get('aria-hidden') === 'true' ||
      /^(?:a|button|svg)$/.test(one.tag) ||
      one.attributes.get('role') === 'img'
    )
      return false;
  const inside = descendants(at);
  return (
    inside.filter(({ tag }) => SHAPES.test(tag)).length >= LEAST_SHAPES &&
    inside.filter(({ tag }) => tag === 'text').length >= 2 &&
    !childElements(at).some(({ tag }) => tag === 'title')
  );
}

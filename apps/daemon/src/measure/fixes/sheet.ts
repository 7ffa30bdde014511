/** Fixes that are one rule in the page's sheet of fixes. */
import { groundAround, isControl } from '../audits/focus-visible.ts';
import { contrast, toHex } from '../model/color.ts';
import type { PageElement } from '../model/page.ts';
import type { Rgb } from '../model/style.ts';
import type { Fixer } from './proposal.ts';

function addingRule(summary: string, rule: string): Fixer {
  return (_page, result) => [
    { auditId: result.audit.id, tier: 'automatic', selector: 'html', summary, css: [rule] },
  ];
}

export const fixReducedMotion = addingRule(
  'endless motion stops when the reader asks for less',
  '@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation-duration: 0.01ms !important; animation-iteration-count: 1 !important; } }',
);

/** Lines have to stand out as much as signs: 3:1. */
const LEAST_RING = 3;

/** In the letters' own colour where that shows around every control; else in the page's; else in two that cannot both be lost. */
export const fixFocusVisible: Fixer = (page, result) => {
  const controls = page.elements.filter(
    (element) => isControl(element.tag, element.attributes) && page.engine.isTabbable(element),
  );
  const shows = (colorOf: (control: PageElement) => Rgb | null): boolean =>
    controls.every((control) => {
      const [color, ground] = [colorOf(control), groundAround(page, control.parent)];
      return color === null || ground === null || contrast(color, ground) >= LEAST_RING;
    });
  const body = page.byTag('body')[0];
  const ink = body === undefined ? null : page.styleOf(body).color('color');
  const ring = shows((control) => page.styleOf(control).color('color'))
    ? 'outline: 2px solid currentColor !important;'
    : ink !== null && shows(() => ink)
      ? `outline: 2px solid ${toHex(ink)} !important;`
      : 'outline: 2px solid #000 !important; box-shadow: 0 0 0 4px #fff !important;';
  return [
    {
      auditId: result.audit.id,
      tier: 'automatic',
      selector: 'html',
      summary: 'a visible outline on keyboard focus',
      css: [`:focus-visible { ${ring} outline-offset: 2px !important; }`],
    },
  ];
};

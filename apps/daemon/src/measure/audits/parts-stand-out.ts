import type { Audit, Observation } from '../finding.ts';
import { contrast, painted, toHex } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import type { ElementStyle, Rgb } from '../model/style.ts';
import { groundAround } from './focus-visible.ts';

/** WCAG 1.4.11 asks for 3:1; below the second figure nobody sees the line at all. */
const ASKED = 3;
const UNSEEN = 1.15;
const FAINT = 2.2;

export const partsStandOut: Audit = {
  id: 'parts-stand-out',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Fields, focus rings and hints can be seen',
  why: 'A field without an edge and a ring in the colour of the page are there for the style sheet only.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html',
  severity: 'major',
  tier: 'report',
  unit: 'parts that do not stand out',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const controls = page
      .byTag('input', 'select', 'textarea', 'button', 'a', 'summary')
      .filter((at) => page.isVisible(at));
    const found: Observation[] = [];
    for (const at of controls) {
      const ground = groundAround(page, at.parent);
      if (ground === null) continue;
      found.push(...edge(page, at, ground), ...ring(page, at, ground), ...hint(page, at, ground));
    }
    return { checked: controls.length, found };
  },
};

const TYPED = /^(|text|email|tel|url|search|password|number|date|time|month|week|datetime-local)$/i;

function isTyped(at: PageElement): boolean {
  return (
    at.tag === 'textarea' ||
    at.tag === 'select' ||
    (at.tag === 'input' && TYPED.test(at.attributes.get('type') ?? ''))
  );
}

/** A field that has neither a line nor a ground of its own. */
function edge(page: Page, at: PageElement, ground: Rgb): Observation[] {
  if (!isTyped(at)) return [];
  const style = page.styleOf(at);
  const own = style.color('background-color');
  const sides = ['top', 'right', 'bottom', 'left'].filter(
    (side) =>
      (style.px(`border-${side}-width`) ?? 0) > 0 &&
      !/none|hidden/.test(style.value(`border-${side}-style`) ?? 'none'),
  );
  // The browser's own border is the browser's matter.
  const source =
    style.source('border-top-color') ??
    style.source('border-bottom-color') ??
    style.source('border-top-width');
  if (source === null || style.declared('box-shadow', 'outline') !== null) return [];
  const lines = sides.flatMap((side) => style.color(`border-${side}-color`) ?? []);
  const best = Math.max(
    1,
    ...lines.map((line) => contrast(line, ground)),
    own === null ? 1 : contrast(painted(own, ground), ground),
  );
  // Thin grey lines are a habit of many; what is fainter was not looked at.
  if (best >= FAINT) return [];
  return [
    {
      at,
      measured: `${best.toFixed(2)}:1 against ${toHex(ground)}`,
      required: `at least ${ASKED}:1`,
      message: `The edge of a field has a contrast of ${best.toFixed(2)}:1, below ${ASKED}:1.`,
      suggestion: 'Choose a stronger colour.',
      ...atDeclaration(page, source),
      ...(best < UNSEEN ? {} : { severity: 'minor' as const }),
    },
  ];
}

function ring(page: Page, at: PageElement, ground: Rgb): Observation[] {
  const focused: ElementStyle = page.engine.focusStyle(at);
  const source = focused.source('outline-color') ?? focused.source('outline-style');
  if (source === null || !/:focus/.test(source.selector) || source.where === 'file') return [];
  if (
    /none|hidden/.test(focused.value('outline-style') ?? 'none') ||
    (focused.px('outline-width') ?? 3) === 0
  )
    return [];
  // Another change may show it.
  for (const property of ['box-shadow', 'background-color', 'border-top-color', 'color'])
    if (focused.value(property) !== page.styleOf(at).value(property)) return [];
  const line = focused.color('outline-color');
  if (line === null) return [];
  // It touches what it is around, too.
  const own = page.styleOf(at).color('background-color');
  const touched = own === null || own.alpha < 1 ? 1 : contrast(line, own);
  const ratio = Math.max(touched, contrast(line, ground) * (line.alpha < 1 ? line.alpha : 1));
  if (ratio >= ASKED) return [];
  return [
    {
      at,
      measured: `${ratio.toFixed(2)}:1 (${toHex(line)} on ${toHex(ground)})`,
      required: `at least ${ASKED}:1`,
      message: `The focus ring has a contrast of ${ratio.toFixed(2)}:1, below ${ASKED}:1.`,
      suggestion: 'Choose a stronger colour.',
      ...atDeclaration(page, source),
      ...(ratio < 2.2 ? {} : { severity: 'minor' as const }),
    },
  ];
}

/** The text in an empty field. */
function hint(page: Page, at: PageElement, ground: Rgb): Observation[] {
  if (!isTyped(at) || (at.attributes.get('placeholder') ?? '').trim() === '') return [];
  const style = page.looksIn('placeholder')?.style(at);
  if (style === undefined) return [];
  const source = style.source('color');
  if (source === null || style.value('color') === page.styleOf(at).value('color')) return [];
  const own = page.styleOf(at).color('background-color');
  const back = own === null ? ground : painted(own, ground);
  const color = style.color('color');
  if (color === null) return [];
  const alpha = Number(style.value('opacity') ?? 1) * color.alpha;
  const ink = painted({ ...color, alpha }, back);
  const ratio = contrast(ink, back);
  return ratio >= 4.5
    ? []
    : [
        {
          at,
          measured: `${ratio.toFixed(2)}:1 (${toHex(ink)} on ${toHex(back)})`,
          required: 'at least 4.5:1',
          message: `The hint in a field has a contrast of ${ratio.toFixed(2)}:1, below 4.5:1.`,
          suggestion: 'Choose a stronger colour.',
          ...atDeclaration(page, source),
        },
      ];
}

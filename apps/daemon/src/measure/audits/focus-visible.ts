import type { Audit, Observation } from '../finding.ts';
import { contrast } from '../model/color.ts';
import { blocksOf, oncePerSheet, textOfSheet } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import { oncePerPage } from '../model/reading.ts';
import type { ElementStyle, Rgb } from '../model/style.ts';

/** Any of these changing on focus is something to see. */
const VISIBLE = [
  'outline-style', 'outline-width', 'outline-color', 'box-shadow', 'background-color', 'color',
  'border-top-color', 'border-top-width', 'border-top-style', 'border-bottom-color', 'border-bottom-width', 'border-bottom-style', 'text-decoration-line',
]; // biome-ignore format: one list

const BESIDE_OUTLINE = VISIBLE.filter((property) => !property.startsWith('outline'));
/** Closer to its ground than this a line is not seen at all. */
const LEAST_SEEN = 1.1;
const WHITE: Rgb = { r: 1, g: 1, b: 1, alpha: 1 };

export const focusVisible: Audit = {
  id: 'focus-visible',
  role: 'a11y',
  dim: 'focus',
  weight: 10,
  title: 'Focus can be seen',
  why: 'Without a visible focus, keyboard users do not know where they are.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-visible.html',
  severity: 'critical',
  tier: 'automatic',
  unit: 'controls without a visible focus',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const controls = page.elements.filter(
      (element) => isControl(element.tag, element.attributes) && page.engine.isTabbable(element),
    );
    // A page that never takes the outline away shows the browser's own; most pages end here.
    if (!removesOutline(page.sheets.map(textOfSheet), controls)) {
      return { checked: controls.length, found: [] };
    }
    const found: Observation[] = [];
    let undecided = 0;
    for (const at of controls) {
      const focused = page.engine.focusStyle(at);
      const isLost = isOutlineLost(page, at, focused);
      if (!isLost && (hasOutline(focused) || differs(page.styleOf(at), focused, VISIBLE))) continue;
      if (isLost && differs(page.styleOf(at), focused, BESIDE_OUTLINE)) continue;
      // A script, or a style of what stands around it, may show the focus elsewhere.
      if (answersFocus(at) || showsFocusElsewhere(page)) {
        undecided += 1;
        continue;
      }
      found.push({
        at,
        measured: 'no change on focus',
        required: 'an outline or another visible change',
        message: `<${at.tag}> looks the same with and without focus.`,
        suggestion: 'Give it a :focus-visible outline.',
        // The rule that takes the outline away is what has to be changed.
        ...atDeclaration(page, focused.source('outline-style') ?? focused.source('outline-width')),
      });
    }
    return { checked: controls.length - undecided, found, undecided };
  },
};

function answersFocus(element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent)
    if (at.attributes.has('onfocus') || at.attributes.has('onfocusin')) return true;
  return false;
}

/** `:focus + label`, `.field:focus-within`, `.card:has(:focus)`: a rule about something beside or around the control. */
const ELSEWHERE = /:focus-within|:has\([^{]*:focus|:focus(-visible)?[^,{]*[+~>\s]\s*[\w.#[:*]/;

const showsFocusElsewhere = oncePerPage((page: Page): boolean =>
  page.sheets.some(({ root }) => speaksOfElsewhere(root)),
);

const speaksOfElsewhere = oncePerSheet((root): boolean =>
  blocksOf(root).rules.some(({ selector }) => ELSEWHERE.test(selector)),
);

export function isControl(tag: string, attributes: ReadonlyMap<string, string>): boolean {
  if (tag === 'a' || tag === 'area') return attributes.has('href');
  return /^(button|input|select|textarea|summary)$/.test(tag) || attributes.has('tabindex');
}

function removesOutline(
  sheets: string[],
  controls: readonly { attributes: ReadonlyMap<string, string> }[],
): boolean {
  // Also one of its own for the focus: it may have the colour of the page.
  const pattern =
    /outline(-style|-width)?\s*:\s*(0|none|transparent)|:focus(-visible)?[^{}]*\{[^{}]*outline(-color)?\s*:/i;
  return (
    sheets.some((css) => pattern.test(css)) ||
    controls.some(({ attributes }) => pattern.test(attributes.get('style') ?? ''))
  );
}

function hasOutline(style: ElementStyle): boolean {
  return style.value('outline-style') !== 'none' && (style.px('outline-width') ?? 0) > 0;
}

/** Drawn, in the colour of what lies around the control: it is there and shows nothing. */
function isOutlineLost(page: Page, at: PageElement, focused: ElementStyle): boolean {
  if (!hasOutline(focused) || focused.source('outline-color') === null) return false;
  const color = focused.color('outline-color');
  const ground = groundAround(page, at.parent);
  return color !== null && ground !== null && contrast(color, ground) < LEAST_SEEN;
}

/** The first colour behind it that lets nothing through; null where a picture lies there. */
export function groundAround(page: Page, from: PageElement | null): Rgb | null {
  for (let at = from; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    if ((style.value('background-image') ?? 'none') !== 'none') return null;
    const color = style.color('background-color');
    if (color !== null && color.alpha === 1) return color;
    if (color !== null && color.alpha > 0) return null;
  }
  return WHITE;
}

function differs(rest: ElementStyle, focused: ElementStyle, properties: readonly string[]): boolean {
  return properties.some((property) => rest.value(property) !== focused.value(property));
}

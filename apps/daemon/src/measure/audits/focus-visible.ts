import type { Audit, Observation } from '../finding.ts';
import { textOfSheet } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { oncePerPage } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

/** Any of these changing on focus is something to see. */
const VISIBLE = [
  'outline-style', 'outline-width', 'outline-color', 'box-shadow', 'background-color', 'color',
  'border-top-color', 'border-top-width', 'border-top-style', 'border-bottom-color', 'border-bottom-width', 'border-bottom-style', 'text-decoration-line',
]; // biome-ignore format: one list

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
      if (hasOutline(focused) || differs(page.styleOf(at), focused)) continue;
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
  page.sheets.some(({ root }) => {
    let found = false;
    root.walkRules(({ selector }) => {
      found ||= ELSEWHERE.test(selector);
    });
    return found;
  }),
);

function isControl(tag: string, attributes: ReadonlyMap<string, string>): boolean {
  if (tag === 'a' || tag === 'area') return attributes.has('href');
  return /^(button|input|select|textarea|summary)$/.test(tag) || attributes.has('tabindex');
}

function removesOutline(
  sheets: string[],
  controls: readonly { attributes: ReadonlyMap<string, string> }[],
): boolean {
  const pattern = /outline(-style|-width)?\s*:\s*(0|none|transparent)/i;
  return (
    sheets.some((css) => pattern.test(css)) ||
    controls.some(({ attributes }) => pattern.test(attributes.get('style') ?? ''))
  );
}

function hasOutline(style: ElementStyle): boolean {
  return style.value('outline-style') !== 'none' && (style.px('outline-width') ?? 0) > 0;
}

function differs(rest: ElementStyle, focused: ElementStyle): boolean {
  return VISIBLE.some((property) => rest.value(property) !== focused.value(property));
}

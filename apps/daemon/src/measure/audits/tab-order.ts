import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';

/** In these the arrow keys move on, and only one part is in the tab order at a time. */
const COMPOSITE =
  /^(tablist|tab|menu|menubar|menuitem|menuitemradio|menuitemcheckbox|listbox|option|combobox|grid|row|gridcell|treegrid|tree|treeitem|toolbar|radiogroup|radio)$/;

export const tabOrder: Audit = {
  id: 'tab-order',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'Controls stay in the tab order',
  why: 'A link with tabindex="-1" is there for the mouse and gone for the keyboard.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
  severity: 'major',
  tier: 'report',
  unit: 'controls taken out of the tab order',
  run(page) {
    const controls = page
      .byTag('a', 'button', 'input', 'select', 'textarea', 'summary')
      .filter((control) => isUsable(page, control));
    const reached = new Set(
      controls
        .filter((control) => !isTakenOut(control))
        .flatMap(({ attributes }) => attributes.get('href') ?? []),
    );
    const found: Observation[] = [];
    for (const at of controls) {
      const href = at.attributes.get('href');
      // A card links its picture and its title to one place: one of the two is enough.
      if (!isTakenOut(at) || (href !== undefined && reached.has(href)) || isPartOfWidget(page, at)) continue;
      found.push({
        at,
        measured: `tabindex="${at.attributes.get('tabindex')}"`,
        required: 'no negative tabindex',
        message: `<${at.tag}> "${(textOf(at) || page.engine.name(at)).slice(0, 40)}" is out of the tab order.`,
        suggestion: 'Remove the tabindex.',
      });
    }
    return { checked: controls.length, found };
  },
};

function isTakenOut({ attributes }: PageElement): boolean {
  return Number(attributes.get('tabindex') ?? 0) < 0;
}

function isUsable(page: Page, at: PageElement): boolean {
  const { attributes, tag } = at;
  if (tag === 'a' && !attributes.has('href')) return false;
  if (attributes.has('disabled') || attributes.get('aria-disabled') === 'true') return false;
  if (/^hidden$/i.test(attributes.get('type') ?? '') || /\bdisabled\b/.test(attributes.get('class') ?? ''))
    return false;
  return page.isVisible(at) && !page.engine.isIgnored(at);
}

/** A field behind its own widget, a slide that is not shown yet: scripts move the focus there. */
function isPartOfWidget(page: Page, at: PageElement): boolean {
  for (let around: PageElement | null = at; around !== null; around = around.parent) {
    if (COMPOSITE.test(around.attributes.get('role') ?? '') || around.tag === 'dialog') return true;
    if (
      /\b(carousel|slider|slick|swiper|slide|modal|dropdown|honeypot)/i.test(
        around.attributes.get('class') ?? '',
      )
    )
      return true;
    if (around.attributes.has('inert') || around.attributes.get('aria-hidden') === 'true') return true;
  }
  return page.styleOf(at).value('opacity') === '0';
}

import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants } from '../model/reading.ts';

const NATIVE = new Set('a button input select textarea summary label option area body html'.split(' '));
const POINTED =
  /^(on(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)|@click|v-on:click|ng-click|\(click\))/;
/** Roles that promise to be used; parts of a widget that moves its own focus are not among them. */
const USED = /^(button|link|checkbox|switch|slider|spinbutton|textbox|searchbox)$/;

export const clickOnly: Audit = {
  id: 'click-only',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'What can be clicked can be reached by keyboard',
  why: 'A div with a click handler does not exist for keyboard, voice and screen reader users.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
  severity: 'major',
  tier: 'report',
  unit: 'click handlers on plain elements',
  run(page) {
    const list = page.elements.filter((element) => isHandled(element) || isPromised(page, element));
    const found: Observation[] = [];
    for (const at of list) {
      // A link without a target is no link: nothing can move the focus to it.
      const isNative = NATIVE.has(at.tag) && !(at.tag === 'a' && !at.attributes.has('href'));
      if (isNative || isEditable(at) || (at.attributes.has('tabindex') && at.attributes.has('role')))
        continue;
      // A card that can be clicked as a whole, with a link in it for everyone else.
      if (descendants(at).some(({ tag }) => tag === 'a' || tag === 'button' || tag === 'input')) continue;
      const what = isHandled(at) ? 'with a click handler' : `with role="${at.attributes.get('role')}"`;
      found.push({
        at,
        measured: `<${at.tag}> ${what}`,
        required: 'a button or link',
        message: isHandled(at)
          ? `<${at.tag}> reacts to clicks but not to the keyboard.`
          : `<${at.tag}> says it is a ${at.attributes.get('role')}, and the focus cannot reach it.`,
        suggestion: 'Make it a <button>, or the element that the role stands for.',
      });
    }
    return { checked: list.length, found };
  },
};

function isHandled({ attributes }: PageElement): boolean {
  return [...attributes.keys()].some((name) => POINTED.test(name));
}

function isEditable({ attributes }: PageElement): boolean {
  return attributes.has('contenteditable') && attributes.get('contenteditable') !== 'false';
}

function isPromised(page: Page, at: PageElement): boolean {
  const role = at.attributes.get('role')?.trim().toLowerCase() ?? '';
  return (
    USED.test(role) &&
    !at.attributes.has('tabindex') &&
    at.attributes.get('aria-disabled') !== 'true' &&
    !NATIVE.has(at.tag) &&
    at.html &&
    page.isVisible(at) &&
    !page.engine.isIgnored(at)
  );
}

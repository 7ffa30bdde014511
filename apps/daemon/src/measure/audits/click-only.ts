import type { Audit, Observation } from '../finding.ts';
import { descendants } from '../model/reading.ts';

const NATIVE = new Set('a button input select textarea summary label option area body html'.split(' '));

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
    const list = page.elements.filter((element) =>
      [...element.attributes.keys()].some((name) =>
        /^(onclick|@click|v-on:click|ng-click|\(click\))/.test(name),
      ),
    );
    const found: Observation[] = [];
    for (const at of list) {
      if (NATIVE.has(at.tag) || (at.attributes.has('tabindex') && at.attributes.has('role'))) continue;
      // A card that can be clicked as a whole, with a link in it for everyone else.
      if (descendants(at).some(({ tag }) => tag === 'a' || tag === 'button' || tag === 'input')) continue;
      found.push({
        at,
        measured: `<${at.tag}> with a click handler`,
        required: 'a button or link',
        message: `<${at.tag}> reacts to clicks but not to the keyboard.`,
        suggestion: 'Make it a <button>.',
      });
    }
    return { checked: list.length, found };
  },
};

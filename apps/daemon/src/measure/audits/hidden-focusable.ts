import type { Page, PageElement } from '../model/page.ts';
import { descendants } from '../model/reading.ts';
import { actAudit } from './act.ts';

function sendsFocusOn(page: Page, { attributes }: PageElement): boolean {
  if (attributes.has('onfocus') || attributes.has('onfocusin')) return true;
  const id = attributes.get('id');
  if (id === undefined || id === '') return false;
  return page.byTag('script').some(({ children }) => {
    const code = children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
    const at = code.indexOf(id);
    return at !== -1 && /^[^;]{0,80}(addEventListener\(\s*['"]focus|onfocus)/.test(code.slice(at));
  });
}

export const hiddenFocusable = actAudit({
  id: 'hidden-focusable',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'Hidden parts cannot take the focus',
  why: 'Focus that lands on something hidden is focus lost.',
  severity: 'major',
  tier: 'automatic',
  unit: 'hidden parts that take focus',
  rules: ['R17', 'R90'],
  required: 'nothing focusable inside',
  // A guard that sends the focus on as soon as it gets it loses nothing.
  isOpen: (page, at, rule) =>
    rule === 'R17' && [at, ...descendants(at)].some((inside) => sendsFocusOn(page, inside)),
  suggestion: 'Add tabindex="-1", or remove aria-hidden.',
});

import { textOf } from '../model/reading.ts';
import { actAudit } from './act.ts';

const BRAILLE = ['aria-braillelabel', 'aria-brailleroledescription', 'aria-roledescription'];
/** Roles that may have no name (ARIA 1.2, 5.2.8.6). */
const UNNAMED =
  /^(caption|code|deletion|emphasis|generic|insertion|none|paragraph|presentation|strong|subscript|superscript)$/;

export const ariaAttributes = actAudit({
  id: 'aria-attributes',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'ARIA attributes exist, fit their element and have valid values',
  why: 'Wrong ARIA is worse than none: it is believed.',
  severity: 'major',
  tier: 'automatic',
  unit: 'wrong ARIA attributes',
  rules: ['R18', 'R19', 'R20'],
  required: 'an existing attribute with an allowed value',
  suggestion: 'Remove the attribute or give it a valid value.',
  // A name on a plain box is ignored; with text inside, nothing is lost (axe asks for review only).
  isMinor: (message, at) => message.includes('prohibited') && at !== null && textOf(at) !== '',
  // Newer than the rules' list of attributes (ARIA 1.3).
  isOutside: (_page, _at, rule, attribute) => rule === 'R20' && /^aria-braille/.test(attribute ?? ''),
  // Braille has its own names and descriptions, forbidden where the spoken ones are.
  also: (page) =>
    page.elements.filter(
      (element) =>
        BRAILLE.some((name) => element.attributes.has(name)) &&
        page.engine.isRendered(element) &&
        // A slide that is hidden for now has no role to the tree, and one in the source.
        !(page.engine.role(element) === null && element.attributes.has('role')) &&
        UNNAMED.test(page.engine.role(element) ?? 'generic'),
    ),
  link: 'https://www.w3.org/TR/wai-aria-1.2/',
});

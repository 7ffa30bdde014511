import type { Page, PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';
import { actAudit } from './act.ts';

/** Wider than the average of any text font. */
const MOST_CHARACTER_EM = 0.7;

function fitsOneLine(page: Page, at: PageElement): boolean {
  const style = page.styleOf(at);
  const width = style.length(style.declared('width')?.value);
  return width !== null && textOf(at).length * MOST_CHARACTER_EM * style.fontSize <= width;
}

export const textSpacing = actAudit({
  id: 'text-spacing',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'Text spacing can be changed',
  why: 'Readers with dyslexia widen the spacing; !important in a style attribute forbids it.',
  severity: 'major',
  tier: 'report',
  unit: 'texts with fixed spacing',
  rules: ['R91', 'R92', 'R93'],
  required: 'spacing that readers can change, or wide enough',
  suggestion:
    'Take !important out, or use at least 0.12em between letters, 0.16em between words and a line height of 1.5.',
  // A line height says nothing about text that certainly stands on one line.
  isOutside: (page, at, rule) => rule === 'R93' && fitsOneLine(page, at),
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/text-spacing.html',
});

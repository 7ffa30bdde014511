import { leastLines } from '../model/least-size.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, textOf } from '../model/reading.ts';
import { actAudit } from './act.ts';

const WINDOW_PX = 1280;

function overflows(page: Page, at: PageElement): boolean {
  const style = page.styleOf(at);
  const size = (name: string): number | null => style.length(style.declared(name)?.value);
  const [width, height] = [size('width') ?? WINDOW_PX, size('height') ?? size('max-height')];
  const text = textOf(at);
  if (/nowrap/.test(style.declared('white-space')?.value ?? '')) {
    const parts = childElements(at).map((child) => page.styleOf(child));
    const widths = parts.reduce((sum, part) => sum + (part.length(part.declared('width')?.value) ?? 0), 0);
    if (widths > width) return true;
  }
  return (
    height !== null && text !== '' && leastLines(text.length, style.fontSize, width) * style.fontSize > height
  );
}

export const scrollFocus = actAudit({
  id: 'scroll-focus',
  role: 'a11y',
  dim: 'focus',
  weight: 3,
  title: 'Scrolling boxes can be reached by keyboard',
  why: 'Content that only a mouse can scroll to is out of reach.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'scrolling boxes without focus',
  rules: ['R84'],
  required: 'a focusable element',
  suggestion: 'Add tabindex="0" and a name.',
  needsStyle: true,
  // Only what certainly does not fit: the rest is for a browser to see.
  isOpen: (page, at) => !overflows(page, at),
});

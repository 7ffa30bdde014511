import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { bodyFontSize, hasAncestor, visibleBlocks } from '../model/reading.ts';

export const fauxHeading: Audit = {
  id: 'faux-heading',
  role: 'critic',
  dim: 'hierarchy',
  weight: 3,
  title: 'What looks like a heading is one',
  why: 'Bold text that heads a section is missing from the outline.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F2',
  severity: 'minor',
  tier: 'report',
  unit: 'bold texts that act as headings',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const body = bodyFontSize(page);
    const blocks = visibleBlocks(page).filter(
      (block) => block.kind === 'paragraph' || (block.kind === 'other' && block.element.tag === 'div'),
    );
    const found: Observation[] = [];
    for (const { element: at, text, words } of blocks) {
      const style = page.styleOf(at);
      if (words < 2 || words > 8 || /[.!?:,;]$/.test(text) || !isTitle(at, text)) continue;
      if (style.fontSize < body * LARGER || style.fontWeight < 600) continue;
      found.push({
        at,
        measured: `<${at.tag}> at ${Math.round(style.fontSize)}px, weight ${style.fontWeight}`,
        required: 'a heading element',
        message: `"${text.slice(0, 40)}" looks like a heading but is a <${at.tag}>.`,
        suggestion: 'Use the heading level that fits.',
      });
    }
    return { checked: blocks.length, found };
  },
};

const LARGER = 1.3;

/** A figure, a price or the site's name is set large for its own sake and heads nothing. */
function isTitle(at: PageElement, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= text.length * 0.6 &&
    !/\d/.test(text) &&
    !hasAncestor(at, 'header', 'nav', 'footer', 'a', 'button', 'figure', 'blockquote')
  );
}

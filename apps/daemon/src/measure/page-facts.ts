/** A page in figures that people speak of: counts, sizes, contrast, what an audit found. For checking what was said. */
import { headingLevel } from './model/outline.ts';
import type { Page } from './model/page.ts';
import { headings, visibleBlocks } from './model/reading.ts';
import type { Examination } from './panel.ts';

export interface AuditFact {
  state: 'pass' | 'fail';
  failed: number;
  checked: number;
  /** What was measured at the first places at fault. */
  examples: readonly string[];
}

export interface PageFacts {
  counts: ReadonlyMap<string, number>;
  /** Pixels in use, by what is set in them: `h1`, `h2`, `h3`, `text`. */
  sizes: ReadonlyMap<string, readonly number[]>;
  /** Contrast ratios below their threshold. */
  lowContrasts: readonly number[];
  /** Only what was measured and applies. */
  audits: ReadonlyMap<string, AuditFact>;
}

const MAX_EXAMPLES = 3;

export function pageFacts(page: Page, { results }: Pick<Examination, 'results'>): PageFacts {
  const tag = (...names: string[]): number => page.byTag(...names).length;
  const counts = new Map([
    ['link', page.byTag('a').filter((link) => link.attributes.has('href')).length],
    ['image', tag('img')],
    ['h1', tag('h1')],
    ['h2', tag('h2')],
    ['heading', tag('h1', 'h2', 'h3', 'h4', 'h5', 'h6')],
    ['button', tag('button')],
    ['form', tag('form')],
    ['field', tag('input', 'select', 'textarea')],
    ['table', tag('table')],
    ['section', tag('section')],
  ]);
  const audits = new Map<string, AuditFact>();
  for (const { audit, state, failed, checked, findings } of results) {
    if ((state !== 'pass' && state !== 'fail') || checked === 0) continue;
    const examples = findings.slice(0, MAX_EXAMPLES).map(({ measured }) => measured);
    audits.set(audit.id, { state, failed, checked, examples });
  }
  const contrast = results.find(({ audit }) => audit.id === 'contrast-text');
  const lowContrasts = (contrast?.findings ?? []).flatMap(({ measured }) => {
    const ratio = Number.parseFloat(measured);
    return Number.isNaN(ratio) ? [] : [ratio];
  });
  return { counts, sizes: sizesOf(page), lowContrasts, audits };
}

function sizesOf(page: Page): Map<string, number[]> {
  const sizes = new Map<string, number[]>();
  const add = (kind: string, px: number): void => {
    const known = sizes.get(kind) ?? [];
    if (!known.includes(px)) sizes.set(kind, [...known, px]);
  };
  if (page.gaps.style !== null) return sizes;
  for (const heading of headings(page)) add(`h${headingLevel(heading)}`, page.styleOf(heading).fontSize);
  for (const { element } of visibleBlocks(page)) add('text', page.styleOf(element).fontSize);
  return sizes;
}

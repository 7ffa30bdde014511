import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const brandFonts: Audit = {
  id: 'brand-fonts',
  role: 'brand',
  dim: 'type',
  weight: 7,
  title: 'Typefaces come from the design system',
  why: 'The wrong face is the wrong voice.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'guarded',
  unit: 'texts in another face',
  properties: ['font-family'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const allowed = new Set(page.design.fonts.map((font) => font.toLowerCase()));
    if (allowed.size === 0) return { checked: 0, found: [], note: 'the design system names no typeface' };
    const found: Observation[] = [];
    const blocks = visibleBlocks(page).filter((block) => block.kind !== 'code');
    for (const { element: at } of blocks) {
      const family = page.styleOf(at).fontFamilies[0] ?? '';
      if (family === '' || allowed.has(family.toLowerCase()) || /awesome|icon|symbol/i.test(family)) continue;
      found.push({
        at,
        measured: family,
        required: page.design.fonts.join(' or '),
        message: `Text is set in ${family}, which is not a typeface of the design system.`,
        suggestion: `Use ${page.design.fonts[0] ?? ''}.`,
      });
    }
    return { checked: blocks.length, found };
  },
};

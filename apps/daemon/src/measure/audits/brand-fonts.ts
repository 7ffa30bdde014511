import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const brandFonts: Audit = {
  id: 'brand-fonts',
  role: 'brand',
  againstDesign: true,
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
    const allowed = new Set(page.design.fonts.map(familyKey));
    const { typeText } = page.design;
    const found: Observation[] = [];
    const { codeFonts } = page.design;
    // Code has a face of its own; where the design system names none for it, any will do.
    const blocks = visibleBlocks(page).filter((block) => block.kind !== 'code' || codeFonts.length > 0);
    const families = blocks.map(({ element }) => page.styleOf(element).fontFamilies[0] ?? '');
    if (allowed.size === 0 && !families.some((family) => family !== '' && isNamed(typeText, family)))
      return { checked: 0, found: [], note: 'the design system names no typeface' };
    for (const { element: at } of blocks) {
      const family = page.styleOf(at).fontFamilies[0] ?? '';
      if (family === '' || /awesome|icon|symbol/i.test(family)) continue;
      if (allowed.has(familyKey(family)) || isNamed(typeText, family)) continue;
      found.push({
        at,
        measured: family,
        required: page.design.fonts.join(' or ') || 'a typeface that the design system names',
        message: `Text is set in ${family}, which is not a typeface of the design system.`,
        suggestion: `Use ${page.design.fonts[0] ?? 'one that it names'}.`,
      });
    }
    return { checked: blocks.length, found };
  },
};

/** "Comic Sans" is sold as "Comic Sans MS": what a foundry adds to the name is not another face. */
function familyKey(family: string): string {
  return family.toLowerCase().replace(/\s+(?:ms|mt|lt|ps|std|pro|variable|vf)$/, '');
}

/** A face that the sentences about type name is meant, unless the sentence denies it. */
function isNamed(text: string, family: string): boolean {
  return text
    .split(/(?<=[.;!?])\s+/)
    .some(
      (sentence) =>
        new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(family)}(?![\\p{L}\\d])`, 'iu').test(sentence) &&
        !/\b(?:never|not|no|avoid|don['’]?t)\b/i.test(sentence),
    );
}

import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const defaultFonts: Audit = {
  id: 'default-fonts',
  role: 'critic',
  dim: 'character',
  weight: 1,
  title: 'The typeface is a choice',
  why: 'Inter, Roboto and Poppins are what a page gets when nobody chose.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'pages set in a default face',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const families = new Set(
      visibleBlocks(page).map(({ element }) => page.styleOf(element).fontFamilies[0] ?? ''),
    );
    const only = [...families].filter((family) => family !== '');
    if (only.length === 0) return { checked: 0, found: [] };
    const tired = only.every((family) =>
      /^(inter|roboto|poppins|montserrat|open sans|space grotesk|lato|arial|times|times new roman)$/i.test(
        family,
      ),
    );
    const allowed =
      page.design?.fonts.some((font) => only.some((family) => family.toLowerCase() === font.toLowerCase())) ??
      false;
    const found: Observation[] =
      tired && !allowed
        ? [
            {
              at: null,
              measured: only.join(', '),
              required: 'a typeface that fits the subject',
              message: `The page is set only in ${only.join(', ')}.`,
              suggestion: 'Choose a face for the headings that says something about the subject.',
            },
          ]
        : [];
    return { checked: 1, found };
  },
};

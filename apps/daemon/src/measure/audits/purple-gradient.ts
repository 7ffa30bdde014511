import type { Audit, Observation } from '../finding.ts';
import { toLch } from '../model/color.ts';
import { renderedElements } from '../model/reading.ts';
import { readColor } from '../model/style.ts';

export const purpleGradient: Audit = {
  id: 'purple-gradient',
  role: 'critic',
  dim: 'character',
  weight: 3,
  title: 'No violet-to-blue default gradient',
  why: 'Indigo to purple is the colour of a prompt without a designer.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'violet default gradients',
  properties: ['background-image', 'background'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      const image = page.styleOf(at).declared('background', 'background-image')?.value ?? '';
      if (!/gradient\(/.test(image)) continue;
      checked += 1;
      const stops = [
        ...image.matchAll(
          /#[\da-f]{3,8}\b|rgba?\([^()]*\)|hsla?\([^()]*\)|\b(?:indigo|purple|violet|blueviolet|rebeccapurple|mediumpurple)\b/gi,
        ),
      ];
      const hues = stops.flatMap(([stop]) => {
        const color = readColor(stop);
        return color === null || toLch(color).c < 0.08 ? [] : [toLch(color).h];
      });
      if (hues.length < 2 || !hues.every((hue) => hue >= 262 && hue <= 330)) continue;
      found.push({
        at,
        measured: image.slice(0, 80),
        required: 'colours of the brand',
        message: 'The background is the violet default gradient.',
        suggestion: 'Use a colour that belongs to the subject.',
      });
    }
    return { checked, found };
  },
};

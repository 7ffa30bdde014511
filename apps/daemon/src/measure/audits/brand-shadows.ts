import type { Audit, Observation } from '../finding.ts';
import { splitAt, splitWords } from '../model/computed/parts.ts';
import { renderedElements } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

export const brandShadows: Audit = {
  id: 'brand-shadows',
  role: 'brand',
  againstDesign: true,
  dim: 'scale',
  weight: 3,
  title: 'Shadows come from the design system',
  why: 'Every shadow is a light; a system has one.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'shadows that are none of the design system',
  properties: ['box-shadow'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const known = page.design.shadows.flatMap((shadow) =>
      layersOf(shadow, (value) => Number.parseFloat(value) * (/r?em$/.test(value) ? 16 : 1)),
    );
    if (known.length === 0) return { checked: 0, found: [], note: 'the design system writes no shadow down' };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      const style = page.styleOf(at);
      const declared = style.declared('box-shadow');
      if (declared?.source == null || /^(none|inherit|initial|unset|0)$/i.test(declared.value.trim()))
        continue;
      checked += 1;
      const other = layersOf(declared.value, lengthIn(style)).find(
        (layer) =>
          !isRing(layer) &&
          !known.some((one) => one.every((px, index) => Math.abs(px - (layer[index] ?? 0)) <= 0.6)),
      );
      if (other === undefined) continue;
      found.push({
        at,
        measured: declared.value.slice(0, 60),
        required: page.design.shadows.join(' or ').slice(0, 80),
        message: `A shadow of ${other.map((px) => `${px}px`).join(' ')} is none of the design system.`,
        suggestion: 'Use one that it names.',
      });
    }
    return { checked, found };
  },
};

function lengthIn(style: ElementStyle): (value: string) => number | null {
  return (value) => style.length(value);
}

/** The lengths of each layer: across, down, blur, spread. */
function layersOf(value: string, length: (value: string) => number | null): number[][] {
  return splitAt(value, ',').flatMap((layer) => {
    const lengths = splitWords(layer).flatMap((word) =>
      /^-?(?:\d+(?:\.\d+)?|\.\d+)(px|rem|em)?$/.test(word) ? [length(word) ?? 0] : [],
    );
    return lengths.length < 2 ? [] : [[lengths[0] ?? 0, lengths[1] ?? 0, lengths[2] ?? 0, lengths[3] ?? 0]];
  });
}

/** Without blur and shift it is a line. */
function isRing([across = 0, down = 0, blur = 0]: readonly number[]): boolean {
  return across === 0 && down === 0 && blur === 0;
}

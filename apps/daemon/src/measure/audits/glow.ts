import type { Audit, Observation } from '../finding.ts';
import { toLch } from '../model/color.ts';
import { renderedElements } from '../model/reading.ts';
import { readColor } from '../model/style.ts';

export const glow: Audit = {
  id: 'glow',
  role: 'critic',
  dim: 'character',
  weight: 1,
  title: 'No glow',
  why: 'A coloured halo around cards and buttons dates a page to the year of its template.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'glowing boxes',
  properties: ['box-shadow', 'text-shadow'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      const shadow = page.styleOf(at).value('box-shadow') ?? 'none';
      if (shadow === 'none') continue;
      checked += 1;
      const match = /^(.*?)\s(-?[\d.]+)px\s(-?[\d.]+)px\s([\d.]+)px/.exec(shadow);
      const color = readColor(match?.[1] ?? null);
      if (match === null || color === null || toLch(color).c < 0.08 || color.alpha < 0.2) continue;
      if (Math.abs(Number(match[2])) > 4 || Math.abs(Number(match[3])) > 4 || Number(match[4]) < 16) continue;
      found.push({
        at,
        measured: `box-shadow: ${shadow.slice(0, 60)}`,
        required: 'a neutral shadow',
        message: 'A box glows in colour.',
        suggestion: 'Use a soft neutral shadow or none.',
      });
    }
    return { checked, found };
  },
};

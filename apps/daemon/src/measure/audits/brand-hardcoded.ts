import type { Audit, Observation } from '../finding.ts';
import { toHex } from '../model/color.ts';
import { readColor } from '../model/style.ts';

export const brandHardcoded: Audit = {
  id: 'brand-hardcoded',
  role: 'brand',
  dim: 'palette',
  weight: 1,
  title: 'Repeated colours are tokens',
  why: 'A colour written five times is five places to forget.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'colours written again and again',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const tokens = new Map<string, string>();
    const uses = new Map<string, number>();
    for (const { root, origin } of page.sheets) {
      if (origin === 'file') continue;
      root.walkDecls((declaration) => {
        const color = readColor(declaration.value.trim());
        if (color === null || color.alpha < 0.99) return;
        if (declaration.prop.startsWith('--')) tokens.set(toHex(color), declaration.prop);
        else uses.set(toHex(color), (uses.get(toHex(color)) ?? 0) + 1);
      });
    }
    const found: Observation[] = [...uses]
      .filter(([hex]) => tokens.has(hex) && !/^#(fff|000)/.test(hex))
      .map(([hex, count]) => ({
        at: null,
        measured: `${hex} written ${count} times`,
        required: `var(${tokens.get(hex)})`,
        message: `${hex} is written out although ${tokens.get(hex)} names it.`,
        suggestion: `Use var(${tokens.get(hex)}).`,
      }));
    return { checked: tokens.size === 0 ? 0 : uses.size, found };
  },
};

/** A colour as the page itself would write it: by its custom property where it has one for it. */
import { toHex } from '../model/color.ts';
import type { Page } from '../model/page.ts';
import { oncePerPage } from '../model/reading.ts';
import { readColor } from '../model/style.ts';

export function colorValue(page: Page, hex: string): string {
  return globalTokens(page).get(hex) ?? hex;
}

/**
 * Custom properties of the whole document, by the colour they have there. A theme may give one another colour:
 * then the text follows the theme, as the author meant it to, and a literal would not.
 */
const globalTokens = oncePerPage(({ sheets }: Page): ReadonlyMap<string, string> => {
  const values = new Map<string, string | null>();
  for (const { root } of sheets) {
    for (const rule of root.nodes) {
      if (rule.type !== 'rule' || !/^(:root|html)$/i.test(rule.selector.trim())) continue;
      for (const node of rule.nodes) {
        if (node.type !== 'decl' || !node.prop.startsWith('--')) continue;
        const color = readColor(node.value.trim());
        values.set(node.prop, color === null || color.alpha < 0.99 ? null : toHex(color));
      }
    }
  }
  const tokens = new Map<string, string>();
  for (const [name, hex] of values) if (hex !== null && !tokens.has(hex)) tokens.set(hex, `var(${name})`);
  return tokens;
});

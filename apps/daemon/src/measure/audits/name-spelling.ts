import type { Audit, Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';
import { titleName } from '../model/site-name.ts';

export const nameSpelling: Audit = {
  id: 'name-spelling',
  role: 'brand',
  dim: 'voice',
  weight: 3,
  title: 'The name is always spelt the same',
  why: 'A brand that spells itself two ways is not sure of itself.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'names spelt differently',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const stated = page.design === null ? [] : misspelt(page, page.design.names);
    const name = titleName(page);
    if (name === null || page.design?.names.includes(name) === true)
      return {
        checked: (page.design?.names.length ?? 0) === 0 ? 0 : visibleBlocks(page).length,
        found: stated,
      };
    const pattern = new RegExp(`(?<![\\w/@.-])${name.replace(/[^\w ]/g, '\\$&')}(?![\\w/@-]|\\.\\w)`, 'gi');
    const found: Observation[] = [];
    let checked = 0;
    for (const { element: at, text } of visibleBlocks(page)) {
      for (const match of text.matchAll(pattern)) {
        checked += 1;
        // All capitals may be a style; any other spelling is a slip.
        if (match[0] === name || match[0] === name.toUpperCase()) continue;
        found.push({
          at,
          measured: `"${match[0]}"`,
          required: `"${name}"`,
          message: `The name is spelt "${match[0]}" here and "${name}" in the title.`,
          suggestion: `Write "${name}".`,
        });
      }
    }
    return { checked: checked + stated.length, found: [...stated, ...found] };
  },
};

/** Names that the design system writes out, with other capitals, gaps or hyphens than there. */
function misspelt(page: Page, names: readonly string[]): Observation[] {
  const found: Observation[] = [];
  for (const name of names) {
    const isOneWord = !/\s/.test(name);
    const letters = [...name.replace(/[\s-]+/g, '')].map((letter) => RegExp.escape(letter));
    const pattern = new RegExp(
      `(?<![\\p{L}\\d/@.-])${letters.join('[\\s-]?')}(?![\\p{L}\\d/@-]|\\.\\p{L})`,
      'giu',
    );
    for (const { element: at, said, kind } of visibleBlocks(page)) {
      if (kind === 'code') continue;
      for (const [hit] of said.matchAll(pattern)) {
        // All capitals may be a style, and one word in small letters may be a common one.
        if (hit === name || hit === name.toUpperCase() || (isOneWord && hit === hit.toLowerCase())) continue;
        found.push({
          at,
          measured: `"${hit}"`,
          required: `"${name}"`,
          message: `The name is written "${hit}" here; the design system writes it "${name}".`,
          suggestion: `Write "${name}".`,
          severity: 'major',
        });
      }
    }
  }
  return found;
}

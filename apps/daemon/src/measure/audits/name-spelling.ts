import type { Audit, Observation } from '../finding.ts';
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
    const name = titleName(page);
    if (name === null) return { checked: 0, found: [] };
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
    return { checked, found };
  },
};

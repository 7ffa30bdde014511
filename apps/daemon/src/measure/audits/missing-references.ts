import type { Audit, Observation } from '../finding.ts';

/** Attributes that name another element of the page, and whether something is lost without it. */
const REFERENCES: readonly [name: string, isLost: boolean][] = [
  ['aria-labelledby', true],
  ['aria-describedby', true],
  ['aria-errormessage', true],
  ['aria-owns', true],
  ['aria-details', true],
  ['popovertarget', true],
  ['form', true],
  ['list', true],
  ['aria-controls', false],
  ['aria-activedescendant', false],
  ['aria-flowto', false],
];

export const missingReferences: Audit = {
  id: 'missing-references',
  role: 'a11y',
  dim: 'names',
  weight: 3,
  title: 'What an element refers to is on the page',
  why: 'A description that is named and is not there is read to nobody.',
  link: 'https://www.w3.org/TR/wai-aria-1.2/#mapping_additional_relations',
  severity: 'major',
  tier: 'report',
  unit: 'references to ids that no element has',
  run(page) {
    const found: Observation[] = [];
    let checked = 0;
    // Scripts may bring what is named; the names and descriptions of what is here should be here, too.
    const isScripted = page.byTag('script').length > 0;
    for (const at of page.elements) {
      if (at.attributes.size === 0 || !at.html) continue;
      for (const [name, isLost] of REFERENCES) {
        const value = at.attributes.get(name)?.trim();
        if (value === undefined || value === '' || (name === 'list' && at.tag !== 'input')) continue;
        checked += 1;
        const missing = value.split(/\s+/).filter((id) => !page.anchors.has(id));
        if (missing.length === 0 || /\{\{|\$\{|<%/.test(value)) continue;
        found.push({
          at,
          measured: `${name}="${value.slice(0, 60)}"`,
          required: 'the id of an element on the page',
          message: `${name} names "${(missing[0] ?? '').slice(0, 40)}", and no element has that id.`,
          suggestion: 'Correct the id, or take the attribute out.',
          ...(isLost && !isScripted ? {} : { severity: 'minor' as const }),
        });
      }
    }
    return { checked, found };
  },
};

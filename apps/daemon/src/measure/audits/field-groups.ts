import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';

const LEAST = 2;

export const fieldGroups: Audit = {
  id: 'field-groups',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Choices belong to a named group',
  why: '"Yes" and "No" without their question are two words: the group carries the question.',
  link: 'https://www.w3.org/WAI/tutorials/forms/grouping/',
  severity: 'major',
  tier: 'report',
  unit: 'sets of choices without a named group',
  run(page) {
    const sets = [...setsOf(page).values()].filter((members) => members.length >= LEAST);
    const found = sets
      .filter((members) => !members.every((member) => isInNamedGroup(page, member)))
      .map((members): Observation => {
        const at = members[0] ?? null;
        return {
          at,
          measured: `${members.length} choices of "${at?.attributes.get('name') ?? ''}", no group`,
          required: 'a fieldset with a legend, or role="group" with a name',
          message: `${members.length} choices that belong together have no group that names their question.`,
          suggestion: 'Put them into a <fieldset> with a <legend>.',
        };
      });
    return { checked: sets.length, found };
  },
};

/** Radio buttons of one name; boxes that send a list under one name. */
function setsOf(page: Page): Map<string, PageElement[]> {
  const sets = new Map<string, PageElement[]>();
  for (const field of page.byTag('input')) {
    const type = (field.attributes.get('type') ?? '').toLowerCase();
    const name = field.attributes.get('name') ?? '';
    if ((type !== 'radio' && type !== 'checkbox') || name === '' || !page.engine.isRendered(field)) continue;
    const key = `${type} ${name} ${formOf(field)?.index ?? ''}`;
    const members = sets.get(key) ?? [];
    members.push(field);
    sets.set(key, members);
  }
  return sets;
}

function formOf(field: PageElement): PageElement | null {
  for (let at = field.parent; at !== null; at = at.parent) if (at.tag === 'form') return at;
  return null;
}

function isInNamedGroup(page: Page, field: PageElement): boolean {
  for (let at = field.parent; at !== null; at = at.parent) {
    const role = page.engine.role(at) ?? '';
    if (/^(group|radiogroup|listbox|menu|toolbar|grid|row|rowgroup|table|tablist)$/.test(role)) {
      // A table's header, or a row's, names what is chosen in it.
      if (!/^(group|radiogroup)$/.test(role)) return true;
      if (page.engine.name(at) !== '') return true;
    }
    if (at.tag === 'form' || at.tag === 'body') return false;
  }
  return false;
}

/** What a page drafted without a model lacks, because its brief does: said instead of made up. */
import type { DraftLack, DraftNeed } from '@design-jury/contracts/skills';
import { type Brief, type BriefSection, readBrief } from './brief.ts';
import { isFigures, isNumeric } from './figures.ts';
import { takeFigures } from './told-figures.ts';

export function lacksOf(text: string, needs: readonly DraftNeed[]): DraftLack[] {
  const brief = readBrief(text);
  const { action, contacts, sections, name } = brief;
  const lacks: DraftLack[] = needs.filter((need) => !hasWhat[need](brief)).map((of) => ({ of }));
  if (name === null) lacks.push({ of: 'name' });
  if (action !== null && action.href === null && contacts.length === 0)
    lacks.push({ of: 'address', label: action.label });
  if (sections.length === 0) lacks.push({ of: 'details' });
  return lacks;
}

const hasWhat: Record<DraftNeed, (brief: Brief) => boolean> = {
  figures: ({ sections }) =>
    sections.some((section) => isFigures(section) || hasNumbers(section)) ||
    takeFigures(sections).told.length > 0,
  columns: ({ sections }) =>
    sections.filter(({ heading, items }) => heading !== null && items.length > 0).length > 1,
};

function hasNumbers({ table }: BriefSection): boolean {
  return table?.rows.some((row) => row.slice(1).some(isNumeric)) ?? false;
}

/** A sentence of English for a terminal; the web page has its own words for each. */
export function lackLine({ of, label = '' }: DraftLack): string {
  switch (of) {
    case 'figures':
      return 'The page has no figures at its top, as its kind has: the brief has no list or table of them, and fewer than two sentences that say one.';
    case 'columns':
      return 'The brief has no columns, so the board has none. Write a heading for each state, such as "## To do", and its tasks as a list below it.';
    case 'name':
      return 'The brief has no line with a name, so the page has none beside its title. Write: Name: …';
    case 'address':
      return `The brief gives no address for "${label}"; the button leads to the details on the page. Write: Action: ${label} -> https://…`;
    case 'details':
      return 'The brief has no details beyond its first sentences; neither has the page.';
  }
}

/** Headings, roles and the tab order. The look of the page is not touched. */
import { headingLevel } from '../model/outline.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants, headings, textOf } from '../model/reading.ts';
import { changeLevel, levelSummary } from './heading-tags.ts';
import type { Fixer, Proposal } from './proposal.ts';
import { placesOf } from './values.ts';

function setLevels(page: Page, auditId: string, levels: ReadonlyMap<PageElement, number>): Proposal[] {
  return [...levels]
    .filter(([heading, level]) => headingLevel(heading) !== level)
    .map(([heading, level]) => ({
      auditId,
      tier: 'automatic' as const,
      selector: page.selectorOf(heading),
      summary: levelSummary(heading, level),
      places: [heading],
      ...changeLevel(page, heading, level),
    }));
}

/**
 * A stack of open levels: each heading goes one below its parent, and siblings stay siblings. `given` are
 * levels already decided (the one h1), which the others follow; `above` stands over all others, whatever their level.
 */
export function renumber(
  page: Page,
  given: ReadonlyMap<PageElement, number>,
  above: PageElement | null = null,
): Map<PageElement, number> {
  const levels = new Map<PageElement, number>();
  const open: { was: number; now: number }[] = [];
  for (const heading of headings(page)) {
    const was = heading === above ? 0 : (given.get(heading) ?? headingLevel(heading));
    while (open.length > 0 && (open.at(-1)?.was ?? 0) >= was) open.pop();
    const parent = open.at(-1);
    const now = parent === undefined ? (levels.size === 0 ? was : Math.min(was, 2)) : parent.now + 1;
    levels.set(heading, given.get(heading) ?? now);
    open.push({ was, now: given.get(heading) ?? now });
  }
  return levels;
}

export const fixHeadingOrder: Fixer = (page, result) =>
  whole(setLevels(page, result.audit.id, renumber(page, new Map())));

/** One proposal for all levels: half of a renumbering is worse than none. */
function whole(proposals: Proposal[]): Proposal[] {
  const [first] = proposals;
  if (first === undefined) return [];
  return [
    {
      ...first,
      summary: `${proposals.length} heading levels renumbered`,
      places: proposals.flatMap((proposal) => proposal.places ?? []),
      attributes: proposals.flatMap((proposal) => proposal.attributes ?? []),
      edits: proposals.flatMap((proposal) => proposal.edits ?? []),
      css: [...new Set(proposals.flatMap((proposal) => proposal.css ?? []))],
    },
  ];
}

export const fixSingleH1: Fixer = (page, result) => {
  const list = headings(page).filter((heading) => textOf(heading) !== '');
  const mains = list.filter((heading) => headingLevel(heading) === 1);
  const [first, ...extra] = mains;
  if (first !== undefined) {
    if (extra.length === 0) return [];
    // What stood below one of the others still does, one level further down.
    return whole(setLevels(page, result.audit.id, renumber(page, new Map([[first, 1]]), first)));
  }
  const main = largest(page, list.slice(0, 5));
  return main === undefined
    ? []
    : whole(setLevels(page, result.audit.id, renumber(page, new Map([[main, 1]]))));
};

function largest(page: Page, list: PageElement[]): PageElement | undefined {
  return list.reduce<PageElement | undefined>(
    (best, heading) =>
      best === undefined || page.styleOf(heading).fontSize > page.styleOf(best).fontSize + 0.5
        ? heading
        : best,
    undefined,
  );
}

/** An attribute set to a fixed value, or taken out with null. */
export function setAttribute(name: string, value: string | null): Fixer {
  return (page, result) =>
    placesOf(result).map((element) => ({
      auditId: result.audit.id,
      tier: result.audit.tier,
      selector: page.selectorOf(element),
      summary: value === null ? `${name} removed` : `${name}="${value}"`,
      attributes: [{ element, name, value }],
    }));
}

/** The attribute a rule named is taken out: wrong ARIA is worse than none. */
export function removeNamedAttribute(rules: readonly string[]): Fixer {
  return (page, result) =>
    rules.flatMap((rule) =>
      page.engine.outcomes(rule).flatMap(({ outcome, element, attribute }): Proposal[] => {
        if (outcome !== 'failed' || element === null || attribute === null) return [];
        return [
          {
            auditId: result.audit.id,
            tier: 'automatic',
            selector: page.selectorOf(element),
            summary: `${attribute}="${element.attributes.get(attribute) ?? ''}" removed`,
            attributes: [{ element, name: attribute, value: null }],
          },
        ];
      }),
    );
}

export const fixHiddenFocusable: Fixer = (page, result) =>
  placesOf(result).map((hidden) => ({
    auditId: result.audit.id,
    tier: 'automatic',
    selector: page.selectorOf(hidden),
    summary: 'tabindex="-1" inside what is hidden',
    attributes: [hidden, ...descendants(hidden)]
      .filter((element) => page.engine.isTabbable(element))
      .map((element) => ({ element, name: 'tabindex', value: '-1' })),
  }));

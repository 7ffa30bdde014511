/** Fixes that set one property to a value that passes, where the value is written or on the element itself. */

import type { AuditResult } from '../finding.ts';
import type { DeclarationSource } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements } from '../model/reading.ts';
import { changeValue } from './declaration.ts';
import type { Fixer, Proposal } from './proposal.ts';

type ValueOf = (page: Page, element: PageElement, result: AuditResult) => string | null;

/** One property, one value per element; elements that share a declaration and a value share an edit. */
export function setProperty(property: string, wanted: string | ValueOf): Fixer {
  return (page, result) => {
    const groups = new Map<DeclarationSource | PageElement, Map<string, PageElement[]>>();
    for (const element of placesOf(result)) {
      const value = typeof wanted === 'string' ? wanted : wanted(page, element, result);
      if (value === null) continue;
      const key = sourceOf(page, element, property) ?? element;
      const values = groups.get(key) ?? new Map<string, PageElement[]>();
      const elements = values.get(value) ?? [];
      elements.push(element);
      values.set(value, elements);
      groups.set(key, values);
    }
    const proposals: Proposal[] = [];
    for (const [key, values] of groups) {
      const source = 'kind' in key ? null : key;
      for (const [value, elements] of values) {
        const forAll = source !== null && values.size === 1 && sharesOnly(page, property, source, elements);
        proposals.push(toProposal(page, result, { property, value, elements, source, forAll }));
      }
    }
    return proposals;
  };
}

/** The same for its neighbours: paragraphs of one column end at one edge, the short one that was no fault too. */
export function setColumn(property: string, value: string): Fixer {
  const set = setProperty(property, value);
  return (page, result) => {
    const places = placesOf(result).filter(isParagraph);
    const texts = new Set(page.blocks.map(({ element }) => element));
    // A `div` is a part of the layout as often as a paragraph.
    const columns = Map.groupBy(
      places.filter(({ tag }) => tag !== 'div'),
      ({ parent }) => parent,
    );
    const beside = [...columns].flatMap(([parent, inside]) => {
      const tags = new Set(inside.map(({ tag }) => tag));
      return (parent === null ? [] : childElements(parent)).filter(
        (other) => tags.has(other.tag) && texts.has(other) && page.styleOf(other).declared(property) === null,
      );
    });
    return set(page, { ...result, places: [...new Set([...places, ...beside])] });
  };
}

const INLINE =
  /^(a|abbr|b|bdi|bdo|br|cite|code|del|dfn|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;

/** Nothing but text: a box with parts in it is laid out anew when it gets narrower. */
function isParagraph(element: PageElement): boolean {
  return (
    !/^(html|body|main|section|article|td|th)$/.test(element.tag) &&
    childElements(element).every(({ tag }) => INLINE.test(tag))
  );
}

/** What most of a page does is how it was designed, and a hint is no reason to lay it out anew; what some of it does is a slip. */
export function areSlips({ failed, checked }: AuditResult): boolean {
  return failed <= checked * MOST_SLIPS;
}

const MOST_SLIPS = 0.25;

/** As wide as what is around it: a box that counts its padding apart would stick out by as much. */
export function widestInside(page: Page, element: PageElement): string {
  const style = page.styleOf(element);
  if (style.value('box-sizing') === 'border-box' || style.declared('box-sizing')?.value === 'border-box')
    return '100%';
  const { left, right } = style.padding();
  const beside = [left, right, style.px('border-left-width'), style.px('border-right-width')];
  const px = beside.reduce((sum: number, part) => sum + (part ?? 0), 0);
  return px === 0 ? '100%' : `calc(100% - ${px}px)`;
}

function toProposal(page: Page, result: AuditResult, change: Parameters<typeof changeValue>[1]): Proposal {
  const [first] = change.elements;
  const where =
    change.source === null || !change.forAll ? '' : ` (${change.source.selector || 'style attribute'})`;
  return {
    auditId: result.audit.id,
    tier: result.audit.tier,
    selector: first === undefined ? 'html' : page.selectorOf(first),
    summary: `${change.property}: ${change.value}${where}`,
    places: change.elements,
    ...changeValue(page, change),
  };
}

export function placesOf(result: AuditResult): PageElement[] {
  return [...new Set(result.places)].filter((place) => place !== null);
}

function sourceOf(page: Page, element: PageElement, property: string): DeclarationSource | null {
  const style = page.styleOf(element);
  return style.source(property) ?? style.declared(property)?.source ?? null;
}

/** True when nobody else gets a value from this declaration, shown or not. */
function sharesOnly(
  page: Page,
  property: string,
  source: DeclarationSource,
  elements: PageElement[],
): boolean {
  const wanted = new Set(elements);
  return (consumers(page, property).get(source) ?? []).every((element) => wanted.has(element));
}

type Consumers = ReadonlyMap<DeclarationSource, PageElement[]>;

const known = new WeakMap<Page, Map<string, Consumers>>();

/** Who gets a property's value from which declaration: asked for many declarations, walked once. */
function consumers(page: Page, property: string): Consumers {
  const ofPage = known.get(page) ?? new Map<string, Consumers>();
  known.set(page, ofPage);
  const found = ofPage.get(property);
  if (found !== undefined) return found;
  const bySource = new Map<DeclarationSource, PageElement[]>();
  for (const element of page.elements) {
    const source = element.html ? sourceOf(page, element, property) : null;
    if (source === null) continue;
    const list = bySource.get(source) ?? [];
    list.push(element);
    bySource.set(source, list);
  }
  ofPage.set(property, bySource);
  return bySource;
}

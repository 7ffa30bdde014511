/** Spacing fixes: round to the step where it is written, and make the two sides of a box equal. */
import { isOnStep, nearestStep } from '../audits/spacing-scale.ts';
import { evenPadding } from '../audits/uneven-padding.ts';
import type { DeclarationSource } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { spacings } from '../model/spacing.ts';
import type { Sides } from '../model/style.ts';
import { changeValue } from './declaration.ts';
import type { Fixer, Proposal } from './proposal.ts';
import { areSlips, placesOf } from './values.ts';

/** A larger change is a change of layout, and that is a person's decision. */
const MOST_CHANGE = 0.2;

/** A box whose content moves further than this is laid out anew. */
const MOST_SHIFT_PX = 32;

export const fixSpacingScale: Fixer = (page, result) => {
  // A page with another step than ours is no page with slips.
  if (page.design === null && !areSlips(result)) return [];
  const seen = new Set<DeclarationSource>();
  const proposals: Proposal[] = [];
  const outdents = outdentsOf(page);
  for (const { source, element, px } of spacings(page)) {
    // A number inside a computation is not the space it makes.
    if (isOnStep(px) || seen.has(source) || source.where === 'attribute' || source.value.includes('('))
      continue;
    // Columns whose row reaches out by as much: one without the other shifts both.
    if (outdents.has(px) || (source.where === 'file' && page.engine.contested().has(source))) continue;
    seen.add(source);
    const value = source.value.replace(
      /(?<!\d)(\d+(?:\.\d+)?|\.\d+)(px|rem)\b/g,
      (whole, digits: string, unit: string) => roundToken(page, whole, digits, unit),
    );
    if (value === source.value) continue;
    proposals.push({
      auditId: result.audit.id,
      tier: 'automatic',
      selector: page.selectorOf(element),
      summary: `${source.property}: ${source.value} → ${value} (${source.selector})`,
      ...changeValue(page, { property: source.property, value, elements: [element], source, forAll: true }),
    });
  }
  return proposals;
};

/** Negative margins of the page, in pixels: each answers a padding of the same size. */
function outdentsOf(page: Page): Set<number> {
  const outdents = new Set<number>();
  for (const { root } of page.sheets)
    root.walkDecls(/^margin/, ({ value }) => {
      for (const [, digits, unit] of value.matchAll(/-(\d+(?:\.\d+)?|\.\d+)(px|rem)\b/g))
        outdents.add(Number(digits) * (unit === 'rem' ? ROOT_PX : 1));
    });
  return outdents;
}

const ROOT_PX = 16;

/** To a step of the brand's scale where one is near, else to the common one. */
function roundToken(page: Page, whole: string, digits: string, unit: string): string {
  const [root] = page.elements;
  const rem = root === undefined ? 16 : page.styleOf(root).fontSize;
  const px = unit === 'rem' ? Number(digits) * rem : Number(digits);
  const near = (page.design?.spacing ?? [])
    .filter((step) => isOnStep(step) && Math.abs(step - px) / px <= MOST_CHANGE)
    .sort((a, b) => Math.abs(a - px) - Math.abs(b - px));
  const step = near[0] ?? nearestStep(px);
  if (px === 0 || isOnStep(px) || step === 0 || Math.abs(step - px) / px > MOST_CHANGE) return whole;
  return unit === 'rem' ? `${Math.round((step / rem) * 10_000) / 10_000}rem` : `${step}px`;
}

export const fixUnevenPadding: Fixer = (page, result) =>
  placesOf(result).flatMap((element): Proposal[] => {
    const { left, right } = page.styleOf(element).padding();
    if (left === null || right === null || left === right) return [];
    const even = evenPadding(page, element);
    if (even === null || Math.abs(left - right) > MOST_SHIFT_PX) return [];
    const side = left === even ? 'right' : 'left';
    const value = `${even}px`;
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(element),
        summary: `padding-${side}: ${side === 'left' ? left : right}px → ${value}`,
        ...paddingChange(page, element, side, value),
      },
    ];
  });

function paddingChange(
  page: Page,
  element: PageElement,
  side: keyof Sides,
  value: string,
): Partial<Proposal> {
  const property = `padding-${side}`;
  const found = page
    .styleOf(element)
    .declared('padding', property, 'padding-inline', `padding-inline-${side === 'left' ? 'start' : 'end'}`);
  const source = found?.source ?? null;
  if (source?.property === 'padding') {
    const parts = source.value.trim().split(/\s+/);
    const [top = '0', right = top, bottom = top, left = right] = parts;
    const even = side === 'left' ? right : left;
    const written = top === bottom ? `${top} ${even}` : `${top} ${even} ${bottom}`;
    if (!/var\(|calc\(/.test(source.value)) {
      return changeValue(page, {
        property: 'padding',
        value: written,
        elements: [element],
        source,
        forAll: true,
      });
    }
  }
  const forAll = source?.property === property;
  return changeValue(page, { property, value, elements: [element], source, forAll });
}

import type { AtRule, Rule } from 'postcss';
import type { Audit, Observation } from '../finding.ts';
import type { StyleSheet } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { placeOfOffset } from '../model/place.ts';
import { descendants, hasText, textOf } from '../model/reading.ts';

export const narrowScreens: Audit = {
  id: 'narrow-screens',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Nothing is lost on a phone or on paper',
  why: 'Half of all readers have a narrow screen; what is hidden there is not there for them.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  severity: 'major',
  tier: 'report',
  unit: 'parts that are lost on narrow screens',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const sheet of page.sheets) {
      if (sheet.origin !== 'inline') continue;
      sheet.root.walkAtRules(/^media$/i, (media) => {
        const where = conditionOf(media);
        if (where === null) return;
        media.walkRules((rule) => {
          checked += 1;
          if (found.length < MOST) found.push(...problemsOf(page, sheet, rule, where));
        });
      });
    }
    return { checked, found };
  },
};

const MOST = 20;
type Where = 'on a phone' | 'on paper';

function conditionOf({ params }: AtRule): Where | null {
  if (/\bprint\b/i.test(params) && !/not\s+print/i.test(params)) return 'on paper';
  const most = /max-width:\s*([\d.]+)(px|r?em)|width\s*<=?\s*([\d.]+)(px|r?em)/i.exec(params);
  if (most === null || /min-width|orientation|hover|height/i.test(params)) return null;
  const px = Number(most[1] ?? most[3]) * ((most[2] ?? most[4]) === 'px' ? 1 : 16);
  return px >= PHONE_PX ? 'on a phone' : null;
}

const PHONE_PX = 360;
const LEAST_SIZE_PX = 12;
const WIDEST_PX = 420;

function problemsOf(page: Page, sheet: StyleSheet, rule: Rule, where: Where): Observation[] {
  if (/:(hover|focus|active|before|after|checked|not\()|::/.test(rule.selector)) return [];
  const found: Observation[] = [];
  let chosen: readonly PageElement[] | null = null;
  const selected = (): readonly PageElement[] => {
    chosen ??= page.engine.select(rule.selector);
    return chosen;
  };
  rule.each((node) => {
    if (node.type !== 'decl') return;
    const start = node.source?.start?.offset;
    const position =
      sheet.offset === null || start === undefined
        ? {}
        : { position: placeOfOffset(page, sheet.offset + start) };
    const hides =
      (node.prop === 'display' && /^none\b/i.test(node.value)) ||
      (node.prop === 'visibility' && /^hidden\b/i.test(node.value)) ||
      (node.prop === 'opacity' && /^0(?:\.0+)?$/.test(node.value.trim()));
    const written = `${node.prop}: ${node.value}`;
    if (hides)
      for (const at of selected().slice(0, MOST)) {
        const said = lost(page, at, where);
        if (said !== null) {
          found.push({ ...said, at, measured: `${written} ${where}`, ...position });
          break;
        }
      }
    if (where === 'on paper') return;
    const px = /^(\d+(?:\.\d+)?|\.\d+)(px|r?em)$/i.exec(node.value.trim());
    const size = px === null ? null : Number(px[1]) * (px[2] === 'px' ? 1 : 16);
    if (size === null) return;
    if (!/^(font-size|(min-)?width)$/.test(node.prop)) return;
    const at = selected().find((one) => page.isVisible(one) && hasText(one));
    if (at === undefined) return;
    if (node.prop === 'font-size' && px?.[2] !== 'em' && size < LEAST_SIZE_PX)
      found.push({
        at,
        measured: `${written} ${where}`,
        required: `at least ${LEAST_SIZE_PX}px`,
        message: `On a phone the text is set at ${Math.round(size * 10) / 10}px.`,
        suggestion: 'Correct it.',
        ...position,
      });
    if ((node.prop === 'width' || node.prop === 'min-width') && size > WIDEST_PX && !isScrolled(page, at))
      found.push({
        at,
        measured: `${written} ${where}`,
        required: `at most ${WIDEST_PX}px`,
        message: `On a phone a box keeps a width of ${Math.round(size)}px, and the page scrolls sideways.`,
        suggestion: 'Correct it.',
        ...position,
      });
  });
  return found;
}

function isScrolled(page: Page, at: PageElement): boolean {
  for (let around = at.parent; around !== null; around = around.parent)
    if (/auto|scroll|hidden/.test(page.styleOf(around).value('overflow-x') ?? '')) return true;
  return false;
}

/** What cannot be found elsewhere: content, the way through the site without a button that opens it, the only form. */
function lost(page: Page, at: PageElement, where: Where): Omit<Observation, 'at' | 'measured'> | null {
  if (!page.isVisible(at) || at.attributes.get('aria-hidden') === 'true') return null;
  const text = textOf(at);
  const isMenu = at.tag === 'nav' || at.attributes.get('role') === 'navigation' || holds(at, /^nav$/);
  const isMain = /^(main|h1|form|table|article)$/.test(at.tag) || holds(at, /^(main|h1|form|table)$/);
  if (where === 'on paper')
    return isMain && !/^form$/.test(at.tag) && holdsMost(page, at)
      ? said(`What the page is about is not printed: "${text.slice(0, 40)}".`, 'Show it there, too.')
      : null;
  if (isMenu && !isMain) {
    const opens = page.elements.some(
      (one) =>
        (one.attributes.has('aria-expanded') ||
          one.attributes.has('popovertarget') ||
          one.tag === 'details') &&
        one !== at,
    );
    const links = descendants(at).filter(({ tag }) => tag === 'a').length;
    const others = page.byTag('nav').filter((one) => one !== at && page.isVisible(one)).length;
    return opens || page.byTag('script').length > 0 || links < 2 || others > 0
      ? null
      : said('On a phone the menu is gone, and nothing opens it.', 'Show it there, too.');
  }
  const words = text.split(' ').length;
  const isTwin = page.blocks.some(({ element, text: other }) => other === text && element !== at);
  if (text === '' || isTwin || (!isMain && words < LEAST_WORDS && !/[$€£]\s?\d/.test(text))) return null;
  return {
    ...said(`On a phone this is gone: "${text.slice(0, 40)}".`, 'Show it there, too.'),
    ...(isMain || words >= MANY_WORDS ? {} : { severity: 'minor' as const }),
    ...(isSaidElsewhere(page, at, text) ? { severity: 'minor' as const } : {}),
  };
}

/** For the phone the same stands in another form: cards in place of a table. */
function isSaidElsewhere(page: Page, at: PageElement, text: string): boolean {
  const inside = new Set([at, ...descendants(at)]);
  const others = new Set(
    page.blocks.flatMap((block) =>
      inside.has(block.element) ? [] : (block.text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []),
    ),
  );
  const own = new Set(text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []);
  return [...own].filter((word) => others.has(word)).length >= own.size * TWIN_SHARE;
}

const TWIN_SHARE = 0.6;
const LEAST_WORDS = 6;
const MANY_WORDS = 15;

function said(message: string, suggestion: string): Omit<Observation, 'at' | 'measured'> {
  return { required: 'the same content at every width', message, suggestion };
}

function holds(at: PageElement, tags: RegExp): boolean {
  return descendants(at).some(({ tag }) => tags.test(tag));
}

function holdsMost(page: Page, at: PageElement): boolean {
  const all = page.blocks.reduce((sum, block) => sum + block.words, 0);
  return textOf(at).split(' ').length * 3 > all;
}

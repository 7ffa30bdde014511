/**
 * States beside those of a pointer: a phone's width, what a box drawn before or behind an element's text looks like, and what
 * is shown only while something is pointed at or focused. Which rules speak of each, and the sheets as they then are.
 */
import type { Rule } from 'postcss';
import type { StyleSheet } from './css.ts';

export type WidthState = 'phone';
export type BoxState = 'before' | 'after';
export type ShownState = 'shown by pointer' | 'shown by focus';

const PHONE_PX = 375;
/** What makes a phone's page another one for the eye. */
const ON_PHONES =
  /^(?:color|opacity|background(?:-color|-image)?|columns|column-count|grid-template-columns|font-size|--.+)$/i;
const WIDTH = /\(\s*(min|max)-width\s*:\s*([\d.]+)(px|r?em)\s*\)/gi;
const RANGE = /\(\s*width\s*(<=?|>=?)\s*([\d.]+)(px|r?em)\s*\)/gi;
const YES = '(min-width: 0px)';
const NO = '(max-width: 0px)';

export function phoneSheets(sheets: readonly StyleSheet[]): StyleSheet[] | null {
  let speaks = false;
  for (const { root } of sheets)
    root.walkAtRules(/^media$/i, (rule) => {
      if (!/max-width|width\s*</i.test(rule.params) || /print/i.test(rule.params)) return;
      rule.walkDecls(ON_PHONES, () => {
        speaks = true;
      });
    });
  if (!speaks) return null;
  return sheets.map((sheet) => {
    const root = sheet.root.clone();
    root.walkAtRules(/^media$/i, (rule) => {
      rule.params = onPhone(rule.params);
    });
    return { ...sheet, root, media: sheet.media === null ? null : onPhone(sheet.media) };
  });
}

function onPhone(media: string): string {
  const px = (digits: string, unit: string): number => Number(digits) * (unit === 'px' ? 1 : 16);
  return media
    .replace(WIDTH, (_, which: string, digits: string, unit: string) =>
      (which.toLowerCase() === 'max') === px(digits, unit) >= PHONE_PX ? YES : NO,
    )
    .replace(RANGE, (_, sign: string, digits: string, unit: string) =>
      sign.startsWith('<') === px(digits, unit) >= PHONE_PX ? YES : NO,
    );
}

const BOX: Readonly<Record<BoxState, RegExp>> = {
  before: /::?before(?![\w-])/i,
  after: /::?after(?![\w-])/i,
};
const MOVED = /:(?:hover|focus|active|checked|target)/i;

/** The box itself, as if it were the element: only rules that place it and give it a ground. */
export function boxSheets(state: BoxState, sheets: readonly StyleSheet[]): StyleSheet[] | null {
  const isBox = (rule: Rule): boolean => BOX[state].test(rule.selector) && !MOVED.test(rule.selector);
  const has = (rule: Rule, name: RegExp): boolean =>
    rule.nodes.some((node) => node.type === 'decl' && name.test(node.prop));
  let speaks = false;
  for (const { root } of sheets)
    root.walkRules((rule) => {
      speaks ||= isBox(rule) && has(rule, /^position$/) && has(rule, /^background/);
    });
  if (!speaks) return null;
  return rewritten(sheets, isBox, BOX[state]);
}

const SHOWN: Readonly<Record<ShownState, RegExp>> = {
  'shown by pointer': /:hover(?![\w-])/i,
  'shown by focus': /:(?:focus(?:-visible|-within)?|target|checked|active)(?![\w-])/i,
};
const SHOWS = /^(?:display|visibility|opacity)$/i;

export function shownSheets(state: ShownState, sheets: readonly StyleSheet[]): StyleSheet[] | null {
  const isOf = (rule: Rule): boolean =>
    SHOWN[state].test(rule.selector) &&
    !/:not\([^)]*:(?:hover|focus)/i.test(rule.selector) &&
    rule.nodes.some((node) => node.type === 'decl' && SHOWS.test(node.prop));
  let speaks = false;
  for (const { root } of sheets)
    root.walkRules((rule) => {
      speaks ||= isOf(rule);
    });
  return speaks ? rewritten(sheets, isOf, SHOWN[state]) : null;
}

function rewritten(
  sheets: readonly StyleSheet[],
  isOf: (rule: Rule) => boolean,
  pseudo: RegExp,
): StyleSheet[] {
  const all = new RegExp(pseudo.source, 'gi');
  return sheets.map((sheet) => {
    const root = sheet.root.clone();
    root.walkRules((rule) => {
      if (isOf(rule))
        rule.selectors = rule.selectors.map(
          (selector) =>
            selector
              .replace(all, '')
              .replace(/(^|[\s>+~(,])(?=$|[\s>+~),])/g, '$1*')
              .trim() || '*',
        );
    });
    return { ...sheet, root };
  });
}

/**
 * The page in another state than at rest: under the dark scheme, with what can be pointed at pointed at, with what can be
 * focused focused. The same sheets with that state's rules applied to everything they could apply to.
 */
import type { Rule } from 'postcss';
import type { StyleSheet } from './css.ts';
import {
  type BoxState,
  boxSheets,
  phoneSheets,
  type ShownState,
  shownSheets,
  type WidthState,
} from './state-rules.ts';

/** `placeholder`: fields look as the hint in them does. */
export type PageState = PointedState | 'dark' | WidthState | BoxState | ShownState;
type PointedState = 'hover' | 'focus' | 'visited' | 'active' | 'placeholder';

/** The states a text can be in. */
export const PAGE_STATES = ['dark', 'phone', 'hover', 'focus', 'visited', 'active'] as const;

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const PSEUDO: Readonly<Record<PointedState, RegExp>> = {
  hover: /:hover(?![\w-])/gi,
  focus: /:focus(?:-visible)?(?![\w-])/gi,
  visited: /:visited(?![\w-])/gi,
  active: /:active(?![\w-])/gi,
  placeholder: /::(?:-webkit-input-)?placeholder(?![\w-])/gi,
};
/** What can change how text stands out from what is behind it. */
const COLOURS = /^(?:color|opacity|filter|background(?:-color|-image)?|-webkit-text-fill-color|--.+)$/i;

/** Null where no rule of that state changes a colour: then the page looks as it does at rest. */
export function sheetsIn(state: PageState, sheets: readonly StyleSheet[]): StyleSheet[] | null {
  switch (state) {
    case 'phone':
      return phoneSheets(sheets);
    case 'before':
    case 'after':
      return boxSheets(state, sheets);
    case 'shown by pointer':
    case 'shown by focus':
      return shownSheets(state, sheets);
    default:
      return pointedSheets(state, sheets);
  }
}

function pointedSheets(state: PointedState | 'dark', sheets: readonly StyleSheet[]): StyleSheet[] | null {
  if (!sheets.some((sheet) => speaksOf(state, sheet))) return null;
  return sheets.map((sheet) => (state === 'dark' ? inTheDark(sheet) : pointedAt(sheet, PSEUDO[state])));
}

function speaksOf(state: PointedState | 'dark', { root, media }: StyleSheet): boolean {
  if (state === 'dark') {
    if (isDark(media)) return true;
    let found = false;
    root.walkAtRules(/^media$/i, ({ params }) => {
      found ||= isDark(params);
      return found ? false : undefined;
    });
    return found;
  }
  const pseudo = PSEUDO[state];
  let found = false;
  root.walkRules((rule) => {
    found ||= matches(pseudo, rule.selector) && changesColour(rule);
    return found ? false : undefined;
  });
  return found;
}

function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function isDark(media: string | null): boolean {
  return media !== null && matches(DARK, media);
}

function changesColour(rule: Rule): boolean {
  return rule.nodes.some((node) => node.type === 'decl' && COLOURS.test(node.prop));
}

/** Conditions about the scheme are answered here; all others stay. */
function inTheDark(sheet: StyleSheet): StyleSheet {
  const answered = (media: string): string =>
    media.replace(DARK, '(min-width: 0px)').replace(LIGHT, '(max-width: 0px)');
  const root = sheet.root.clone();
  root.walkAtRules(/^media$/i, (rule) => {
    rule.params = answered(rule.params);
  });
  return { ...sheet, root, media: sheet.media === null ? null : answered(sheet.media) };
}

/** "Not while pointed at" stays as it is: it says what is at rest. */
function pointedAt(sheet: StyleSheet, pseudo: RegExp): StyleSheet {
  const root = sheet.root.clone();
  root.walkRules((rule) => {
    if (!matches(pseudo, rule.selector)) return;
    rule.selectors = rule.selectors.map((selector) => {
      if (/:not\([^)]*:(?:hover|focus)/i.test(selector)) return selector;
      const bare = selector.replace(pseudo, '');
      // What remains must still be a selector: `:hover` alone, or after a combinator, was everything.
      return bare.replace(/(^|[\s>+~(,])(?=$|[\s>+~),])/g, '$1*').trim() || '*';
    });
  });
  return { ...sheet, root };
}

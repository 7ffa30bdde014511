/**
 * The page in another state than at rest: under the dark scheme, with what can be pointed at pointed at, with what can be
 * focused focused. The same sheets with that state's rules applied to everything they could apply to.
 */
import type { AtRule, Root, Rule } from 'postcss';
import type { Pointed } from './alfa-context.ts';
import { DESKTOP, mediaApplies } from './computed/conditions.ts';
import { splitAt } from './computed/parts.ts';
import { blocksOf, oncePerSheet, type StyleSheet } from './css.ts';
import { filterSelector, type Present } from './selector-filter.ts';
import {
  AT_REST,
  type BoxState,
  boxReading,
  INK,
  ON_A_PHONE,
  phoneReading,
  type ShownState,
  type StateReading,
  shownReading,
  type WidthState,
} from './state-rules.ts';

/** `placeholder`: fields look as the hint in them does. */
export type PageState = Pseudo | 'dark' | WidthState | BoxState | ShownState;
type Pseudo = Pointed | 'placeholder';

/** The states a text can be in. */
export const PAGE_STATES = ['dark', 'phone', 'hover', 'focus', 'visited', 'active'] as const;

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const PSEUDO: Readonly<Record<Pseudo, RegExp>> = {
  hover: /:hover(?![\w-])/gi,
  focus: /:focus(?:-visible)?(?![\w-])/gi,
  visited: /:visited(?![\w-])/gi,
  active: /:active(?![\w-])/gi,
  placeholder: /::(?:-webkit-input-)?placeholder(?![\w-])/gi,
};
const MEDIA = /^media$/i;
/** What can change how text stands out from what is behind it. */
const COLOURS = /^(?:color|opacity|filter|background(?:-color|-image)?|-webkit-text-fill-color|--.+)$/i;

/** States in which the sheets themselves are read otherwise; the others change only what their selectors match. */
export type ReadState = Exclude<PageState, Pointed>;

/** Null where the sheets say nothing of the state. */
export function readingIn(state: ReadState, sheets: readonly StyleSheet[]): StateReading | null {
  switch (state) {
    case 'dark':
      return sheets.some(speaksOfDark) ? IN_THE_DARK : null;
    case 'placeholder':
      return sheets.some(({ root }) => coloured(root).placeholder.length > 0) ? IN_THE_FIELD : null;
    case 'phone':
      return phoneReading(sheets);
    case 'before':
    case 'after':
      return boxReading(state, sheets);
    case 'shown by pointer':
    case 'shown by focus':
      return shownReading(state, sheets);
  }
}

/** What rules that change a colour in a state name, with the state taken for granted; of what may be on the page. */
export function touchedIn(state: Pseudo, sheets: readonly StyleSheet[], present: Present): string[] {
  return sheets.flatMap(({ root }) =>
    coloured(root)[state].flatMap(
      (selector) => filterSelector(pointedAt(selector, PSEUDO[state]), present)?.selector ?? [],
    ),
  );
}

/**
 * The same for a scheme or a width: what rules name that apply in the state and not at rest, or the other way round, and that
 * change a colour. Null where that cannot be told from the rules alone: then it may be everything.
 */
export function turnedIn(
  state: 'dark' | 'phone',
  sheets: readonly StyleSheet[],
  present: Present,
): string[] | null {
  const reading = state === 'dark' ? IN_THE_DARK : ON_A_PHONE;
  const found: string[] = [];
  for (const { root, media } of sheets) {
    const selectors = isTurned(media ?? '', reading) ? colouredRules(root) : turned[state](root);
    if (selectors === null) return null;
    for (const selector of selectors) {
      const may = filterSelector(selector, present);
      if (may !== null) found.push(may.selector);
    }
  }
  return found;
}

const turned = {
  dark: oncePerSheet((root) => turnedRules(root, IN_THE_DARK)),
  phone: oncePerSheet((root) => turnedRules(root, ON_A_PHONE)),
};

function isTurned(media: string, reading: StateReading): boolean {
  return mediaApplies(media, DESKTOP) !== mediaApplies(reading.media(media), DESKTOP);
}

function turnedRules(root: Root, reading: StateReading): string[] | null {
  const found: string[] = [];
  let isKnown = true;
  for (const rule of blocksOf(root).atRules) {
    if (!MEDIA.test(rule.name) || !isTurned(rule.params, reading)) continue;
    const inside = rule.parent?.type === 'root' ? colouredRules(rule) : null;
    if (inside === null) isKnown = false;
    else found.push(...inside);
  }
  return isKnown ? found : null;
}

/** What can change a colour in a rule that applies or does not: more than a rule of a pointer is asked for. */
const MAY_COLOUR =
  /^(?:color|opacity|filter|background.*|font|font-size|color-scheme|all|-webkit-text-fill-color|--.+)$/i;

/** Null where rules are nested or layered. */
function colouredRules(container: Root | AtRule): string[] | null {
  const found: string[] = [];
  let isPlain = true;
  container.walk((node) => {
    if (node.type === 'atrule' && /^(?:layer|media|scope|container)$/i.test(node.name)) isPlain = false;
    if (node.type !== 'rule') return;
    if (node.parent?.type === 'rule' || node.nodes.some(({ type }) => type === 'rule' || type === 'atrule'))
      isPlain = false;
    else if (node.nodes.some((one) => one.type === 'decl' && MAY_COLOUR.test(one.prop)))
      found.push(node.selector);
  });
  return isPlain ? found : null;
}

/** Conditions about the scheme are answered here; all others stay. */
const IN_THE_DARK: StateReading = {
  ...AT_REST,
  media: (written) => written.replace(DARK, '(min-width: 0px)').replace(LIGHT, '(max-width: 0px)'),
};

const IN_THE_FIELD: StateReading = {
  ...AT_REST,
  selector: ({ selector }) => pointedAt(selector, PSEUDO.placeholder),
  declarations: INK,
};

function speaksOfDark({ root, media }: StyleSheet): boolean {
  return isDark(media) || darkSheets(root);
}

function isDark(media: string | null): boolean {
  return media !== null && matches(DARK, media);
}

const darkSheets = oncePerSheet((root): boolean =>
  blocksOf(root).atRules.some(({ name, params }) => MEDIA.test(name) && isDark(params)),
);

/** The selectors of rules that change a colour in a state. A framework's sheet is asked once, not once per page and state. */
const coloured = oncePerSheet((root): Readonly<Record<Pseudo, string[]>> => {
  const found = { hover: [], focus: [], visited: [], active: [], placeholder: [] } as Record<
    Pseudo,
    string[]
  >;
  for (const rule of blocksOf(root).rules) {
    if (!rule.selector.includes(':') || !changesColour(rule)) continue;
    for (const state of Object.keys(PSEUDO) as (keyof typeof PSEUDO)[])
      if (matches(PSEUDO[state], rule.selector)) found[state].push(rule.selector);
  }
  return found;
});

function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function changesColour(rule: Rule): boolean {
  return rule.nodes.some((node) => node.type === 'decl' && COLOURS.test(node.prop));
}

/** "Not while pointed at" stays as it is: it says what is at rest. */
function pointedAt(list: string, pseudo: RegExp): string {
  if (!matches(pseudo, list)) return list;
  return splitAt(list, ',')
    .map((selector) => {
      if (/:not\([^)]*:(?:hover|focus)/i.test(selector)) return selector;
      const bare = selector.replace(pseudo, '');
      // What remains must still be a selector: `:hover` alone, or after a combinator, was everything.
      return bare.replace(/(^|[\s>+~(,])(?=$|[\s>+~),])/g, '$1*').trim() || '*';
    })
    .join(', ');
}

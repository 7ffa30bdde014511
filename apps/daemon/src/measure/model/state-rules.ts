/**
 * States beside those of a pointer: a phone's width, what a box drawn before or behind an element's text looks like, and what
 * is shown only while something is pointed at or focused. Which rules speak of each, and the sheets as they then are.
 */
import { list, type Root, type Rule } from 'postcss';
import { blocksOf, oncePerSheet, type StyleSheet } from './css.ts';

/** How the sheets are read in a state: their selectors and conditions, with that state's own answered. */
export interface StateReading {
  selector(rule: Rule): string;
  media(written: string): string;
  /** The declarations that answer what is asked of the state; all others are not read. @default all */
  declarations?: RegExp;
}

/** What a value of any property may depend on. */
const ALWAYS = 'all|direction|--.+';
/** What decides whether an element is there, and a block: `display` depends on how it is placed. */
const PRESENCE = new RegExp(`^(?:display|visibility|opacity|position|float|${ALWAYS})$`, 'i');
/** What decides where a box lies and what it covers. */
const COVER = new RegExp(
  `^(?:position|inset|left|right|top|bottom|width|height|background.*|color|color-scheme|opacity|visibility|z-index|transform|translate|scale|clip-path|mask|mix-blend-mode|animation|${ALWAYS})$`,
  'i',
);
/** What decides the ink of letters. */
export const INK = new RegExp(`^(?:color|opacity|color-scheme|${ALWAYS})$`, 'i');

/** The sheets as they are written. */
export const AT_REST: StateReading = { selector: ({ selector }) => selector, media: (written) => written };

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

export const ON_A_PHONE: StateReading = { ...AT_REST, media: onPhone };

export function phoneReading(sheets: readonly StyleSheet[]): StateReading | null {
  return sheets.some(({ root }) => speaksOfPhones(root)) ? ON_A_PHONE : null;
}

const speaksOfPhones = oncePerSheet((root): boolean => {
  let speaks = false;
  for (const rule of blocksOf(root).atRules) {
    if (!/^media$/i.test(rule.name)) continue;
    if (!/max-width|width\s*</i.test(rule.params) || /print/i.test(rule.params)) continue;
    rule.walkDecls(ON_PHONES, () => {
      speaks = true;
      return false;
    });
    if (speaks) break;
  }
  return speaks;
});

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

/** The box itself, as if it were the element: only where rules place it and give it a ground. */
export function boxReading(state: BoxState, sheets: readonly StyleSheet[]): StateReading | null {
  const reading = readingOf(sheets, boxRules[state]);
  return reading === null ? null : { ...reading, declarations: COVER };
}

const boxRules: Readonly<Record<BoxState, (root: Root) => StateRules>> = {
  before: oncePerSheet((root) => boxRulesIn(root, BOX.before)),
  after: oncePerSheet((root) => boxRulesIn(root, BOX.after)),
};

function boxRulesIn(root: Root, box: RegExp): StateRules {
  const has = (rule: Rule, name: RegExp): boolean =>
    rule.nodes.some((node) => node.type === 'decl' && name.test(node.prop));
  return rulesIn(
    root,
    box,
    ({ selector }) => box.test(selector) && !MOVED.test(selector),
    (rule) => has(rule, /^position$/) && has(rule, /^background/),
  );
}

const SHOWN: Readonly<Record<ShownState, RegExp>> = {
  'shown by pointer': /:hover(?![\w-])/i,
  'shown by focus': /:(?:focus(?:-visible|-within)?|target|checked|active)(?![\w-])/i,
};
const SHOWS = /^(?:display|visibility|opacity)$/i;

export function shownReading(state: ShownState, sheets: readonly StyleSheet[]): StateReading | null {
  const reading = readingOf(sheets, shownRules[state]);
  return reading === null ? null : { ...reading, declarations: PRESENCE };
}

const shownRules: Readonly<Record<ShownState, (root: Root) => StateRules>> = {
  'shown by pointer': oncePerSheet((root) => shownRulesIn(root, SHOWN['shown by pointer'])),
  'shown by focus': oncePerSheet((root) => shownRulesIn(root, SHOWN['shown by focus'])),
};

function shownRulesIn(root: Root, pseudo: RegExp): StateRules {
  return rulesIn(
    root,
    pseudo,
    ({ selector, nodes }) =>
      pseudo.test(selector) &&
      !/:not\([^)]*:(?:hover|focus)/i.test(selector) &&
      nodes.some((node) => node.type === 'decl' && SHOWS.test(node.prop)),
    () => true,
  );
}

/** What a sheet says of a state: the selectors of its rules with the state taken for granted. */
interface StateRules {
  selectors: ReadonlyMap<Rule, string>;
  speaks: boolean;
}

/** A framework's sheet is asked once, not once for each page. */
function rulesIn(
  root: Root,
  pseudo: RegExp,
  isOf: (rule: Rule) => boolean,
  speaksOf: (rule: Rule) => boolean,
): StateRules {
  const all = new RegExp(pseudo.source, 'gi');
  const selectors = new Map<Rule, string>();
  let speaks = false;
  for (const rule of blocksOf(root).rules) {
    if (!isOf(rule)) continue;
    speaks ||= speaksOf(rule);
    selectors.set(rule, withoutPseudo(rule.selector, all));
  }
  return { selectors, speaks };
}

function withoutPseudo(selector: string, pseudo: RegExp): string {
  return list
    .comma(selector)
    .map(
      (one) =>
        one
          .replace(pseudo, '')
          .replace(/(^|[\s>+~(,])(?=$|[\s>+~),])/g, '$1*')
          .trim() || '*',
    )
    .join(', ');
}

function readingOf(sheets: readonly StyleSheet[], rulesOf: (root: Root) => StateRules): StateReading | null {
  const found = sheets.map(({ root }) => rulesOf(root));
  if (!found.some(({ speaks }) => speaks)) return null;
  return {
    ...AT_REST,
    selector(rule) {
      for (const { selectors } of found) {
        const selector = selectors.get(rule);
        if (selector !== undefined) return selector;
      }
      return rule.selector;
    },
  };
}

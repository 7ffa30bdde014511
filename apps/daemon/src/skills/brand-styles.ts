/** Type styles and component tokens of a DESIGN.md; what it leaves out is chosen from its own scale. */
import { parseDocument } from 'yaml';
import type { DesignSystem } from '../measure/model/design-md.ts';

export const TYPE_ROLES = ['display', 'h1', 'h2', 'h3', 'lead', 'body', 'small', 'figure'] as const;
export type TypeRole = (typeof TYPE_ROLES)[number];

export interface TypeStyle {
  /** A stack that ends with a generic family, safe to write into CSS. */
  family: string;
  px: number;
  weight: number;
  lineHeight: number;
  /** em */
  tracking: number;
  italic: boolean;
}

export interface Components {
  rule: { px: number; style: RuleStyle };
  button: { radius: number };
  card: {
    fill: 'surface' | 'mark' | 'none';
    /** Frame on all sides, px. */
    frame: number;
    /** A heavier top, px. */
    cap: number;
    edge: 'ink' | 'line' | 'accent';
    /** A hard shadow, px. */
    lift: number;
    radius: number;
  };
}

const RULE_STYLES = ['solid', 'dashed', 'dotted', 'double'] as const;
type RuleStyle = (typeof RULE_STYLES)[number];

interface Wanted {
  names: RegExp;
  ideal: number;
  least: number;
  most: number;
  weight: number;
  lineHeight: number;
}

/** Sizes an unnamed role is looked for at, and the bounds within which a named one is believed. */
const WANTED: Record<TypeRole, Wanted> = {
  display: { names: /^display|hero|poster/i, ideal: 80, least: 40, most: 160, weight: 700, lineHeight: 1 },
  h1: {
    names: /^(h1|headline|title|heading-?1)/i,
    ideal: 52,
    least: 28,
    most: 80,
    weight: 700,
    lineHeight: 1.1,
  },
  h2: {
    names: /^(h2|heading-?2|section|heading$)/i,
    ideal: 30,
    least: 20,
    most: 56,
    weight: 700,
    lineHeight: 1.2,
  },
  h3: { names: /^(h3|heading-?3|subhead)/i, ideal: 20, least: 16, most: 32, weight: 700, lineHeight: 1.3 },
  lead: {
    names: /^(lead|intro|body-?(lg|large))/i,
    ideal: 22,
    least: 17,
    most: 30,
    weight: 400,
    lineHeight: 1.45,
  },
  body: {
    names: /^(body|text|paragraph|base)/i,
    ideal: 17,
    least: 15,
    most: 21,
    weight: 400,
    lineHeight: 1.6,
  },
  small: {
    names: /^(small|caption|label|meta)/i,
    ideal: 14,
    least: 13,
    most: 17,
    weight: 400,
    lineHeight: 1.45,
  },
  figure: {
    names: /^(figure|data|number|stat)/i,
    ideal: 44,
    least: 24,
    most: 72,
    weight: 700,
    lineHeight: 1.05,
  },
};

export function readStyles(
  text: string,
  system: DesignSystem,
): { styles: Record<TypeRole, TypeStyle>; components: Components } {
  const tokens = frontmatterOf(text);
  const typography = record(tokens.typography);
  const families = familiesOf(typography, system);
  const sizes = system.fontSizes.filter((size) => size >= 13);
  const styleOf = (role: TypeRole): TypeStyle => {
    const { names, ideal, least, most, weight, lineHeight } = WANTED[role];
    const key = Object.keys(typography).find((name) => names.test(name));
    const given = key === undefined ? {} : record(typography[key]);
    const inBounds = sizes.filter((size) => size >= least && size <= most);
    const px = number(given.fontSize) ?? nearest(ideal, inBounds.length > 0 ? inBounds : [ideal]);
    const isText = role === 'body' || role === 'lead' || role === 'small';
    return {
      family: stack(given.fontFamily) ?? (isText ? families.body : families.display),
      px: clamp(px, least, most),
      weight: clamp(number(given.fontWeight) ?? weight, 300, 900),
      lineHeight: clamp(number(given.lineHeight) ?? lineHeight, isText ? 1.4 : 0.9, 2),
      tracking: clamp(em(given.letterSpacing) ?? 0, -0.05, 0.12),
      italic: given.fontStyle === 'italic',
    };
  };
  const styles = Object.fromEntries(TYPE_ROLES.map((role) => [role, styleOf(role)])) as Record<
    TypeRole,
    TypeStyle
  >;
  return { styles, components: componentsOf(record(tokens.components), system) };
}

function componentsOf(given: Record<string, unknown>, { radii }: DesignSystem): Components {
  const rule = record(given.rule);
  const card = record(given.card);
  const corner = radii.find((radius) => radius > 0 && radius <= 28) ?? 0;
  return {
    rule: {
      px: clamp(number(rule.width) ?? 1, 1, 8),
      style: RULE_STYLES.find((style) => style === rule.style) ?? 'solid',
    },
    button: { radius: clamp(number(record(given.button).rounded) ?? corner, 0, 999) },
    card: {
      fill: card.fill === 'none' || card.fill === 'mark' ? card.fill : 'surface',
      frame: clamp(number(card.frame) ?? 0, 0, 6),
      cap: clamp(number(card.cap) ?? 0, 0, 12),
      edge: card.edge === 'ink' || card.edge === 'accent' ? card.edge : 'line',
      lift: clamp(number(card.lift) ?? 0, 0, 12),
      radius: clamp(number(card.rounded) ?? corner, 0, 28),
    },
  };
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Broken YAML gives no styles; the reader of tokens has already reported it. */
function frontmatterOf(text: string): Record<string, unknown> {
  const yaml = FRONTMATTER.exec(text)?.[1];
  if (yaml === undefined) return {};
  const document = parseDocument(yaml, { prettyErrors: false, uniqueKeys: false });
  if (document.errors.length > 0) return {};
  try {
    return record(document.toJS({ maxAliasCount: 20 }));
  } catch {
    return {};
  }
}

function familiesOf(
  typography: Record<string, unknown>,
  system: DesignSystem,
): { display: string; body: string } {
  const [first, second] = system.fonts;
  const ofRole = (names: RegExp): string | null => {
    const key = Object.keys(typography).find((name) => names.test(name));
    return key === undefined ? null : (stack(record(typography[key]).fontFamily) ?? stack(typography[key]));
  };
  const body = ofRole(WANTED.body.names) ?? stack(second ?? first) ?? 'Georgia, serif';
  return { body, display: ofRole(/^(display|h1|headline|heading)/i) ?? stack(first) ?? body };
}

const GENERIC =
  /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-serif|ui-sans-serif|ui-monospace|ui-rounded)$/;

/** Only names: letters, digits, blanks and hyphens. Everything else is dropped with its family. */
function stack(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const families = value
    .split(',')
    .map((family) => family.trim().replace(/^["']|["']$/g, ''))
    .filter((family) => /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,60}$/u.test(family));
  if (families.length === 0) return null;
  const last = families.at(-1) ?? '';
  if (!GENERIC.test(last)) families.push(genericFor(families.join(' ')));
  return families.map((family) => (GENERIC.test(family) ? family : `"${family}"`)).join(', ');
}

function genericFor(names: string): string {
  if (/mono|code|courier|consol|menlo/i.test(names)) return 'monospace';
  return /serif|georgia|times|garamond|palatino|charter|baskerville|caslon|cambria/i.test(names) &&
    !/sans/i.test(names)
    ? 'serif'
    : 'sans-serif';
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Pixels or a bare number; `rem` counts sixteen. */
function number(value: unknown): number | null {
  const match = /^(-?(?:\d+(?:\.\d+)?|\.\d+))\s*(px|rem|em)?$/.exec(String(value ?? '').trim());
  return match === null ? null : Number(match[1]) * (match[2] === 'rem' ? 16 : 1);
}

function em(value: unknown): number | null {
  const match = /^(-?(?:\d+(?:\.\d+)?|\.\d+))\s*em$/.exec(String(value ?? '').trim());
  return match === null ? null : Number(match[1]);
}

export function nearest(ideal: number, steps: readonly number[]): number {
  return steps.reduce(
    (best, step) => (Math.abs(step - ideal) < Math.abs(best - ideal) ? step : best),
    steps[0] ?? ideal,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

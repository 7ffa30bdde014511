/**
 * Reads a DESIGN.md into the tokens the brand audits compare with. Two dialects are alive: **frontmatter**
 * (YAML tokens, close to the W3C design-token format) and **prose** (numbered sections with values in tables,
 * backticks and CSS fences). Broken YAML is survived: the message names the line, and the prose is read instead.
 */
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { proseTokens } from './design-prose.ts';
import { type DesignRules, designRules } from './design-rules.ts';
import { type DesignStatements, designStatements } from './design-statements.ts';
import { readColor } from './style.ts';

export interface DesignToken {
  name: string;
  value: string;
}

export interface DesignSystem extends DesignRules, DesignStatements {
  /** The whole file. */
  text: string;
  name: string;
  dialect: 'frontmatter' | 'prose';
  colors: DesignToken[];
  /** Families of colours that are named in words, and have no value. */
  colorWords: string[];
  fonts: string[];
  /** Those that are named for code; they are in `fonts` too. */
  codeFonts: string[];
  /** Pixels. */
  fontSizes: number[];
  radii: number[];
  spacing: number[];
  /** Shadows as they are written down. */
  shadows: string[];
  /** What could not be read, each with its line. */
  problems: string[];
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export function readDesignMd(text: string): DesignSystem {
  const body = text.replace(FRONTMATTER, '');
  const rules = designRules(body);
  const read = proseTokens(body);
  const prose = { text, ...read, ...rules, ...designStatements(body, read.colors) };
  const front = FRONTMATTER.exec(text)?.[1];
  if (front === undefined) return { ...prose, dialect: 'prose', problems: [] };
  const document = parseDocument(front, { prettyErrors: false, uniqueKeys: false });
  const problems = document.errors.map(
    (error) => `line ${lineAt(front, error.pos[0]) + 1}: ${error.message}`,
  );
  const tokens = isMap(document.contents) ? flatten(document.contents) : new Map<string, string>();
  if (tokens.size === 0) return { ...prose, dialect: 'frontmatter', problems };
  const own = fromTokens(tokens);
  const colors = orElse(own.colors, prose.colors);
  const statements = designStatements(body, colors);
  return {
    ...prose,
    ...statements,
    name: tokens.get('name') ?? prose.name,
    dialect: 'frontmatter',
    colors,
    // Beside tokens words are a description of them.
    colorWords: own.colors.length > 0 ? [] : prose.colorWords,
    fonts: orElse(own.fonts, prose.fonts),
    codeFonts: orElse(own.codeFonts, prose.codeFonts),
    fontSizes: orElse(own.fontSizes, prose.fontSizes),
    radii: orElse(own.radii, prose.radii),
    spacing: orElse(own.spacing, prose.spacing),
    weights: [...new Set([...statements.weights, ...own.weights])],
    shadows: orElse(own.shadows, prose.shadows),
    lineHeights: [...new Set([...statements.lineHeights, ...own.lineHeights])],
    borderWidths: [...new Set([...statements.borderWidths, ...own.borderWidths])],
    longestMotionMs: statements.longestMotionMs ?? own.longestMotionMs,
    forbids: [...new Set([...rules.forbids, ...own.forbids])],
    uses: [...rules.uses, ...own.uses.map((one) => ({ ...one, value: named(one.value, own.colors) }))],
    problems,
  };
}

/** A component may name its colour without the path. */
function named(value: string, colors: readonly DesignToken[]): string {
  return colors.find(({ name }) => name === value)?.value ?? value;
}

function orElse<Value>(first: Value[], second: Value[]): Value[] {
  return first.length > 0 ? first : second;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** `colors.primary.500` → value; references such as `{colors.primary}` are followed afterwards. */
function flatten(node: unknown, path: string[] = [], into = new Map<string, string>()): Map<string, string> {
  if (isScalar(node)) {
    if (node.value !== null) into.set(path.join('.'), String(node.value));
    return into;
  }
  if (path.length > 8) return into;
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) flatten(item, [...path, String(index)], into);
    return into;
  }
  if (!isMap(node)) return into;
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    flatten(value, name === '$value' ? path : [...path, name], into);
  }
  return into;
}

type Tokens = Pick<
  DesignSystem,
  | 'colors'
  | 'fonts'
  | 'codeFonts'
  | 'fontSizes'
  | 'radii'
  | 'spacing'
  | 'uses'
  | 'forbids'
  | 'weights'
  | 'shadows'
  | 'lineHeights'
  | 'borderWidths'
  | 'longestMotionMs'
>;

function fromTokens(tokens: ReadonlyMap<string, string>): Tokens {
  const read: Tokens = {
    colors: [],
    fonts: [],
    codeFonts: [],
    fontSizes: [],
    radii: [],
    spacing: [],
    uses: [],
    forbids: [],
    weights: [],
    shadows: [],
    lineHeights: [],
    borderWidths: [],
    longestMotionMs: null,
  };
  for (const [path, raw] of tokens) {
    const value = resolve(raw, tokens);
    const [group = '', ...rest] = path.split('.');
    if (/^colou?rs?|palette$/i.test(group) && isColor(value)) {
      read.colors.push({ name: rest.join('.') || path, value });
    } else if (/^components?$/i.test(group)) readComponent(rest, value, read);
    else if (/^(typography|fonts?|type|font-?(families|family))$/i.test(group)) readType(rest, value, read);
    else if (/^(font-?sizes?|sizes?|type-?scale|text-?sizes?)$/i.test(group)) addPx(read.fontSizes, value);
    else if (/^(font-?)?weights?$/i.test(group) && /^[1-9]00$/.test(value)) read.weights.push(Number(value));
    else if (/^borders?(-?widths?)?$/i.test(group)) readBorder(value, read);
    else if (/^(motion|transitions?|animation|durations?)$/i.test(group)) readMotion(value, read);
    else if (/^line-?heights?$/i.test(group) && /^[12](\.\d+)?$/.test(value))
      read.lineHeights.push(Number(value));
    else if (/^(rounded|radius|radii|border-?radius|shapes?)$/i.test(group)) addPx(read.radii, value);
    else if (/^(spacing|space)$/i.test(group)) addPx(read.spacing, value);
    else if (/^(elevation|shadows?)$/i.test(group) && /^(none|flat|0)$/i.test(value))
      read.forbids.push('shadows');
    else if (/^(elevation|shadows?)$/i.test(group) && /\d(px|rem)?\s+-?\d/.test(value))
      read.shadows.push(value);
  }
  return read;
}

function readBorder(value: string, read: Tokens): void {
  const px = /^(\d+(?:\.\d+)?|\.\d+)px\b/.exec(value)?.[1];
  if (px !== undefined && !read.borderWidths.includes(Number(px))) read.borderWidths.push(Number(px));
}

function readMotion(value: string, read: Tokens): void {
  const [, figure, unit] = /^(\d+(?:\.\d+)?|\.\d+)(ms|s)$/.exec(value) ?? [];
  const ms = Number(figure) * (unit === 's' ? 1000 : 1);
  if (figure !== undefined) read.longestMotionMs = Math.max(read.longestMotionMs ?? 0, ms);
}

function readComponent([component = '', ...rest]: string[], value: string, read: Tokens): void {
  if (
    /button|cta/i.test(component) &&
    !/hover|focus|disabled|active|secondary|ghost|text/i.test(component) &&
    /^background(color)?$/i.test(rest.at(-1) ?? '')
  )
    read.uses.push({ use: 'button', value });
}

/** The place in a list says nothing; what the list is called does. */
function readType(path: string[], value: string, read: Tokens): void {
  const last = path.findLast((key) => !/^\d+$/.test(key)) ?? 'font';
  if (/weight/i.test(last) && /^[1-9]00$/.test(value)) read.weights.push(Number(value));
  else if (path.some((key) => /line-?height|leading/i.test(key)) && /^[12](\.\d+)?$/.test(value))
    read.lineHeights.push(Number(value));
  else if (/size|scale|steps/i.test(last)) addPx(read.fontSizes, value);
  else if (
    /family|^fonts?$|heading|body|display|sans|serif|mono|code/i.test(last) &&
    !/weight|height|spacing/i.test(last)
  ) {
    addFont(read.fonts, value);
    if (path.some((key) => /code|mono/i.test(key))) addFont(read.codeFonts, value);
  }
}

/** A value, or one of the names that CSS has for values. */
function isColor(value: string): boolean {
  return /^(#|rgb|hsl|oklch|color\()/i.test(value) || (/^[a-z]+$/i.test(value) && readColor(value) !== null);
}

function resolve(value: string, tokens: ReadonlyMap<string, string>, depth = 0): string {
  const path = /^\{([\w.-]+)\}$/.exec(value.trim())?.[1];
  const target = path === undefined || depth > 8 ? undefined : tokens.get(path);
  return target === undefined ? value.trim() : resolve(target, tokens, depth + 1);
}

function addFont(fonts: string[], value: string): void {
  const family =
    value
      .split(',')[0]
      ?.trim()
      .replace(/^["']|["']$/g, '') ?? '';
  if (family !== '' && !/^[\d#]|^(bold|normal|regular|\{)/i.test(family) && !fonts.includes(family))
    fonts.push(family);
}

function addPx(list: number[], value: string): void {
  // A size that grows with the window has its steps at both ends.
  const clamp = /^clamp\(\s*([^,]+),[^,]+,\s*([^)]+)\)$/.exec(value.trim());
  if (clamp !== null) {
    for (const end of clamp.slice(1)) addPx(list, end);
    return;
  }
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(px|rem|em)?$/.exec(value.trim());
  if (match === null) return;
  const px = Number(match[1]) * (match[2] === 'rem' || match[2] === 'em' ? 16 : 1);
  if (!list.includes(px)) list.push(px);
  list.sort((a, b) => a - b);
}

/**
 * Reads a DESIGN.md into the tokens the brand audits compare with. Two dialects are alive: **frontmatter**
 * (YAML tokens, close to the W3C design-token format) and **prose** (numbered sections with values in tables,
 * backticks and CSS fences). Broken YAML is survived: the message names the line, and the prose is read instead.
 */
import { isMap, isScalar, parseDocument } from 'yaml';
import { proseTokens } from './design-prose.ts';
import { type DesignRules, designRules } from './design-rules.ts';
import { readColor } from './style.ts';

export interface DesignToken {
  name: string;
  value: string;
}

export interface DesignSystem extends DesignRules {
  name: string;
  dialect: 'frontmatter' | 'prose';
  colors: DesignToken[];
  /** Families of colours that are named in words, and have no value. */
  colorWords: string[];
  fonts: string[];
  /** Pixels. */
  fontSizes: number[];
  radii: number[];
  spacing: number[];
  /** What could not be read, each with its line. */
  problems: string[];
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export function readDesignMd(text: string): DesignSystem {
  const body = text.replace(FRONTMATTER, '');
  const rules = designRules(body);
  const prose = { ...proseTokens(body), ...rules };
  const front = FRONTMATTER.exec(text)?.[1];
  if (front === undefined) return { ...prose, dialect: 'prose', problems: [] };
  const document = parseDocument(front, { prettyErrors: false, uniqueKeys: false });
  const problems = document.errors.map(
    (error) => `line ${lineAt(front, error.pos[0]) + 1}: ${error.message}`,
  );
  const tokens = isMap(document.contents) ? flatten(document.contents) : new Map<string, string>();
  if (tokens.size === 0) return { ...prose, dialect: 'frontmatter', problems };
  const read = fromTokens(tokens);
  return {
    name: tokens.get('name') ?? prose.name,
    dialect: 'frontmatter',
    colors: orElse(read.colors, prose.colors),
    // Beside tokens words are a description of them.
    colorWords: read.colors.length > 0 ? [] : prose.colorWords,
    fonts: orElse(read.fonts, prose.fonts),
    fontSizes: orElse(read.fontSizes, prose.fontSizes),
    radii: orElse(read.radii, prose.radii),
    spacing: orElse(read.spacing, prose.spacing),
    ...rules,
    uses: [...rules.uses, ...read.uses.map((one) => ({ ...one, value: named(one.value, read.colors) }))],
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
  if (!isMap(node) || path.length > 8) return into;
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    flatten(value, name === '$value' ? path : [...path, name], into);
  }
  return into;
}

type Tokens = Pick<DesignSystem, 'colors' | 'fonts' | 'fontSizes' | 'radii' | 'spacing' | 'uses'>;

function fromTokens(tokens: ReadonlyMap<string, string>): Tokens {
  const read: Tokens = { colors: [], fonts: [], fontSizes: [], radii: [], spacing: [], uses: [] };
  for (const [path, raw] of tokens) {
    const value = resolve(raw, tokens);
    const [group = '', ...rest] = path.split('.');
    const last = rest.at(-1) ?? group;
    if (/^colou?rs?|palette$/i.test(group) && isColor(value)) {
      read.colors.push({ name: rest.join('.') || path, value });
    } else if (/^components?$/i.test(group)) {
      if (
        /button|cta/i.test(rest[0] ?? '') &&
        !/hover|focus|disabled|active|secondary|ghost|text/i.test(rest[0] ?? '') &&
        /^background(color)?$/i.test(last)
      )
        read.uses.push({ use: 'button', value });
    } else if (/^(typography|fonts?|type)$/i.test(group)) {
      if (
        /family|^fonts?$|heading|body|display|sans|serif|mono/i.test(last) &&
        !/size|weight|height|spacing/i.test(last)
      ) {
        addFont(read.fonts, value);
      } else if (/size/i.test(last)) addPx(read.fontSizes, value);
    } else if (/^(rounded|radius|radii|border-?radius|shapes?)$/i.test(group)) addPx(read.radii, value);
    else if (/^(spacing|space)$/i.test(group)) addPx(read.spacing, value);
  }
  return read;
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
  const match = /^(\d*\.?\d+)\s*(px|rem|em)?$/.exec(value.trim());
  if (match === null) return;
  const px = Number(match[1]) * (match[2] === 'rem' || match[2] === 'em' ? 16 : 1);
  if (!list.includes(px)) list.push(px);
  list.sort((a, b) => a - b);
}

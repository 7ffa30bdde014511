/** Whether the rules inside `@media` and `@supports` apply, on a screen and in a browser of today. Pure. */
import { resolveColor } from './colors.ts';
import { evaluate, type Units } from './math.ts';
import { splitAt, wholeCall } from './parts.ts';
import { PROPERTIES } from './properties.ts';
import { computeValue } from './values.ts';

/** The device that pages are measured for. */
export interface Device {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

export const DESKTOP: Device = { width: 1280, height: 720, scheme: 'light' };

/** Undefined: unknown, which a `not` does not turn into a yes. */
type Answer = boolean | undefined;
type Test = (inside: string, whole: string) => Answer;

export function mediaApplies(list: string, device: Device): boolean {
  if (list.trim() === '') return true;
  return splitAt(list, ',').some((query) => mediaQuery(query.trim(), device) === true);
}

function mediaQuery(query: string, device: Device): Answer {
  const typed =
    /^(?:(not|only)\s+)?(all|screen|print|speech|tv|tty|projection|handheld|braille|embossed|aural)\b(?:\s+and\s+(.*))?$/is.exec(
      query,
    );
  if (typed === null) return condition(query, (inside) => mediaFeature(inside, device));
  const [, modifier, type = '', rest] = typed;
  const isType = /^(all|screen)$/i.test(type);
  const answer =
    isType && (rest === undefined ? true : condition(rest, (inside) => mediaFeature(inside, device)));
  return modifier?.toLowerCase() === 'not' ? not(answer) : answer;
}

/** `not (…)`, `(…) and (…)`, `(…) or (…)`, nested; each innermost part is asked by `test`. */
function condition(text: string, test: Test, depth = 0): Answer {
  const trimmed = text.trim();
  if (depth > 16 || trimmed === '') return undefined;
  const negated = /^not\b\s*(?=\(|[\w-]+\()/i.exec(trimmed);
  if (negated !== null) return not(condition(trimmed.slice(negated[0].length), test, depth + 1));
  const parts = operands(trimmed);
  if (parts === null) return undefined;
  if (parts.operands.length > 1) {
    const answers = parts.operands.map((part) => condition(part, test, depth + 1));
    if (parts.operator === 'and')
      return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  }
  const call = wholeCall(trimmed);
  if (call !== null) return test(call.args, trimmed);
  if (!trimmed.startsWith('(') || !trimmed.endsWith(')')) return undefined;
  const inside = trimmed.slice(1, -1).trim();
  // A condition in parentheses, or a feature or declaration?
  return /^(\(|not\b\s*\(|[\w-]+\()/i.test(inside) && !/^[\w-]+\s*:/.test(inside)
    ? condition(inside, test, depth + 1)
    : test(inside, trimmed);
}

function not(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}

function operands(text: string): { operands: string[]; operator: 'and' | 'or' } | null {
  const list: string[] = [];
  let operator: 'and' | 'or' | null = null;
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (depth === 0) {
      const word = /^\s+(and|or)\s+/i.exec(text.slice(at, at + 40));
      if (word === null) continue;
      const found = (word[1] ?? '').toLowerCase() === 'and' ? 'and' : 'or';
      if (operator !== null && operator !== found) return null;
      operator = found;
      list.push(text.slice(from, at).trim());
      at += word[0].length - 1;
      from = at + 1;
    }
  }
  list.push(text.slice(from).trim());
  return { operands: list, operator: operator ?? 'and' };
}

const WORDS: Record<string, string> = {
  hover: 'hover', 'any-hover': 'hover', pointer: 'fine', 'any-pointer': 'fine', 'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference', 'prefers-reduced-data': 'no-preference', 'prefers-contrast': 'no-preference',
  'forced-colors': 'none', 'inverted-colors': 'none', scripting: 'enabled', update: 'fast', 'display-mode': 'browser',
  'color-gamut': 'srgb', 'dynamic-range': 'standard', 'video-dynamic-range': 'standard', 'overflow-block': 'scroll', 'overflow-inline': 'scroll',
  scan: 'progressive', 'nav-controls': 'back',
}; // biome-ignore format: a table
/** Words that say "nothing special": the feature by itself is then not there. */
const NOTHING = /^(none|no-preference|standard)$/;

function mediaFeature(inside: string, device: Device): Answer {
  const range = rangeFeature(inside, device);
  if (range !== null) return range;
  const [, name = '', value] = /^([\w-]+)(?:\s*:\s*(.+))?$/s.exec(inside.trim()) ?? [];
  const feature = name.toLowerCase();
  const wanted = value?.trim().toLowerCase();
  const is =
    feature === 'prefers-color-scheme'
      ? device.scheme
      : feature === 'orientation'
        ? device.width > device.height
          ? 'landscape'
          : 'portrait'
        : WORDS[feature];
  if (is !== undefined) return wanted === undefined ? !NOTHING.test(is) : is === wanted;
  const bound = /^(?:-webkit-)?(min-|max-)?(.+)$/.exec(feature);
  const own = numeric(bound?.[2] ?? '', device);
  if (own === null) return undefined;
  if (wanted === undefined) return own !== 0;
  const asked = quantity(wanted);
  if (asked === null) return undefined;
  if (bound?.[1] === 'min-') return own >= asked;
  return bound?.[1] === 'max-' ? own <= asked : Math.abs(own - asked) < 1e-6;
}

function numeric(feature: string, { width, height }: Device): number | null {
  switch (feature) {
    case 'width':
    case 'device-width':
      return width;
    case 'height':
    case 'device-height':
      return height;
    case 'aspect-ratio':
    case 'device-aspect-ratio':
      return width / height;
    case 'resolution':
    case 'device-pixel-ratio':
      return 1;
    case 'color':
      return 8;
    case 'monochrome':
    case 'grid':
    case 'color-index':
      return 0;
    default:
      return null;
  }
}

/** In media queries relative units are those of the initial font, not of the page's root. */
const INITIAL: Units = { em: 16, rem: 16, lh: null, rlh: null, viewport: DESKTOP };

function quantity(text: string): number | null {
  const ratio = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(text);
  if (ratio !== null) return Number(ratio[1]) / Number(ratio[2]);
  const dots = /^([\d.]+)(dppx|x|dpi|dpcm)$/.exec(text);
  if (dots !== null) return Number(dots[1]) / (dots[2] === 'dpi' ? 96 : dots[2] === 'dpcm' ? 96 / 2.54 : 1);
  const found = evaluate(text, INITIAL);
  return found !== null && (found.kind === 'px' || found.kind === 'number') ? found.value : null;
}

/** `400px <= width < 900px`, `width >= 40em`. Null: written the older way. */
function rangeFeature(inside: string, device: Device): Answer | null {
  const parts = inside.split(/\s*(<=|>=|<|>|=)\s*/);
  if (parts.length !== 3 && parts.length !== 5) return null;
  const sizeOf = (text: string): number | null =>
    numeric(text.trim().toLowerCase(), device) ?? quantity(text.trim().toLowerCase());
  const holds = (left: string, operator: string, right: string): Answer => {
    const [a, b] = [sizeOf(left), sizeOf(right)];
    if (a === null || b === null) return undefined;
    return operator === '<'
      ? a < b
      : operator === '>'
        ? a > b
        : operator === '<='
          ? a <= b
          : operator === '>='
            ? a >= b
            : a === b;
  };
  const [a = '', first = '', b = '', second, c = ''] = parts;
  const answer = holds(a, first, b);
  return second === undefined || answer !== true ? answer : holds(b, second, c);
}

export function supportsApplies(text: string): boolean {
  return condition(text, supportsTest) === true;
}

/** Functions of other engines only, and what no browser has yet. */
const FOREIGN = /^(-moz-|-ms-|-o-|-apple-|-khtml-)/i;
const NOT_CHROMIUM = new Set([
  'margin-trim',
  '-webkit-hyphens',
  'hanging-punctuation',
  '-webkit-touch-callout',
  '-webkit-overflow-scrolling',
  'text-decoration-skip',
  'font-smooth',
  'zoom-reset',
]);

function supportsTest(inside: string, whole: string): Answer {
  const call = wholeCall(whole);
  if (call !== null) {
    if (call.name === 'selector') return !/:-moz-|::-moz-|:-ms-/i.test(call.args);
    return call.name === 'font-tech' || call.name === 'font-format';
  }
  const [, property = '', value = ''] = /^\s*([\w-]+)\s*:\s*(.*)$/s.exec(inside) ?? [];
  if (property === '' || value.trim() === '') return undefined;
  if (property.startsWith('--')) return true;
  const name = property.toLowerCase();
  if (FOREIGN.test(name) || NOT_CHROMIUM.has(name) || FOREIGN.test(value.trim())) return false;
  if (/^(inherit|initial|unset|revert|revert-layer)$/i.test(value.trim())) return true;
  if (/\bvar\(/.test(value)) return true;
  if (/(^|-)color$/.test(name) && !PROPERTIES.has(name))
    return resolveColor(value, { current: BLACK, scheme: 'light' }) !== null;
  return PROPERTIES.has(name) ? computeValue(name, value, ANYWHERE) !== null : true;
}

const BLACK = { r: 0, g: 0, b: 0, alpha: 1 };
const ANYWHERE = {
  units: () => INITIAL,
  colors: () => ({ current: BLACK, scheme: 'light' as const }),
  own: (name: string) => PROPERTIES.get(name)?.initial ?? '',
  above: () => null,
  fontSize: () => 16,
  parentFontSize: () => 16,
  layoutParent: () => 'block',
};

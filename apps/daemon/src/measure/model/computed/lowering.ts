/**
 * A declaration in words that any reader of CSS knows: variables replaced, computations and modern colours worked out.
 * For the rules of Alfa, which have a cascade of their own and must see the colours and sizes that we see.
 */
import type { PageElement } from '../dom.ts';
import { resolveColor } from './colors.ts';
import type { ComputedStyles } from './computed.ts';
import { evaluate } from './math.ts';
import { findCall } from './parts.ts';
import { rgbText } from './values.ts';

export interface Lowered {
  value: string;
  /** True where it depends on more than the rules: the element's own font or colour. */
  personal: boolean;
}

const HARD =
  /\b(color-mix|light-dark|oklch|oklab|lab|lch|hwb|color|rgba?|hsla?|min|max|clamp|round|mod|rem|abs|hypot|pow|sqrt|calc)\(|-gradient\([^)]*\bin\s|var\(|env\(/i;
const COLOR_CALL = /^(color-mix|light-dark|oklch|oklab|lab|lch|hwb|color|rgba?|hsla?)$/;
const PLAIN_COLOR = /^(rgb|hsl)a?$/;
const MATH_CALL = /^(min|max|clamp|round|mod|rem|abs|hypot|calc)$/;

/** Null: the declaration is readable as it is. */
export function lower(
  property: string,
  text: string,
  element: PageElement,
  styles: ComputedStyles,
): Lowered | null {
  if (property.startsWith('--') || !HARD.test(text)) return null;
  const substituted = /\b(var|env)\(/i.test(text) ? styles.variables(element).substitute(text) : text;
  if (substituted === null) return null;
  let personal = false;
  const colors = replaceCalls(substituted, COLOR_CALL, (name, args) => {
    const call = `${name}(${args})`;
    if (PLAIN_COLOR.test(name) && !/from|calc|none/i.test(args)) return call;
    if (/currentcolor/i.test(args)) personal = true;
    const color = resolveColor(call, styles.colorContext(element, property));
    return color === null ? call : rgbText(color);
  });
  const lengths = replaceCalls(colors, MATH_CALL, (name, args) => {
    const call = `${name}(${args})`;
    if (/[\d.](em|lh)\b/i.test(args) || (property === 'font-size' && args.includes('%'))) personal = true;
    const found = evaluate(call, styles.units(element, property));
    return found === null || found.kind === 'layout' || found.kind === 'ms'
      ? call
      : `${found.value}${found.kind === 'number' ? '' : found.kind}`;
  });
  // The space a gradient is mixed in says nothing about its ends.
  const value = lengths.replace(
    /(-gradient\(\s*)([^,()]*?)\s*\bin\s+[\w-]+(\s+(shorter|longer|increasing|decreasing)\s+hue)?\s*(,)/gi,
    (_, open: string, before: string) => (before.trim() === '' ? open : `${open}${before.trim()},`),
  );
  return value === text ? null : { value, personal };
}

function replaceCalls(text: string, wanted: RegExp, replace: (name: string, args: string) => string): string {
  let result = text;
  let call = findCall(result, wanted);
  while (call !== null) {
    const value = replace(call.name, call.args);
    result = result.slice(0, call.start) + value + result.slice(call.end);
    call = findCall(result, wanted, call.start + value.length);
  }
  return result;
}

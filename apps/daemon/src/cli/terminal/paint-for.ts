/** What the terminal can show, by its variables. */
import { type Env, readVariable } from '../../env.ts';
import type { Paint } from './paint.ts';

/** Colours by the conventions of no-color.org; glyphs by the locale, where POSIX unset means plain ASCII. */
export function paintFor(env: Env, terminal: { isTty: boolean; platform: string }): Paint {
  const forced = readVariable(env, 'FORCE_COLOR');
  const refused = readVariable(env, 'NO_COLOR') !== undefined || isDumb(env) || forced === false;
  return { color: !refused && (forced === true || terminal.isTty), unicode: isUtf8(env, terminal.platform) };
}

/** A terminal that can neither colour nor move its cursor. */
export function isDumb(env: Env): boolean {
  return readVariable(env, 'TERM') === 'dumb';
}

function isUtf8(env: Env, platform: string): boolean {
  const locale = readVariable(env, 'LC_ALL') ?? readVariable(env, 'LC_CTYPE') ?? readVariable(env, 'LANG');
  return locale === undefined ? platform !== 'linux' : /utf-?8/i.test(locale);
}

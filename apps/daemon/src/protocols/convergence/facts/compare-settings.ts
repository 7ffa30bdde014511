/** Settings, versions, columns and variables that a project names in two ways, or sets otherwise than a document says. */
import { NEGATION, UNLESS } from '../../documents/language/polarity.ts';
import type { Compared } from './compare-figures.ts';
import { termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

const MOST_FOUND = 6;
const MOST_LINES = 20_000;

const ENV_READ =
  /(?:environ(?:\.get)?[[(]\s*|getenv\(\s*|process\.env\.|process\.env\[\s*|ENV\[\s*|env::var\(\s*|os\.Getenv\(\s*|\$\{)["']?([A-Z][A-Z0-9_]{3,40})/g;
const ENV_NAME = /(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w(])/g;

/** A variable that a document names and nothing reads, while a program reads another. */
export function compareVariables(passages: readonly Passage[]): Compared {
  const code = passages.filter(({ kind }) => kind === 'code' || kind === 'data').slice(0, MOST_LINES);
  const read = code.flatMap((passage) =>
    [...passage.text.matchAll(ENV_READ)].map(([, name = '']) => ({ passage, name })),
  );
  const prose = passages.filter(({ kind }) => kind === 'prose');
  const told = prose.flatMap((passage) =>
    [...passage.text.matchAll(ENV_NAME)].map(([, name = '']) => ({ passage, name })),
  );
  const elsewhere = code.map(({ text }) => text).join('\n');
  const unread = told.filter(({ name }) => !elsewhere.includes(name));
  const untold = read.filter(({ name }) => !told.some((one) => one.name === name));
  const found = unread.flatMap(({ passage, name }): Contradiction[] => {
    const other =
      untold.find((one) => shareOf(one.name, name)) ??
      (untold.length === 1 && unread.length === 1 ? untold[0] : undefined);
    if (other === undefined) return [];
    const places = [spotOf(passage), spotOf(other.passage)];
    return [
      {
        key: keyOf('variable', places, name),
        claim: `${name} in ${placeOf(passage)} is read nowhere; ${placeOf(other.passage)} reads ${other.name}.`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: told.length };
}

function shareOf(one: string, other: string): boolean {
  const parts = one.split('_');
  return other
    .split('_')
    .some((part) => part.length > 2 && parts.some((own) => own.startsWith(part) || part.startsWith(own)));
}

interface Versioned {
  passage: Passage;
  name: string;
  version: string;
}

const PROSE_VERSION =
  /(?<![\p{L}\d])([\p{L}][\p{L}+#.-]{2,24})(?:\s+(?:version|release|in use|im einsatz|firmware|v))?\s*[:\s]\s*(?:version\s+)?v?(\d{1,3}(?:\.\d{1,3}){0,3})(?![\p{L}\d%:]|[.,]\d|\s?(?:%|°|[a-z]{1,3}(?![\p{L}])))/giu;
const IMAGE = /image:\s*["']?(?:[\w.-]+(?::\d+)?\/)*([\w.-]+):v?(\d+(?:\.\d+)*)/i;
const FROM = /^FROM\s+(?:[\w.-]+\/)*([\w.-]+):v?(\d+(?:\.\d+)*)/i;
const VALUE = /[:=]\s*["']?([A-Za-z]{3,20})[-:@ ]v?(\d+(?:\.\d+)*)["']?\s*$/;
const KEYED =
  /(?<![\w.])["']?([A-Za-z][\w-]{2,24})["']?\s*[=:]\s*["']?(?:[~^>=<]{1,2}\s?)?v?(\d{1,3}(?:\.\d{1,3}){1,3})(?![\d.])/g;
const ANY_NAME = /^(?:version|ver|release|v|tag)$/i;

/** "PostgreSQL 16" in a document, `image: postgres:13` in the file that starts it. */
export function compareNamedVersions(passages: readonly Passage[]): Compared {
  const used: Versioned[] = passages
    .filter(({ kind }) => kind !== 'prose')
    .slice(0, MOST_LINES)
    .flatMap((passage) => {
      const single = [IMAGE, FROM, VALUE].flatMap((pattern) => {
        const match = pattern.exec(passage.text);
        return match === null ? [] : [{ passage, name: match[1] ?? '', version: match[2] ?? '' }];
      });
      const keyed =
        passage.kind === 'code'
          ? []
          : [...passage.text.matchAll(KEYED)].map(([, name = '', version = '']) => ({
              passage,
              name,
              version,
            }));
      return [
        ...single,
        ...keyed.filter(
          ({ version }) => version.split('.').length >= 3 || /version|firmware|release/i.test(passage.text),
        ),
      ];
    });
  const told: Versioned[] = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage) =>
      [...passage.text.matchAll(PROSE_VERSION)].map(([, name = '', version = '']) => ({
        passage,
        name,
        version,
      })),
    );
  const images = used.filter(({ passage }) => IMAGE.test(passage.text));
  const found = told.flatMap((one): Contradiction[] => {
    const isOwn = ANY_NAME.test(one.name) && one.version.includes('.');
    const known = isOwn
      ? images.length === 1
        ? images
        : []
      : used.filter(({ name }) => isSameName(one, name));
    const [other] = known;
    if (other === undefined || known.some(({ version }) => isSameVersion(version, one.version))) return [];
    const places = [spotOf(one.passage), spotOf(other.passage)];
    return [
      {
        key: keyOf('named-version', places),
        claim: `${one.name} ${one.version} in ${placeOf(one.passage)}, but ${other.name} ${other.version} in ${placeOf(other.passage)}.`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: told.length };
}

/** "Controller firmware in use: 5.1.3" and `firmware=5.0.9`: the name may stand a word before the figure. */
function isSameName({ name, passage, version }: Versioned, other: string): boolean {
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  if (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a))) return true;
  const ahead = passage.text.toLowerCase().slice(0, passage.text.indexOf(version)).slice(-40);
  return version.split('.').length >= 3 && b.length >= 5 && ahead.includes(b);
}

function isSameVersion(one: string, other: string): boolean {
  const [a, b] = [one.split('.'), other.split('.')];
  const least = Math.min(a.length, b.length);
  return a.slice(0, least).join('.') === b.slice(0, least).join('.');
}

const SWITCH =
  /^\s*["']?([A-Za-z][\w.-]{2,50})["']?\s*[:=]\s*["']?(true|false|on|off|yes|no|enabled|disabled)["']?\s*,?\s*(?:#.*)?$/i;
const OFF = /^(?:false|off|no|disabled)$/i;
const PLAIN_PARTS = new Set([
  'enabled',
  'enable',
  'active',
  'is',
  'use',
  'flag',
  'mode',
  'the',
  'on',
  'off',
  'auto',
  'default',
]);

/** "Remote access is encrypted with TLS", and `remote.tls=false`. */
export function compareSwitches(passages: readonly Passage[]): Compared {
  const switches = passages
    .filter(({ kind, path }) => kind === 'data' && !/\.[ct]sv$/i.test(path))
    .flatMap((passage) => {
      const match = SWITCH.exec(passage.text);
      const parts = (match?.[1] ?? '')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[\s_.-]+/)
        .filter((part) => part.length > 2 && !PLAIN_PARTS.has(part));
      return match === null || parts.length === 0
        ? []
        : [{ passage, name: match[1] ?? '', parts, isOff: OFF.test(match[2] ?? '') }];
    });
  const prose = passages.filter(({ kind, text }) => kind === 'prose' && !UNLESS.test(text));
  const found = switches.flatMap(({ passage, name, parts, isOff }): Contradiction[] => {
    if (parts.length < 2) return [];
    const told = prose.find(({ text }) => {
      const said = text.toLowerCase();
      const isNegated = text.search(NEGATION) !== -1;
      return (
        isNegated !== isOff &&
        parts.every(
          (part) =>
            new RegExp(`(?<!\\p{L})${RegExp.escape(part.slice(0, 6))}`, 'u').test(said) ||
            // The same in another language.
            [...termsOf(part)].some((term) => term.startsWith('~') && termsOf(text).has(term)),
        )
      );
    });
    if (told === undefined) return [];
    const places = [spotOf(passage), spotOf(told)];
    return [
      {
        key: keyOf('switch', places),
        claim: `${name} is ${isOff ? 'off' : 'on'} in ${placeOf(passage)}, and ${placeOf(told)} says otherwise: "${told.text.slice(0, 140)}"`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: switches.length };
}

/**
 * Which files depend on which, told by names: a text depends on a file whose name is in it. That is more than what it loads: in an
 * attribute, an `@import`, a `url()`, an `import` or a sentence, written out or by the escapes of HTML, CSS, scripts and addresses.
 * What a program puts together while it runs is not found.
 */
import { decodeHTML } from 'entities';

/** What a text mentions, to be compared with `nameKey`. */
export function mentionedKeys(text: string): Set<string> {
  const keys = new Set<string>();
  for (const reading of readingsOf(text))
    for (const { 0: run, index } of reading.matchAll(RUN)) {
      const key = asKey(run, isPlaced(reading, index, run.length));
      if (key !== null) keys.add(key);
    }
  return keys;
}

/** The last part of a file's name that a text would show in one piece; null where there is none. */
export function nameKey(path: string): string | null {
  const run = unquoted(path.slice(path.lastIndexOf('/') + 1))
    .match(RUN)
    ?.at(-1);
  return asKey(run ?? '', true);
}

export interface MentioningFile {
  name: string;
  mentions: ReadonlySet<string>;
}

/** The keys that changed, and those of files that mention one of them, on and on: a stylesheet that imports a changed one is another. */
export function spreadChange(changed: ReadonlySet<string>, passing: readonly MentioningFile[]): Set<string> {
  const mentioning = new Map<string, string[]>();
  for (const { name, mentions } of passing) {
    const own = nameKey(name);
    if (own !== null)
      for (const key of mentions) {
        const known = mentioning.get(key);
        if (known === undefined) mentioning.set(key, [own]);
        else known.push(own);
      }
  }
  const reached = new Set(changed);
  // A set that grows while it is walked through: each key is looked at once.
  for (const key of reached) for (const own of mentioning.get(key) ?? []) reached.add(own);
  return reached;
}

/** One class without alternatives: however long the text, it is read once. */
const RUN = /[\p{L}\p{N}\p{M}_.~@+-]+/gu;
const MOST_CHARS = 255;

/** Without an ending a name is a word like others: it counts where a file may be named. */
function asKey(run: string, isPlace: boolean): string | null {
  if (run.length > MOST_CHARS) return null;
  const key = run.replace(/\.+$/, '').normalize('NFC').toLowerCase();
  return /\.[\p{L}\p{N}]{1,12}$/u.test(key) || (isPlace && key !== '') ? key : null;
}

/** `src="logo"`, `url(fonts/logo)`, `src=logo?v=1`. */
function isPlaced(text: string, index: number, length: number): boolean {
  return /["'`(=/]/.test(text[index - 1] ?? '') && /["'`)?#>\s]|^$/.test(text[index + length] ?? '');
}

/** As it stands, and as stylesheets and scripts read it. Pages may have both in their attributes. */
function readingsOf(text: string): string[] {
  const plain = /&[#\w]/.test(text) ? decodeHTML(text) : text;
  const readings = plain.includes('\\') ? [plain, asStyle(plain), asScript(plain)] : [plain];
  return readings.map(unquoted);
}

function asStyle(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|(\r\n|[\s\S]))/gi, (_, code?: string, one = '') =>
    code === undefined ? one.trim() : character(code),
  );
}

function asScript(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r\n|[\s\S]))/gi,
    (_, braced?: string, four?: string, two?: string, one = '') =>
      one === '' ? character(braced ?? four ?? two ?? '') : one.trim(),
  );
}

function character(code: string): string {
  const point = Number.parseInt(code, 16);
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD';
}

/** Addresses write some letters as bytes. */
function unquoted(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

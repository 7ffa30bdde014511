/**
 * A user's text as bytes and back. What is read can be written again byte for byte, or it is not read at all: whoever
 * changes a file must not change what it did not mean to.
 */
import { createHash } from 'node:crypto';
import { type ForeignRules, readForeign } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { doubleBytes, singleBytes, utf16 } from './source.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'shift_jis' | 'euc-jp';

export interface TextForm {
  encoding: TextEncodingName;
  /** Whether the file begins with a byte-order mark; the text is without it. */
  mark: boolean;
}

export type ReadText =
  | { ok: true; text: string; form: TextForm }
  /** `says` finishes "the file …". */
  | { ok: false; reason: 'binary' | 'unknown-encoding'; says: string };

const BINARY: ReadText = { ok: false, reason: 'binary', says: 'is not a text' };
const UNKNOWN: ReadText = {
  ok: false,
  reason: 'unknown-encoding',
  says: 'is in an encoding that cannot be told for sure; save it as UTF-8',
};

export function readText(bytes: Uint8Array): ReadText {
  const form = markedForm(bytes);
  const candidates: readonly TextForm[] = form === null ? unmarkedForms(bytes) : [form];
  for (const candidate of candidates) {
    const text = decoded(bytes, candidate);
    if (text === null) continue;
    if (isBinary(text)) return BINARY;
    const again = writeText(text, candidate);
    if (again !== null && Buffer.compare(again, bytes) === 0) return { ok: true, text, form: candidate };
  }
  return bytes.includes(0) ? BINARY : UNKNOWN;
}

/** A file's text in whatever encoding it is written in; what is none is refused, and nothing is guessed into it. */
export function readDecoded(path: string, rules: ForeignRules): string {
  const read = readText(readForeign(path, rules));
  if (read.ok) return read.text;
  throw new ForeignFileError(rules.shown ?? path, 'not_text', `it ${read.says}`);
}

/** Null where there is none. */
export function readDecodedIfThere(path: string, rules: ForeignRules): string | null {
  try {
    return readDecoded(path, rules);
  } catch (error) {
    if (error instanceof ForeignFileError && error.reason === 'missing') return null;
    throw error;
  }
}

/** Null where the encoding has no place for a character: nothing is put in its stead. */
export function writeText(text: string, { encoding, mark }: TextForm): Uint8Array | null {
  const whole = (mark ? '\uFEFF' : '') + text;
  switch (encoding) {
    case 'utf-8':
      return whole.isWellFormed() ? Buffer.from(whole, 'utf8') : null;
    case 'utf-16le':
    case 'utf-16be':
      return utf16(whole, encoding === 'utf-16be');
    case 'windows-1252':
      return byTable(whole, singleBytes(encoding));
    case 'shift_jis':
    case 'euc-jp':
      return byTable(whole, doubleBytes(encoding));
  }
}

/** Two files with the same one are the same file. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function markedForm([first, second, third]: Uint8Array): TextForm | null {
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', mark: true };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', mark: true };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', mark: true };
  return null;
}

/** UTF-8 is told by its form; older encodings by what the bytes would say in them. */
function unmarkedForms(bytes: Uint8Array): TextForm[] {
  const utf8: TextForm = { encoding: 'utf-8', mark: false };
  if (decoded(bytes, utf8) !== null) return [utf8];
  const japanese = (['shift_jis', 'euc-jp'] as const)
    .map((encoding) => ({ encoding, share: kanaShare(decoded(bytes, { encoding, mark: false })) }))
    .filter(({ share }) => share >= LEAST_KANA)
    .toSorted((one, other) => other.share - one.share)
    .map(({ encoding }): TextForm => ({ encoding, mark: false }));
  if (japanese.length > 0) return japanese;
  return isWestern(bytes) ? [{ encoding: 'windows-1252', mark: false }] : [];
}

function decoded(bytes: Uint8Array, { encoding, mark }: TextForm): string | null {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    if (bytes.length % 2 !== 0) return null;
    // A decoder would replace lone halves of characters; here they stay what they are.
    const units = encoding === 'utf-16be' ? Buffer.from(bytes).swap16() : Buffer.from(bytes);
    return units.toString('utf16le').slice(mark ? 1 : 0);
  }
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: !mark }).decode(bytes);
  } catch {
    return null;
  }
}

/** Characters no text has: a NUL, or other controls than tab, line ends, form feed and escape. */
function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text);
}

/** Of the characters beyond ASCII. Japanese has many of its own letters; other text read as Japanese has hardly any. */
const LEAST_KANA = 0.15;

function kanaShare(text: string | null): number {
  const foreign = text?.match(/\P{ASCII}/gu)?.length ?? 0;
  const kana = text?.match(/[\u3041-\u3096\u30A1-\u30FC]/gu)?.length ?? 0;
  return foreign === 0 ? 0 : kana / foreign;
}

/** In Western text letters beyond ASCII stand alone; in the encodings of East Asia they come in runs. */
function isWestern(bytes: Uint8Array): boolean {
  let [high, inRun] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    high++;
    if ((bytes[at + 1] ?? 0) >= 0x80 || (bytes[at - 1] ?? 0) >= 0x80) inRun++;
  }
  return inRun * 2 <= high;
}

function byTable(text: string, table: ReadonlyMap<string, number> | null): Uint8Array | null {
  if (table === null) return null;
  const bytes: number[] = [];
  for (const char of text) {
    const code = table.get(char);
    if (code === undefined) return null;
    if (code > 0xffff) bytes.push(code >> 16);
    if (code > 0xff) bytes.push((code >> 8) & 0xff);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

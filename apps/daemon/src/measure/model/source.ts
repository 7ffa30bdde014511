/** From bytes to the text of a page: encodings, and a plain refusal of what is no page. */
import { readForeign } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { MAX_PAGE_BYTES } from '../limits.ts';

export class UnreadablePageError extends Error {
  override name = 'UnreadablePageError';
  readonly reason: 'empty' | 'binary' | 'too_large';
  constructor(reason: UnreadablePageError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads a page from disk; `within` is the folder its links must not leave. A huge file is never in memory. */
export async function readPageFile(path: string, within: string | null = null): Promise<string> {
  try {
    return decodePage(readForeign(path, { maxBytes: MAX_PAGE_BYTES, within }));
  } catch (error) {
    if (error instanceof ForeignFileError && error.reason === 'too_large')
      throw new UnreadablePageError('too_large', `The page is too large: ${error.why}.`);
    throw error;
  }
}

export function decodePage(bytes: Uint8Array): string {
  if (bytes.length > MAX_PAGE_BYTES) throw tooLarge(bytes.length);
  const text = decode(bytes);
  if (text.trim() === '')
    throw new UnreadablePageError('empty', 'The page is empty: there is nothing to judge.');
  if (text.slice(0, 4096).includes('\u0000')) {
    throw new UnreadablePageError('binary', 'This is a binary file, not a page: give an HTML file.');
  }
  if (isGarbled(text))
    throw new UnreadablePageError(
      'binary',
      'This cannot be read as text: its bytes are not UTF-8, and it names no other encoding.',
    );
  return text;
}

/** A page in Latin-1 that does not say so loses its accents, one letter in thirty; more than this is no text. */
const MOST_GARBLED = 0.1;
const GARBLED_SAMPLE = 65_536;

function isGarbled(text: string): boolean {
  const sample = text.slice(0, GARBLED_SAMPLE);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const garbled = sample.match(/[\uFFFD\u0000-\u0008\u000E-\u001F]/g)?.length ?? 0;
  return garbled > sample.length * MOST_GARBLED;
}

/** How a page's text lies in its file. */
export interface Encoding {
  label: string;
  /** Whether the file begins with a byte-order mark. */
  mark: boolean;
}

const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;
const DECLARATION_BYTES = 1024;

/** By byte-order mark, then by `<meta charset>`, else UTF-8, as a browser would. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', mark: true };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', mark: true };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { label: 'utf-8', mark: true };
  // Without a mark, `<` followed by a zero byte can only be UTF-16.
  if (first === 0x3c && second === 0) return { label: 'utf-16le', mark: false };
  if (first === 0 && second === 0x3c) return { label: 'utf-16be', mark: false };
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  return { label: known(DECLARED.exec(head)?.[1] ?? 'utf-8'), mark: false };
}

/** The standard's name of an encoding; UTF-8 for what is none, and for a UTF-16 that was readable as text. */
function known(label: string): string {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes).label).decode(bytes);
}

/**
 * The text in the encoding it came in, so that its own `<meta charset>` stays true. Characters that encoding does not
 * have become references. Where it cannot be written (ISO-2022-JP, which shifts between tables), the page is UTF-8 and
 * says so.
 */
export function encodePage(text: string, came: Encoding): Uint8Array {
  const declared = DECLARED.exec(text.slice(0, DECLARATION_BYTES))?.[1];
  const wide = came.label.startsWith('utf-16');
  const label = wide || declared === undefined ? came.label : known(declared);
  const mark = came.mark && !text.startsWith('\uFEFF') ? '\uFEFF' : '';
  if (wide) return utf16(mark + text, label === 'utf-16be');
  if (label === 'utf-8') return Buffer.from(mark + text, 'utf8');
  const table = DOUBLE.has(label) ? doubleBytes(label) : singleBytes(label);
  if (table !== null) return byTable(text, table);
  return Buffer.from(
    text.replace(DECLARED, (whole, name: string) => whole.replace(name, 'utf-8')),
    'utf8',
  );
}

export function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

/** The characters of an encoding of 256; null for one of more. */
export function singleBytes(label: string): ReadonlyMap<string, number> | null {
  const decoder = new TextDecoder(label);
  const table = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const char = decoder.decode(Uint8Array.of(byte));
    if (char.length !== 1) return null;
    if (char !== '\uFFFD') table.set(char, byte);
  }
  return table.size > 200 ? table : null;
}

function byTable(text: string, table: ReadonlyMap<string, number>): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) {
    const code = table.get(char);
    if (code === undefined) for (const digit of `&#${char.codePointAt(0)};`) bytes.push(digit.charCodeAt(0));
    else {
      if (code > 0xffff) bytes.push(code >> 16);
      if (code > 0xff) bytes.push((code >> 8) & 0xff);
      bytes.push(code & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

const DOUBLE = new Set(['gbk', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'shift_jis']);
const LINE_FEED = 0x0a;
const tables = new Map<string, ReadonlyMap<string, number>>();

/** The characters of an encoding of East Asia, up to three bytes each. Where two codes mean one character, the first is taken; a file that has the other does not come back whole. */
export function doubleBytes(encoding: string): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const codes: number[] = [];
  const bytes: number[] = [];
  // One stream, a line for each code: sixteen thousand calls of a decoder take a quarter of a second.
  const add = (...code: number[]): void => {
    codes.push(code.reduce((sum, byte) => sum * 0x100 + byte, 0));
    bytes.push(...code, LINE_FEED);
  };
  for (let first = 0; first < 0x100; first++) if (first !== LINE_FEED) add(first);
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) add(first, second);
  if (encoding === 'euc-jp')
    for (let second = 0xa1; second < 0xff; second++)
      for (let third = 0xa1; third < 0xff; third++) add(0x8f, second, third);
  const table = new Map<string, number>([['\n', LINE_FEED]]);
  for (const [index, text] of new TextDecoder(encoding)
    .decode(Uint8Array.from(bytes))
    .split('\n')
    .entries()) {
    const code = codes[index];
    if (code !== undefined && [...text].length === 1 && text !== '\uFFFD' && !table.has(text))
      table.set(text, code);
  }
  tables.set(encoding, table);
  return table;
}

function tooLarge(bytes: number): UnreadablePageError {
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  const limit = MAX_PAGE_BYTES / 1024 / 1024;
  return new UnreadablePageError('too_large', `The page has ${megabytes} MB; at most ${limit} MB are read.`);
}

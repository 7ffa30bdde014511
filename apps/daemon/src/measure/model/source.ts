/** From bytes to the text of a page: encodings, and a plain refusal of what is no page. */
import { readFile, stat } from 'node:fs/promises';
import { MAX_PAGE_BYTES } from '../limits.ts';

export class UnreadablePageError extends Error {
  override name = 'UnreadablePageError';
  readonly reason: 'empty' | 'binary' | 'too_large' | 'not_a_file';
  constructor(reason: UnreadablePageError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads a page from disk. The size is asked first, so that a huge file is never in memory. */
export async function readPageFile(path: string): Promise<string> {
  const info = await stat(path);
  if (!info.isFile()) throw new UnreadablePageError('not_a_file', `${path} is not a file.`);
  if (info.size > MAX_PAGE_BYTES) throw tooLarge(info.size);
  return decodePage(await readFile(path));
}

/** Decodes by byte-order mark, then by `<meta charset>`, else UTF-8, as a browser would. */
export function decodePage(bytes: Uint8Array): string {
  if (bytes.length > MAX_PAGE_BYTES) throw tooLarge(bytes.length);
  const text = decode(bytes);
  if (text.trim() === '')
    throw new UnreadablePageError('empty', 'The page is empty: there is nothing to review.');
  if (text.slice(0, 4096).includes('\u0000')) {
    throw new UnreadablePageError('binary', 'This is a binary file, not a page: give an HTML file.');
  }
  return text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Without a mark, `<` followed by a zero byte can only be UTF-16.
  if (first === 0x3c && second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second === 0x3c) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

function tooLarge(bytes: number): UnreadablePageError {
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  const limit = MAX_PAGE_BYTES / 1024 / 1024;
  return new UnreadablePageError('too_large', `The page has ${megabytes} MB; at most ${limit} MB are read.`);
}

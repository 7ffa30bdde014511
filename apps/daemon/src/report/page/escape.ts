/** Text of others in HTML: it stays text. Pure. */
import { escapeUTF8 } from 'entities';
import { clean } from '../clean.ts';

/** Text in HTML: nothing of it is a tag. */
export function escaped(text: string): string {
  return escapeSource(clean(text));
}

/** A path may be broken after a slash; anywhere else only where nothing else helps. */
export function breakable(text: string): string {
  return escaped(text).replaceAll('/', '/<wbr>');
}

/** Source keeps its white space; what cannot be seen, or turns around what is seen, is named instead. */
export function escapeSource(text: string): string {
  return escapeUTF8(
    text
      .toWellFormed()
      .replace(
        UNSEEN,
        (mark) => `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
      ),
  );
}

const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A file's name is never read as an address of its own, whatever colons, hashes and question marks it has. */
export function besideLink(path: string): string {
  return `./${path.toWellFormed().split(/[\\/]/).map(encodeURIComponent).join('/')}`;
}

/** Help, broken for a screen. Apart from the text itself: who pipes it does not wait for the widths of characters. */
import { wrap } from './terminal/text.ts';

/** What comes before the words of a row: two spaces, a name, and at least two more. */
const ROW_HEAD = /^ {2}\S.*? {2,}/;
const NARROWEST_WORDS = 20;

/** The same on a screen: words broken at spaces, those of a row below each other. A log gets whole lines. */
export function helpOnScreen(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.length < columns) return [line];
      const head = ROW_HEAD.exec(line)?.[0] ?? /^ */.exec(line)?.[0] ?? '';
      const width = Math.max(NARROWEST_WORDS, columns - 1 - head.length);
      return wrap(line.slice(head.length), width).map(
        (words, index) => (index === 0 ? head : ' '.repeat(head.length)) + words,
      );
    })
    .join('\n');
}

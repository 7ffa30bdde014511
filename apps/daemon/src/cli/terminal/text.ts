/** Text measured for a terminal: known width, cut and broken where it must be. Expects cleaned text. Pure. */
import stringWidth from 'string-width';

/** What replaces a character a terminal without UTF-8 cannot show. */
const ASCII: ReadonlyMap<string, string> = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
  ['→', '->'],
  ['×', 'x'],
  ['≥', '>='],
  ['≤', '<='],
  ['·', '-'],
  ['\u00a0', ' '],
]);

export function toAscii(text: string): string {
  let ascii = '';
  for (const char of text) ascii += char <= '~' ? char : (ASCII.get(char) ?? '?');
  return ascii;
}

/** What a reader takes for one character: an emoji of several parts, a letter with its accents. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const PLAIN = /^[ -~]*$/;

/** Cells the text takes. Expects cleaned text. */
export function widthOf(text: string): number {
  // Most text is, and measuring it letter by letter was a twentieth of a whole check.
  if (PLAIN.test(text)) return text.length;
  return stringWidth(text, { countAnsiEscapeCodes: true });
}

/** At most `width` cells; what was cut off is marked by `ellipsis`. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(ellipsis);
  if (room <= 0) return takeCells(text, width);
  return takeCells(text, room).trimEnd() + ellipsis;
}

function takeCells(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const { segment } of CHARACTERS.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Broken at spaces into lines of at most `width` cells; a longer word is cut where it must be. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    while (widthOf(word) > width) {
      if (line !== '') lines.push(line);
      line = '';
      const head = takeCells(word, width);
      if (head === '') return [...lines, word];
      lines.push(head);
      word = word.slice(head.length);
    }
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= width) line = joined;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

const INDENT = '    ';

/** Lines on a screen: broken at spaces, what belongs to a line under it. */
export function onScreen(lines: readonly string[], columns: number): string[] {
  const width = Math.max(40, columns - 1);
  return lines.flatMap((line) => {
    const lead = /^ */.exec(line)?.[0] ?? '';
    const text = line.slice(lead.length);
    const [first = '', ...rest] = wrap(text, width - lead.length);
    const below = lead + INDENT;
    const more = rest.length === 0 ? [] : wrap(text.slice(first.length).trimStart(), width - below.length);
    return [lead + first, ...more.map((words) => below + words)];
  });
}

/** Text measured for a terminal: known width, cut and broken where it must be. Expects cleaned text. Pure. */

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

const NARROW_END = 0x2ff;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian wide and full-width blocks, and the emoji that are drawn two cells wide. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23f3],
  [0x2614, 0x2615],
  [0x267f, 0x267f],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x274c, 0x274e],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

function charWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code <= NARROW_END) return 1;
  if (ZERO_WIDTH.test(char)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Cells the text takes. Expects cleaned text. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
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
  for (const char of text) {
    used += charWidth(char);
    if (used > width) break;
    taken += char;
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
    const [first = '', ...rest] = wrap(line, width);
    const more = rest.length === 0 ? [] : wrap(line.slice(first.length).trimStart(), width - INDENT.length);
    return [first, ...more.map((words) => INDENT + words)];
  });
}

/** Marks that, piled up, cost the reader the square of their number: found before it reads, and switched off. */

/** Containers within containers, or far indented: no real text, and the square of its depth in time. */
const TOO_DEEP =
  /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){80}|^[ \t]{80}[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/m;

const CONTAINERS = ['list', 'blockQuote'] as const;
const LABELS = [
  'labelStartLink',
  'labelStartImage',
  'labelEnd',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
] as const;

const STARS = ['attention', 'strikethrough'] as const;

export const ALL_NESTING: readonly string[] = [...CONTAINERS, ...LABELS, ...STARS];

/** What no written text reaches in one paragraph, cell or list item. */
const MOST = { brackets: 200, stars: 2_000, tildes: 200, code: 500, tags: 500, entities: 1_000 } as const;
/** And what none reaches in one stretch. */
const MOST_QUOTES = 2_000;
const MOST_UNDERLINED = 400;
const UNDERLINE = /^[ \t>]{0,12}(?:=+|-+)[ \t]*$/;

/** The constructs to read as plain characters, by their names in micromark. */
export function unreadableMarks(text: string): string[] {
  const off = new Set<string>();
  const turnOff = (...names: string[]): void => {
    for (const name of names) off.add(name);
  };
  if (TOO_DEEP.test(text)) turnOff(...CONTAINERS);
  let count = empty();
  let quotes = 0;
  let underlined = 0;
  let inQuote = false;
  let inTable = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const blank = line.trim() === '';
    const quoted = /^ {0,3}>/.test(line);
    if (quoted && !inQuote) quotes += 1;
    inQuote = quoted;
    inTable = !blank && (inTable || /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|[ \t|:-]*$/.test(line));
    if (UNDERLINE.test(line)) underlined += 1;
    if (blank || inTable || /^[ \t]*[-+*][ \t]/.test(line)) count = empty();
    countMarks(line, count);
    if (count.deepest > MOST.brackets || count.closers > MOST.stars) turnOff(...LABELS);
    if (count.stars > MOST.stars) turnOff(...STARS);
    if (count.tildes > MOST.tildes) turnOff('strikethrough');
    if (count.code > MOST.code && count.length > LONG) turnOff('codeText');
    if (count.entities > MOST.entities) turnOff('characterReference');
    if (count.tags > MOST.tags && count.length > LONG) turnOff('htmlText');
  }
  if (quotes > MOST_QUOTES) turnOff('blockQuote');
  if (underlined > MOST_UNDERLINED) turnOff('setextUnderline');
  return [...off];
}

/** Below this length even the square is quick. */
const LONG = 4_000;

interface Marks {
  depth: number;
  deepest: number;
  closers: number;
  stars: number;
  tildes: number;
  code: number;
  tags: number;
  entities: number;
  length: number;
}

function empty(): Marks {
  return { depth: 0, deepest: 0, closers: 0, stars: 0, tildes: 0, code: 0, tags: 0, entities: 0, length: 0 };
}

function countMarks(line: string, count: Marks): void {
  count.length += line.length;
  let before = '';
  for (const sign of line) {
    if (sign === '[') {
      count.depth += 1;
      count.deepest = Math.max(count.deepest, count.depth);
    } else if (sign === ']') {
      count.depth = Math.max(0, count.depth - 1);
      count.closers += 1;
    } else if ((sign === '*' || sign === '_' || sign === '~') && sign !== before) {
      count.stars += 1;
      if (sign === '~') count.tildes += 1;
    } else if (sign === '`' && before !== '`') count.code += 1;
    else if (sign === '<') count.tags += 1;
    else if (sign === '&') count.entities += 1;
    before = sign;
  }
}

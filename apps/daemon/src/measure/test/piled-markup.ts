/**
 * Texts made to keep a reader busy: marks piled up, opened and never closed, nested, repeated and mixed. A class and
 * not a list: every pile has a size, every mix a seed, so that time can be watched while the text grows.
 */

/** One pile of about so many characters. */
type Pile = (characters: number) => string;

const times =
  (piece: string): Pile =>
  (characters) =>
    piece.repeat(Math.max(1, Math.floor(characters / piece.length)));

/** Opened so many times, then closed as many. */
const around =
  (open: string, close: string, within = 'x'): Pile =>
  (characters) => {
    const deep = Math.max(1, Math.floor(characters / (open.length + close.length)));
    return open.repeat(deep) + within + close.repeat(deep);
  };

const numbered =
  (piece: (at: number) => string): Pile =>
  (characters) => {
    const pieces: string[] = [];
    for (let at = 0, length = 0; length < characters; at += 1) {
      const one = piece(at);
      pieces.push(one);
      length += one.length;
    }
    return pieces.join('');
  };

/** Each line one level deeper than the last, down to a depth, and again. */
const stairs = (mark: string, indent: string, deepest: number): Pile =>
  numbered((at) => `${indent.repeat(at % deepest)}${mark} Step ${at} must hold\n`);

/** Piles by name, alone on their lines. */
export const PILES: Readonly<Record<string, Pile>> = {
  'stars and lines': times('*_'),
  'stars that open': times('*a **b '),
  'stars that cross': times('a**b*c_d '),
  'stars of every length': numbered((at) => `${'*'.repeat((at % 7) + 1)}a${'_'.repeat((at % 5) + 1)}`),
  'words struck and unstruck': times('~~a~b'),
  'brackets that open': times('['),
  'brackets within brackets': around('[', '](y)'),
  'pictures within pictures': around('![', '](y)'),
  'brackets that close': times('a]'),
  'links without an end': times('[a](b '),
  'links that name nothing': times('[a][b] '),
  'footnotes that are nowhere': times('[^a]'),
  footnotes: numbered((at) => `[^n${at}]: note [^n${at + 1}]\n\n`),
  'link definitions': numbered((at) => `[name ${at}]: /place-${at} "title"\n`),
  'definitions without an end': numbered((at) => `[name ${at}]: <place-${at}\n"title\n`),
  'one definition, many uses': (characters) => `[a]: /b\n\n${times('[a] ')(characters)}\n`,
  'quotes within quotes': times('> '),
  'many quotes': times('> a\n\n'),
  'quotes that go on lazily': times('> a\nb\n'),
  'quotes with lists': times('> - a\n>   1. b\n'),
  'list marks in one line': times('- '),
  'numbers in one line': times('1. '),
  'list stairs': stairs('-', '  ', 400),
  'small list stairs': stairs('1.', '   ', 20),
  'one list': numbered((at) => `- R${at}: the page must load in ${at} ms\n`),
  'a list with gaps': times('- a\n\n\n'),
  'a wide table': (characters) => {
    const wide = Math.max(1, Math.floor(characters / 8));
    return `${'|a'.repeat(wide)}|\n${'|-'.repeat(wide)}|\n${'|b'.repeat(wide)}|\n`;
  },
  'a long table': (characters) => `| a | b |\n|---|---|\n${times('| must | 1 |\n')(characters)}`,
  'rows without a table': times('|a|b\n'),
  'many tables': times('|a|b|\n|-|-|\n|c|d|\n\n'),
  'dashes and pipes': times('|-'),
  'ticks of every length': numbered((at) => `${'`'.repeat((at % 300) + 1)}a `),
  'ticks that open': times('`a ``b '),
  'fences without an end': times('```a\n'),
  'fences within lists': times('- ```\n  a\n'),
  'tags that open': times('<div>\n\n'),
  'tags without an end': times('<a b="'),
  'tags in a line': times('a <b c=d> '),
  'comments without an end': times('a <!-- '),
  'declarations and more': times('a <?b <!C <![CDATA['),
  'blocks of every kind of tag': times('<pre>\n</div>\n<script>\n'),
  'addresses without marks': times('www.a.b_c@d.e/f '),
  'letters before an at sign': times('a.b-'),
  'angle addresses': times('<http:a'),
  entities: times('&amp;&#x41;&nope'),
  backslashes: times('\\*\\[\\'),
  headings: numbered((at) => `# Heading ${at}\n\n`),
  'underlined headings': times('a\n=\nb\n-\n'),
  'heading marks': times('# '),
  'empty headings that nest': numbered((at) => `${'#'.repeat((at % 6) + 1)} Same\n`),
  'one long word': times('a'),
  'one long line of words': times('The page must load. '),
  'one long line of figures': times('12 = 3 + 4, 50 % '),
  'spaces in a line': (characters) => `a${' '.repeat(characters)}b`,
  tabs: times('\ta'),
  'empty lines': times('\n'),
  'carriage returns': times('\r'),
  'marks of frontmatter': times('---\n'),
  steps: numbered((at) => `## Step ${at}: do\n\n- Depends on: Step ${at + 1}\n- Files: \`src/a${at}.ts\`\n`),
  requirements: numbered((at) => `- FR-${at}: the fee must be ${at % 90} EUR, see FR-${at + 1}\n`),
  'requirements in a paragraph': numbered((at) => `FR-${at} must be under ${at} ms. `),
  'files that are named': numbered((at) => `\`src/part-${at}/file.ts:${at}\` `),
  'commands that are named': times('`npm run a` '),
  terms: numbered((at) => `The ACR${at} (Word${at} Name) must hold. `),
  sums: numbered((at) => `Total: ${at} + ${at} = ${at}. `),
  dates: numbered((at) => `from 2026-01-${(at % 28) + 1} to 2026-02-${(at % 28) + 1}; `),
  quotations: times('"a \u201cb \u201ec \u00abd '),
  placeholders: times('{{a}} TODO TBD [x] <y> '),
  'letters of every script': times('\u0645\u0639\u4e00\ud83d\ude00e\u0301\u200d'),
  'marks above a letter': (characters) => `a${'\u0301'.repeat(characters)}`,
};

/** A sequence of figures below `limit` that is the same for the same seed (mulberry32). */
function figures(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const PREFIXES = ['', '', '', '> ', '- ', '1. ', '    ', '| ', '<div> ', '# ', '*'];
const BREAKS = ['\n\n', '\n', ' ', '\r\n', '\n\n## Part\n\n', '\n---\n'];

/** Piles of every kind and many sizes beside and within each other, to about so many characters. */
export function mixedMarkup(seed: number, characters: number): string {
  const below = figures(seed);
  const names = Object.values(PILES);
  const most = Math.max(40, Math.floor(characters / 12));
  const parts: string[] = [];
  for (let length = 0; length < characters; ) {
    const pile = names[below(names.length)];
    // Small piles are as telling as large ones: sizes are spread over their magnitudes.
    const size = Math.min(characters - length, Math.max(1, Math.floor(most / 2 ** below(8))));
    const text =
      (PREFIXES[below(PREFIXES.length)] ?? '') + (pile?.(size) ?? '') + BREAKS[below(BREAKS.length)];
    parts.push(text);
    length += text.length;
  }
  return parts.join('');
}

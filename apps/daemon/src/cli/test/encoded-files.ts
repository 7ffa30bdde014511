/**
 * Files as other programs write them: eight encodings, every line end, marks, halves of characters, and bytes no text
 * has. Each with one slip in ASCII, as it is and as it is with nothing but the slip put right.
 */

/** Each with a stretch of its own letters, as bytes made by another program. */
export const ENCODINGS: readonly { name: string; mark: number[]; own: Buffer; wide: 'le' | 'be' | null }[] = [
  { name: 'UTF-8', mark: [], own: Buffer.from('Prüfung, 予約は二回まで 🙂'), wide: null },
  { name: 'UTF-8 with a mark', mark: [0xef, 0xbb, 0xbf], own: Buffer.from('Prüfung, 予約 🙂'), wide: null },
  { name: 'UTF-16LE', mark: [0xff, 0xfe], own: Buffer.from('Prüfung 予約 🙂', 'utf16le'), wide: 'le' },
  {
    name: 'UTF-16BE',
    mark: [0xfe, 0xff],
    own: Buffer.from('Prüfung 予約 🙂', 'utf16le').swap16(),
    wide: 'be',
  },
  {
    name: 'Latin-1',
    mark: [],
    own: Buffer.from(
      '5072fc66756e672066fc722047e47374653a207363 68f66e2c2064e96ae0207675'.replace(/ /g, ''),
      'hex',
    ),
    wide: null,
  },
  {
    name: 'windows-1252',
    mark: [],
    own: Buffer.from('5072fc66756e672066fc722047e47374653a20352080209620736368f66e', 'hex'),
    wide: null,
  },
  {
    name: 'Shift_JIS',
    mark: [],
    own: Buffer.from('975c96f182cd88ea93fa82c993f189f182dc82c58ef382af957482af82e98142', 'hex'),
    wide: null,
  },
  {
    name: 'EUC-JP',
    mark: [],
    own: Buffer.from('cdbdccf3a4cfb0ecc6fca4cbc6f3b2f3a4dea4c7bcf5a4b1c9d5a4b1a4eba1a3', 'hex'),
    wide: null,
  },
];
const LINE_ENDS: readonly (readonly string[])[] = [
  ['\n'],
  ['\r\n'],
  ['\r'],
  ['\n', '\r\n'],
  ['\r\n', '\r', '\n'],
];
/** What no text has, put somewhere into the file. */
const ODD: readonly (Buffer | null)[] = [null, null, null, Buffer.from([0]), Buffer.from([0xff, 0xfe, 0xff])];

export interface Made {
  name: string;
  before: Buffer;
  /** With the slip put right and nothing else changed. */
  after: Buffer;
}

/** Lines before the slip, the slip, and lines behind it; `own` stands for letters of the encoding. */
export interface Shape {
  before: readonly string[];
  slip: (isRight: boolean) => string;
  /** Also behind the slip's line, which has no end of its own. */
  behind: readonly string[];
}

const OWN = '{own}';

const SPEC = (n: number): Shape => ({
  before: [`# Spec ${n}`, '', `- R-1: ${OWN} must be kept for 30 days.`],
  slip: (isRight) =>
    `- R-2: The order must stand in ${isRight ? 'the' : 'the the'} file ${n} for 40 days${n % 2 === 0 ? '. ' : ''}${OWN}`,
  behind: [],
});

/** The n-th spec with a word twice in it. */
export function madeSpec(n: number): Made {
  return make(n, SPEC(n));
}

/** What a page calls its encoding; the third of each kind says nothing. */
const CHARSETS = [
  'utf-8',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'windows-1252',
  'shift_jis',
  'euc-jp',
];

/** The n-th page with a text nobody can read. */
export function madePage(n: number): Made {
  const charset = n % 3 === 2 ? '' : `<meta charset="${CHARSETS[n % CHARSETS.length] ?? ''}">`;
  return make(n, {
    before: [
      '<!doctype html>',
      `<html lang="en"><head>${charset}<title>Page ${n}</title></head>`,
      `<body><main><h1>Page ${n}</h1>`,
      `<p>${OWN}</p>`,
    ],
    slip: (isRight) => `<p style="color:${isRight ? '#111' : '#ccc'}">Berths are let by the day. ${OWN}</p>`,
    behind: ['', '</main></body></html>'],
  });
}

function make(n: number, { before, slip, behind }: Shape): Made {
  const encoding = ENCODINGS[n % ENCODINGS.length];
  const ends = LINE_ENDS[n % LINE_ENDS.length] ?? ['\n'];
  const odd = ODD[Math.floor(n / 8) % ODD.length] ?? null;
  if (encoding === undefined) throw new Error('no encoding');
  const wide = (bytes: Buffer): Buffer => (encoding.wide === 'be' ? Buffer.from(bytes).swap16() : bytes);
  const ascii = (text: string): Buffer =>
    encoding.wide === null ? Buffer.from(text) : wide(Buffer.from(text, 'utf16le'));
  const written = (line: string): Buffer =>
    Buffer.concat(
      line.split(OWN).flatMap((part, at) => (at === 0 ? [ascii(part)] : [encoding.own, ascii(part)])),
    );
  // Half a character, which only the wide encodings can hold.
  const lone = encoding.wide !== null && n % 3 === 0 ? wide(Buffer.from([0x3d, 0xd8])) : Buffer.alloc(0);
  const file = (isRight: boolean): Buffer => {
    let line = 0;
    const end = (): Buffer => ascii(ends[line++ % ends.length] ?? '\n');
    return Buffer.concat([
      Buffer.from(encoding.mark),
      ...before.flatMap((text, at) =>
        at === before.length - 1 ? [written(text), lone, end()] : [written(text), end()],
      ),
      written(slip(isRight)),
      ...behind
        .flatMap((text, at) => (at === 0 ? [end()] : [written(text), end()]))
        .slice(0, behind.length === 0 ? 0 : -1),
      ...(odd === null ? [] : [odd]),
      ...(n % 4 === 0 ? [] : [end()]),
    ]);
  };
  return { name: `${encoding.name} ${n}`, before: file(false), after: file(true) };
}

/** The protocol's tag names and how the lexer finds one at a `<`. Names are upper case, by the letter. */

export const TAG_NAMES = [
  'CRITIQUE_RUN',
  'ROUND',
  'PANELIST',
  'NOTES',
  'ARTIFACT',
  'DIM',
  'MUST_FIX',
  'ROUND_END',
  'REASON',
  'SHIP',
  'SUMMARY',
] as const;
export type TagName = (typeof TAG_NAMES)[number];

/** Tags that hold running text, and how each ends; a protocol tag inside one is an unbalanced block. */
export const LEAF_ENDS = {
  DIM: '</DIM>',
  MUST_FIX: '</MUST_FIX>',
  NOTES: '</NOTES>',
  REASON: '</REASON>',
  SUMMARY: '</SUMMARY>',
} as const satisfies Partial<Record<TagName, string>>;
export type LeafTag = keyof typeof LEAF_ENDS;

export function isLeafTag(name: TagName): name is LeafTag {
  return name === 'DIM' || name === 'MUST_FIX' || name === 'NOTES' || name === 'REASON' || name === 'SUMMARY';
}

export const CDATA_OPEN = '<![CDATA[';
export const CDATA_CLOSE = ']]>';
export const COMMENT_OPEN = '<!--';

const NO_NAMES: readonly TagName[] = [];
const BY_LENGTH: readonly (readonly TagName[])[] = Array.from({ length: 16 }, (_, length) =>
  TAG_NAMES.filter((name) => name.length === length),
);
/** Every beginning of a name, whole names included: what may still become a tag. */
const PREFIXES: ReadonlySet<string> = new Set(
  TAG_NAMES.flatMap((name) => Array.from(name, (_, length) => name.slice(0, length + 1))),
);
/** Openers of regions whose content is skipped whole when they stand between blocks. */
const THINKING_NAMES = ['thinking', 'think'] as const;

/** What stands at a `<`. `need_more` means: the text ended before it could be told. */
export type Markup =
  | { kind: 'tag'; name: TagName; closing: boolean; nameEnd: number }
  | { kind: 'cdata' }
  | { kind: 'comment' }
  | { kind: 'thinking'; closer: string }
  | { kind: 'text' }
  | { kind: 'need_more' };

const TEXT: Markup = { kind: 'text' };
const NEED_MORE: Markup = { kind: 'need_more' };
const CDATA: Markup = { kind: 'cdata' };
const COMMENT: Markup = { kind: 'comment' };

const SLASH = 47;
const GREATER = 62;
const BANG = 33;
const UNDERSCORE = 95;
const LOWER_T = 116;

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function endsName(code: number): boolean {
  return code === GREATER || code === SLASH || isSpace(code);
}

export function markupAt(text: string, at: number): Markup {
  let nameStart = at + 1;
  if (nameStart >= text.length) return NEED_MORE;
  let code = text.charCodeAt(nameStart);
  if (code === BANG) return declarationAt(text, at);
  if (code === LOWER_T) return thinkingAt(text, at);
  const closing = code === SLASH;
  if (closing) {
    nameStart++;
    if (nameStart >= text.length) return NEED_MORE;
    code = text.charCodeAt(nameStart);
  }
  let end = nameStart;
  while (end < text.length && ((code >= 65 && code <= 90) || code === UNDERSCORE))
    code = text.charCodeAt(++end);
  if (end === nameStart) return TEXT;
  if (end >= text.length) return PREFIXES.has(text.slice(nameStart)) ? NEED_MORE : TEXT;
  if (!endsName(code)) return TEXT;
  const name = nameOf(text, nameStart, end - nameStart);
  return name === null ? TEXT : { kind: 'tag', name, closing, nameEnd: end };
}

/** Compares in place: a slice to look up would have to be made and hashed for every tag. */
function nameOf(text: string, start: number, length: number): TagName | null {
  for (const name of BY_LENGTH[length] ?? NO_NAMES) if (text.startsWith(name, start)) return name;
  return null;
}

function declarationAt(text: string, at: number): Markup {
  if (text.startsWith(COMMENT_OPEN, at)) return COMMENT;
  if (text.startsWith(CDATA_OPEN, at)) return CDATA;
  const rest = text.slice(at, at + CDATA_OPEN.length);
  return COMMENT_OPEN.startsWith(rest) || CDATA_OPEN.startsWith(rest) ? NEED_MORE : TEXT;
}

function thinkingAt(text: string, at: number): Markup {
  for (const name of THINKING_NAMES) {
    const after = at + 1 + name.length;
    if (text.startsWith(name, at + 1)) {
      if (after >= text.length) return NEED_MORE;
      if (text.charCodeAt(after) === GREATER) return { kind: 'thinking', closer: `</${name}>` };
    } else if (text.length < after && name.startsWith(text.slice(at + 1))) return NEED_MORE;
  }
  return TEXT;
}

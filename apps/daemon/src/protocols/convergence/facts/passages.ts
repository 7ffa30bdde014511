/** Texts of a project in the pieces that say one thing each: sentences, lines of code, rows, lines of a log. */
import type { ProjectText } from '../project-texts.ts';

export type PassageKind = 'prose' | 'code' | 'data' | 'log';

export interface Passage {
  path: string;
  /** Of its first letter; 1-based. */
  line: number;
  kind: PassageKind;
  text: string;
  /** What it stands under or in: a heading, a key, functions that use it. */
  context: string;
}

const PROSE = /\.(?:md|mdx|markdown|txt|text|rst|adoc|org|html?)$|(?:^|\/)(?:README|NOTES|TODO|CHANGELOG)$/i;
const LOG = /\.(?:log|out)(?:\.\d+)?$|(?:^|\/)logs?\/[^/]+\.(?:txt|log|out)$/i;
const DATA =
  /\.(?:json5?|jsonl|ndjson|ya?ml|toml|ini|conf|cfg|properties|env|xml|csv|tsv|trace|plist|service|tf)$/i;
const STAMPED =
  /^\W{0,2}(?:\d{4}-\d\d-\d\d|\d\d[:.]\d\d[:.]\d\d|\w{3} +(?:\d+ +)?\d\d:\d\d:\d\d|\d{2}\/\w{3}\/\d{4})/;
const MOST_LINES = 20_000;

export function kindOf({ path, text }: ProjectText): PassageKind {
  if (LOG.test(path)) return 'log';
  if (/(?:^|\/)crontab(?:\.\w+)?$/i.test(path)) return 'data';
  if (PROSE.test(path)) return isStamped(text) ? 'log' : 'prose';
  return DATA.test(path) ? 'data' : 'code';
}

/** A text file with a time before most of its lines is a log, whatever its name. */
function isStamped(text: string): boolean {
  const lines = text.split('\n', 50).filter((line) => line.trim() !== '');
  return lines.length > 2 && lines.filter((line) => STAMPED.test(line)).length > lines.length * 0.6;
}

export function passagesOf(file: ProjectText): Passage[] {
  const kind = kindOf(file);
  if (kind === 'prose') return sentencesOf(file);
  return file.text
    .split('\n', MOST_LINES)
    .flatMap((text, index) =>
      text.trim() === '' ? [] : [{ path: file.path, line: index + 1, kind, text, context: '' }],
    );
}

/** "max size: 25 MB", "états : chauffe / palier": a line of notes that says what it is about. */
const LABEL = /^\s*\p{L}[\p{L}\p{M}\p{N} '’/()-]{1,40}?\s?[:：=](?:\s|(?=\p{Lo}))/u;
const ITEM = /^\s*(?:(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])\s+|[・•]\s*)/;
/** Letters of a line that goes on in the next one. */
const SHORTEST_BROKEN = 55;
/** "[09:02] Femke: …": when something was written is no figure of what it says. */
const SAID_AT = /^\s*\[\d{1,2}:\d{2}(?::\d{2})?\]\s+/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;

/** Lines of one paragraph are joined; what ends a sentence parts them again. */
function sentencesOf({ path, text }: ProjectText): Passage[] {
  const plain = /\.html?$/i.test(path) ? withoutTags(text) : text;
  const passages: Passage[] = [];
  let heading = '';
  let open: { line: number; text: string }[] = [];
  const close = (): void => {
    passages.push(
      ...sentencesIn(open).map((one) => ({ path, kind: 'prose' as const, context: heading, ...one })),
    );
    open = [];
  };
  let isCodeBlock = false;
  for (const [index, raw] of plain.split('\n', MOST_LINES).entries()) {
    if (/^\s*(?:```|~~~)/.test(raw)) isCodeBlock = !isCodeBlock;
    const title = HEADING.exec(raw)?.[1];
    const isEnd =
      LABEL.test(raw) ||
      raw.trim() === '' ||
      title !== undefined ||
      ITEM.test(raw) ||
      /^\s*\|/.test(raw) ||
      isCodeBlock;
    // A short line was not broken for its length: it stands alone, as in notes without full stops.
    const previous = open.at(-1)?.text.trim() ?? '';
    const isNew = previous.length < SHORTEST_BROKEN || /[.!?:;。！？]$/.test(previous);
    if (isEnd || isNew) close();
    if (title !== undefined) heading = title;
    else if (raw.trim() !== '' && !/^[\s|:=-]+$/.test(raw))
      open.push({ line: index + 1, text: raw.replace(SAID_AT, '').replace(ITEM, '') });
  }
  close();
  return passages;
}

function sentencesIn(lines: readonly { line: number; text: string }[]): { line: number; text: string }[] {
  const whole = lines.map(({ text }) => text).join('\n');
  const ends = [
    ...whole.matchAll(
      /(?<!\b(?:z\.B|e\.g|i\.e|ca|bzw|etc|No|Nr|approx|max|min|\d)|\b(?:am|der|den|dem|vom|zum|bis|ab|des|jeden|und)\s\d{1,2})[.!?](?=\s+\S)|[。！？]/g,
    ),
  ].map(({ index }) => index + 1);
  let from = 0;
  return [...ends, whole.length].flatMap((to) => {
    const part = whole.slice(from, to);
    const at = from + part.length - part.trimStart().length;
    const line = (lines[0]?.line ?? 1) + whole.slice(0, at).split('\n').length - 1;
    from = to;
    return part.trim() === '' ? [] : [{ line, text: part.trim() }];
  });
}

/** Lines stay where they are. */
function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, (block) =>
      block.replace(/[^\n]/g, ' '),
    )
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/[^\n]/g, ' '));
}

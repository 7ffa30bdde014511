/** What a program does, apart from what its comments say. A comment keeps its line, so that it can be cited. */
import type { ProjectText } from '../project-texts.ts';
import { blanked, codeSpans, SLASHED_COMMENT } from './code-spans.ts';
import { isCode } from './placeholder.ts';

export interface Told {
  line: number;
  text: string;
}

const HASHES = /\.(?:py|pyi|rb|ex|exs|sh|bash|zsh|ps1|mk|make|pl)$/i;
const DASHES = /\.(?:sql|lua)$/i;
const HASHED = String.raw`(?<![\w$&{])#(?!!)[^\n]*`;
const DASHED = String.raw`\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*`;
const MARKED = /<!--[\s\S]*?(?:-->|$)/g;

function commentOf(path: string): string {
  if (HASHES.test(path)) return HASHED;
  return DASHES.test(path) ? DASHED : SLASHED_COMMENT;
}

function spansIn({ path, text }: ProjectText): { start: number; end: number }[] {
  if (isCode(path)) return [...codeSpans(text, commentOf(path))].filter(({ kind }) => kind === 'comment');
  return [...text.matchAll(MARKED)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** The file without its comments, line for line; a page without what is commented out. */
export function withoutComments(file: ProjectText): ProjectText {
  return { path: file.path, text: blanked(file.text, spansIn(file)) };
}

/** Each comment in a row of its own lines, as one stretch of text. */
export function commentsIn(file: ProjectText): Told[] {
  const found: { line: number; parts: string[]; next: number }[] = [];
  let line = 1;
  let at = 0;
  for (const { start, end } of spansIn(file)) {
    line += linesIn(file.text.slice(at, start));
    at = start;
    const text = file.text
      .slice(start, end)
      .replace(/^(?:\/\*+|\/\/+|#+|--+|<!--)|(?:\*\/|-->)$/g, '')
      .replace(/\n[ \t]*\*+/g, '\n');
    const next = line + linesIn(text) + 1;
    const last = found.at(-1);
    // A sentence may go on in the comment of the next line.
    if (last !== undefined && last.next === line && !/[.!?]$/.test(last.parts.at(-1)?.trimEnd() ?? '')) {
      last.parts.push(text);
      last.next = next;
    } else found.push({ line, parts: [text], next });
  }
  return found.map((one) => ({ line: one.line, text: one.parts.join('\n') }));
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

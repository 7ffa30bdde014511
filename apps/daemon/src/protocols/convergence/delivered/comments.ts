/** What a program does, apart from what its comments say. A comment keeps its line, so that it can be cited. */
import type { ProjectText } from '../project-texts.ts';
import { isCode } from './placeholder.ts';

export interface Told {
  line: number;
  text: string;
}

const HASHES = /\.(?:py|pyi|rb|ex|exs|sh|bash|zsh|ps1|mk|make|pl)$/i;
const DASHES = /\.(?:sql|lua)$/i;
/** Strings first: what looks like a comment inside one is none. One line each, so that a lone quote ends with it. */
const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/.source;
const SLASHED = new RegExp(String.raw`${STRING}|(\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*)`, 'g');
const HASHED = new RegExp(String.raw`${STRING}|((?<![\w$&{])#(?!!)[^\n]*)`, 'g');
const DASHED = new RegExp(String.raw`${STRING}|(\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*)`, 'g');
const MARKED = /<!--[\s\S]*?(?:-->|$)/g;

function patternOf(path: string): RegExp {
  if (HASHES.test(path)) return HASHED;
  return DASHES.test(path) ? DASHED : SLASHED;
}

/** The file without its comments, line for line; a page without what is commented out. */
export function withoutComments(file: ProjectText): ProjectText {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');
  const text = isCode(file.path)
    ? file.text.replace(patternOf(file.path), (whole, comment?: string) =>
        comment === undefined ? whole : blank(comment),
      )
    : file.text.replace(MARKED, blank);
  return { path: file.path, text };
}

/** Each comment in a row of its own lines, as one stretch of text. */
export function commentsIn(file: ProjectText): Told[] {
  const found: Told[] = [];
  for (const match of file.text.matchAll(isCode(file.path) ? patternOf(file.path) : MARKED)) {
    const comment = isCode(file.path) ? match[1] : match[0];
    if (comment === undefined) continue;
    const line = file.text.slice(0, match.index).split('\n').length;
    const text = comment
      .replace(/^(?:\/\*+|\/\/+|#+|--+|<!--)|(?:\*\/|-->)$/g, '')
      .replace(/\n\s*\*+/g, '\n');
    const last = found.at(-1);
    // A sentence may go on in the comment of the next line.
    if (
      last !== undefined &&
      last.line + last.text.split('\n').length === line &&
      !/[.!?]\s*$/.test(last.text)
    )
      last.text += `\n${text}`;
    else found.push({ line, text });
  }
  return found;
}

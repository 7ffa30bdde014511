/**
 * Patterns for names of files, as a configuration writes them. The configuration may be a stranger's, and some patterns take
 * longer than anybody waits: what can be written in braces doubles with each pair, and each further `*` in a name tries all
 * places again. What is within these bounds is tried in a moment. Pure.
 */
import { join, matchesGlob } from 'node:path';

const MAX_CHARS = 500;
/** What braces may stand for altogether. */
const MAX_ALTERNATIVES = 64;
/** In one name between two slashes. */
const MAX_STARS = 3;
/** Folders of any depth. */
const MAX_DEEP = 3;

export function matchesPattern(name: string, pattern: string): boolean {
  return matchesGlob(name, pattern) || matchesGlob(name, join('**', pattern));
}

/** What is wrong with a pattern; null where it can be used. */
export function patternFault(pattern: string): string | null {
  if (pattern.length > MAX_CHARS) return `it has more than ${MAX_CHARS} characters`;
  if (/[?*+@!]\(/.test(pattern)) return 'it takes *, **, ?, [ ] and { }, and nothing before a parenthesis';
  const alternatives = expanded(pattern, MAX_ALTERNATIVES);
  if (alternatives === null) return `its braces stand for more than ${MAX_ALTERNATIVES} names`;
  for (const one of alternatives) {
    const parts = one.split('/');
    if (parts.filter((part) => part === '**').length > MAX_DEEP)
      return `it has ** more than ${MAX_DEEP} times`;
    if (parts.some((part) => part !== '**' && (part.match(/\*+/g) ?? []).length > MAX_STARS))
      return `it has more than ${MAX_STARS} * in one name`;
  }
  return null;
}

/** Every text that the braces stand for; null where there are more than `most`. */
function expanded(text: string, most: number): string[] | null {
  const group = firstGroup(text);
  if (group === null) return [text];
  const rest = expanded(text.slice(group.end), most);
  if (rest === null) return null;
  const before = text.slice(0, group.start);
  const found: string[] = [];
  for (const part of group.parts) {
    const inner = part === null ? null : expanded(part, most);
    if (inner === null || found.length + inner.length * rest.length > most) return null;
    for (const one of inner) for (const other of rest) found.push(before + one + other);
  }
  return found;
}

interface Group {
  start: number;
  /** Behind its closing brace. */
  end: number;
  /** Null stands for more names than are counted. */
  parts: (string | null)[];
}

/** The first pair of braces that stands for several texts. */
function firstGroup(text: string): Group | null {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1;
      if (text[at] === ',' && depth === 1) commas.push(at);
      if (text[at] !== '}' || --depth > 0) continue;
      const inside = text.slice(start + 1, at);
      if (commas.length > 0) {
        const edges = [start, ...commas, at];
        const parts = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? 0) + 1, edge));
        return { start, end: at + 1, parts };
      }
      if (inside.includes('..')) return { start, end: at + 1, parts: rangeOf(inside) };
      break;
    }
  }
  return null;
}

const RANGE = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?\d+)?$/;

/** `1..5`, `a..f`: that many texts, whose letters do not matter here. Anything else stands for itself. */
function rangeOf(inside: string): (string | null)[] {
  const [, from, to] = RANGE.exec(inside) ?? [];
  if (from === undefined || to === undefined) return [inside];
  const place = (end: string): number => (/\d/.test(end) ? Number(end) : end.charCodeAt(0));
  const count = Math.abs(place(to) - place(from)) + 1;
  return count <= MAX_ALTERNATIVES ? Array<string>(count).fill('x') : [null];
}

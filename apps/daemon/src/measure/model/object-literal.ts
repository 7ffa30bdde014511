/**
 * Reads a JavaScript object literal of plain data (`tailwind.config = { … }`) without running anything: page
 * code is never executed. Functions, spreads and calls end the reading with null.
 */

export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal };

interface Cursor {
  text: string;
  at: number;
}

const MOST_CHARACTERS = 50_000;

/** `start` points at the opening brace. */
export function readObjectLiteral(text: string, start: number): Literal | null {
  const cursor = { text: text.slice(start, start + MOST_CHARACTERS), at: 0 };
  try {
    return readValue(cursor, 0);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

class NotPlain extends Error {}

const DEEPEST = 12;

function readValue(cursor: Cursor, depth: number): Literal {
  if (depth > DEEPEST) throw new NotPlain();
  skip(cursor);
  const character = cursor.text[cursor.at];
  if (character === '{') return readObject(cursor, depth);
  if (character === '[') return readList(cursor, depth);
  if (character === '"' || character === "'" || character === '`') return readString(cursor);
  const word = /^[-+\w.$]+/.exec(cursor.text.slice(cursor.at, cursor.at + 60))?.[0];
  if (word === undefined) throw new NotPlain();
  cursor.at += word.length;
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null' || word === 'undefined') return null;
  const number = Number(word);
  if (Number.isNaN(number)) throw new NotPlain();
  return number;
}

function readObject(cursor: Cursor, depth: number): Literal {
  const object: { [key: string]: Literal } = {};
  cursor.at += 1;
  for (;;) {
    skip(cursor);
    if (take(cursor, '}')) return object;
    const quoted = /^["'`]/.test(cursor.text[cursor.at] ?? '');
    const key = quoted
      ? readString(cursor)
      : /^[\w$-]+/.exec(cursor.text.slice(cursor.at, cursor.at + 80))?.[0];
    if (key === undefined) throw new NotPlain();
    if (!quoted) cursor.at += key.length;
    skip(cursor);
    if (!take(cursor, ':')) throw new NotPlain();
    object[key] = readValue(cursor, depth + 1);
    skip(cursor);
    take(cursor, ',');
  }
}

function readList(cursor: Cursor, depth: number): Literal {
  const list: Literal[] = [];
  cursor.at += 1;
  for (;;) {
    skip(cursor);
    if (take(cursor, ']')) return list;
    list.push(readValue(cursor, depth + 1));
    skip(cursor);
    take(cursor, ',');
  }
}

function readString(cursor: Cursor): string {
  const mark = cursor.text[cursor.at] ?? '';
  let text = '';
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text[cursor.at] ?? '';
    if (character === mark) {
      cursor.at += 1;
      return text;
    }
    if (character === '\\') cursor.at += 1;
    text += cursor.text[cursor.at] ?? '';
  }
  throw new NotPlain();
}

function take(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

function skip(cursor: Cursor): void {
  const space = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/.exec(cursor.text.slice(cursor.at))?.[0];
  if (space !== undefined) cursor.at += space.length;
  if (cursor.at >= cursor.text.length) throw new NotPlain();
}

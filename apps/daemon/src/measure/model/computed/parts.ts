/** A CSS value taken apart at its own level: what stands in parentheses, brackets or quotes stays together. */

const OPEN = new Set(['(', '[', '{']);
const CLOSE = new Set([')', ']', '}']);

/** Calls `visit` for each character outside quotes, with the depth of parentheses around it. */
function scan(text: string, visit: (char: string, index: number, depth: number) => boolean): void {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') {
      index += 1;
    } else if (char === '"' || char === "'") {
      const end = text.indexOf(char, index + 1);
      if (end === -1) return;
      index = end;
    } else if (OPEN.has(char)) {
      if (!visit(char, index, depth)) return;
      depth += 1;
    } else {
      if (CLOSE.has(char)) depth = Math.max(0, depth - 1);
      if (!visit(char, index, depth)) return;
    }
  }
}

export function splitAt(text: string, separator: ',' | '/'): string[] {
  const parts: string[] = [];
  let from = 0;
  scan(text, (char, index, depth) => {
    if (depth === 0 && char === separator) {
      parts.push(text.slice(from, index).trim());
      from = index + 1;
    }
    return true;
  });
  parts.push(text.slice(from).trim());
  return parts;
}

/** Words divided by white space; a slash stands by itself. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let from = -1;
  const end = (index: number): void => {
    if (from !== -1) words.push(text.slice(from, index));
    from = -1;
  };
  let last = 0;
  scan(`${text} `, (char, index, depth) => {
    // Quotes are not visited: a word may begin with one.
    if (from === -1 && last < index && text.slice(last, index).trim() !== '')
      from = last + firstLetter(text, last);
    last = index + 1;
    if (depth > 0 || CLOSE.has(char)) return true;
    if (/\s/.test(char)) end(index);
    else if (char === '/') {
      end(index);
      words.push('/');
    } else if (from === -1) from = index;
    return true;
  });
  return words;
}

function firstLetter(text: string, from: number): number {
  return text.slice(from).search(/\S/);
}

export interface Call {
  name: string;
  args: string;
  start: number;
  /** Behind the closing parenthesis. */
  end: number;
}

/** The next call of a function whose name the pattern accepts, from `from` on; unclosed ones end with the text. */
export function findCall(text: string, isWanted: RegExp, from = 0): Call | null {
  // Begun where a name begins: from within a long one each letter would be tried again.
  const pattern = /(?<![-\w])([-\w]+)\(/g;
  // At the very place it may stand behind what was put in for a call before it: `var(--a)var(--b)`.
  const here = /([-\w]+)\(/y;
  for (const one of [here, pattern]) one.lastIndex = from;
  for (let match = here.exec(text) ?? pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const name = (match[1] ?? '').toLowerCase();
    if (!isWanted.test(name)) continue;
    const open = match.index + match[0].length;
    const close = closing(text, open);
    return { name, args: text.slice(open, close), start: match.index, end: Math.min(text.length, close + 1) };
  }
  return null;
}

/** A value that is one call and nothing else: `calc(1px + 2px)`. */
export function wholeCall(text: string): { name: string; args: string } | null {
  const match = /^([-\w]+)\(/.exec(text);
  if (match === null) return null;
  const open = match[0].length;
  const close = closing(text, open);
  return close >= text.length - 1
    ? { name: (match[1] ?? '').toLowerCase(), args: text.slice(open, close) }
    : null;
}

function closing(text: string, open: number): number {
  let depth = 1;
  let found = text.length;
  scan(text.slice(open), (char, index) => {
    if (OPEN.has(char)) depth += 1;
    else if (CLOSE.has(char)) depth -= 1;
    if (depth === 0) found = open + index;
    return depth > 0;
  });
  return found;
}

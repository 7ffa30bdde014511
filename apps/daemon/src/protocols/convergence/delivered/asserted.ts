/** What the tests that are delivered assert: something about the program, or only that one is one. */
import type { ProjectText } from '../project-texts.ts';
import { withoutComments } from './comments.ts';
import { isCode, isTest } from './placeholder.ts';

const CALLED =
  /(?<![\w$])(?:assert(?:\.\w+)*|self\.assert\w+|expect|t\.(?:is|equal|deepEqual|truthy|true|ok)|Assert\.\w+|assert_\w+|XCTAssert\w*)\s*\(/g;
const PYTHON = /^[ \t]*assert[ \t]+([^\n#]+)$/gm;
const LITERAL =
  /^\s*(?:-?\d[\d_.]*|true|false|null|none|nil|undefined|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`)\s*$/i;
const MOST_ASSERTIONS = 2_000;
const LONGEST_CALL = 2_000;

/** Tests whose every assertion compares what stands there with what stands there; null where one asks the program. */
export function onlyConstants(file: ProjectText): number | null {
  if (!isTest(file.path) || !isCode(file.path)) return null;
  const { text } = withoutComments(file);
  const asserted = [...assertionsIn(text)];
  return asserted.length > 0 && asserted.every(({ isConstant }) => isConstant)
    ? (asserted[0]?.line ?? 1)
    : null;
}

function* assertionsIn(text: string): Generator<{ line: number; isConstant: boolean }> {
  let count = 0;
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  for (const match of text.matchAll(CALLED)) {
    if (++count > MOST_ASSERTIONS) return;
    const open = match.index + match[0].length;
    const close = closing(text, open);
    const matcher = /^expect/.test(match[0])
      ? /^(?:\s*\.(?:not|resolves|rejects))*\s*\.\w+\(/.exec(text.slice(close + 1, close + 80))
      : null;
    const asked = text.slice(open, close);
    const against =
      matcher === null
        ? ''
        : text.slice(close + 1 + matcher[0].length, closing(text, close + 1 + matcher[0].length));
    yield {
      line: lineAt(match.index),
      isConstant:
        asked.trim() !== '' &&
        partsOf(asked).every(isLiteral) &&
        (against.trim() === '' || partsOf(against).every(isLiteral)),
    };
  }
  for (const match of text.matchAll(PYTHON)) {
    if (++count > MOST_ASSERTIONS) return;
    const said = (match[1] ?? '').split(/,(?=\s*["'])/)[0] ?? '';
    if (said.startsWith('(')) continue;
    yield { line: lineAt(match.index), isConstant: said.split(/==|!=|\bis\b|\bin\b/).every(isLiteral) };
  }
}

function isLiteral(part: string): boolean {
  return LITERAL.test(part);
}

/** Where the bracket that is open at `from` is closed; the end of what is looked at where none is. */
function closing(text: string, from: number): number {
  let depth = 1;
  let quote = '';
  const end = Math.min(text.length, from + LONGEST_CALL);
  for (let at = from; at < end; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (/["'`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign) && --depth === 0) return at;
  }
  return end;
}

/** At commas that stand in no bracket and no string. */
export function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const sign = list[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (/["'`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}

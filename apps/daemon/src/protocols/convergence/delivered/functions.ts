/** Functions of a source file and whether they do anything, by the shape of the text: no language is parsed. */
import { blanked, codeSpans, SLASHED_COMMENT } from './code-spans.ts';
import { saysUnfinished } from './unfinished-words.ts';

export interface FoundFunction {
  name: string;
  line: number;
  /** Why it does nothing; null where it does something. */
  lacks: string | null;
  /** Parameters its body never names. */
  unused: readonly string[];
}

interface Body {
  name: string;
  at: number;
  /** Without comments; strings as they are. */
  code: string;
  /** What is said in it, and right before it. */
  comments: string;
}

const MOST_CHARS = 400_000;
const MOST_FUNCTIONS = 2_000;

export function functionsIn(path: string, source: string): FoundFunction[] {
  const text = source.slice(0, MOST_CHARS);
  const bodies = /\.(?:py|pyi)$/i.test(path)
    ? indentedBodies(text, /^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(/gm)
    : /\.(?:rb|ex|exs)$/i.test(path)
      ? indentedBodies(text, /^([ \t]*)defp?[ \t]+(?:self\.)?([\w?!]+)/gm)
      : bracedBodies(text);
  return bodies.slice(0, MOST_FUNCTIONS).map((body) => ({
    name: body.name,
    line: text.slice(0, body.at).split('\n').length,
    lacks: lacking(body),
    unused: unusedIn(text, body),
  }));
}

const HEAD_REACH = 600;

/** `(pupil, copy)`, `(size: Size)`, `(int $start, array $open)`: their names, but not those that say they are unused. */
function unusedIn(text: string, { at, code }: Body): string[] {
  const inside = /\(([^()]*)\)/.exec(text.slice(at, at + HEAD_REACH))?.[1] ?? '';
  return inside
    .split(',')
    .flatMap((part) => {
      const given = part.replace(/=.*$/s, '');
      return (/:/.test(given) ? /([\w$]+)\??\s*:/ : /([\w$]+)\s*$/).exec(given)?.[1] ?? [];
    })
    .filter((name) => name.length > 2 && !/^(?:_|self$|this$|cls$)/.test(name))
    .filter((name) => !new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`).test(code));
}

const NO_CODE = /^(?:pass|\.\.\.|end|return|null|nil|None|;|\s)*$/;
const RAISES = /^(?:throw\b|raise\b|panic|todo!|unimplemented!|fail\b|die\b|return\s+Promise\.reject)/;
const RAISES_NOTHING_YET = /NotImplemented|NotSupportedYet|unimplemented!|todo!|\bTODO\s*\(/;
const FIXED =
  /^(?:return\s+)?(?:null|None|nil|undefined|true|false|True|False|-?\d+(?:\.\d+)?|''|""|``|\[\s*\]|\{\s*\}|\(\s*\))?$/;
const PRINTS = /^(?:console\.\w+|print(?:ln!?|f)?|puts|echo|log(?:ger)?\.\w+|fmt\.Print\w*)\b/;

function lacking({ code, comments }: Body): string | null {
  const statements = code
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'end');
  const [only = ''] = statements;
  if (NO_CODE.test(statements.join(' '))) return 'its body is empty';
  const first = statements.find((line) => RAISES.test(line));
  const isOne = statements.length === 1 || (first === only && RAISES.test(only));
  if (isOne && RAISES.test(only) && (RAISES_NOTHING_YET.test(only) || saysUnfinished(only)))
    return 'it only says that it is not implemented';
  if (statements.length > 1) return null;
  if (PRINTS.test(only) && (saysUnfinished(only) || saysUnfinished(comments)))
    return 'it only says that it is not implemented';
  return FIXED.test(only) && saysUnfinished(comments)
    ? 'it gives one fixed value and says that it is unfinished'
    : null;
}

/** Bodies by indentation, as in Python and Ruby. */
function indentedBodies(text: string, head: RegExp): Body[] {
  const bodies: Body[] = [];
  for (const match of text.matchAll(head)) {
    const [, indent = '', name = ''] = match;
    const lines = text.slice(match.index).split('\n');
    const open = lines.findIndex((line) => /:\s*(?:#.*)?$|^[^(]*$|\)\s*$/.test(line));
    const oneLine = /\)\s*(?:->[^:]+)?:[ \t]*(\S.*)$/.exec(lines[0] ?? '')?.[1];
    const rest: string[] = oneLine === undefined || oneLine.startsWith('#') ? [] : [oneLine];
    if (rest.length === 0)
      for (const line of lines.slice(Math.max(0, open) + 1)) {
        if (line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent.length) break;
        rest.push(line);
      }
    const body = rest.join('\n');
    const documented = body.replace(/^\s*(?:[rRuU]?"""[\s\S]*?"""|[rRuU]?'''[\s\S]*?''')/, '');
    const code = documented.replace(/(^|\s)#.*$/gm, '$1');
    bodies.push({ name, at: match.index, code, comments: `${commentBefore(text, match.index)}\n${body}` });
  }
  return bodies;
}

const KEYWORDS = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'with',
  'match',
  'elif',
  'foreach',
  'using',
]);
const HEAD =
  /(?:([\w$]+)\s*)?\((?:[^(){};]|\([^(){};]*\))*\)\s*(?:->[^{};]*|:[^{};=]*|throws[^{};]*|const|noexcept|where[^{};]*|[\w*.[\]]+|\([^(){};]*\))?\s*$/;
const ARROW =
  /(?:([\w$]+)\s*(?::[^=;{}]*)?[=:]\s*)?(?:async\s*)?(?:\((?:[^(){};]|\([^(){};]*\))*\)|[\w$]+)\s*(?::[^=;{}]*)?=>\s*$/;
const REACH = 400;

/** Bodies in braces; what stands inside another one belongs to it. */
function bracedBodies(text: string): Body[] {
  const { code, comments } = masked(text);
  const bodies: Body[] = [];
  for (let at = code.indexOf('{'); at !== -1; at = code.indexOf('{', at + 1)) {
    const before = code.slice(Math.max(0, at - REACH), at);
    const arrow = ARROW.exec(before);
    const head = arrow ?? HEAD.exec(before);
    const name = head?.[1] ?? '';
    if (head === null || KEYWORDS.has(name)) continue;
    const end = closing(code, at);
    const from = at - (before.length - head.index);
    bodies.push({
      name,
      at: from,
      code: withoutComments(text, comments, at + 1, end),
      comments: `${commentBefore(text, from)}\n${text.slice(at, end)}\n${lineEnd(text, end)}`,
    });
    at = end;
  }
  // `const fee = (days) => days * 5`: a function that does something, without braces.
  for (const { 1: name = '', index } of code.matchAll(
    /([\w$]+)\s*(?::[^=;{}]*)?=\s*(?:async\s*)?(?:\([^()]*\)|[\w$]+)\s*(?::[^=;{}]*)?=>\s*(?=[^\s{])/g,
  ))
    bodies.push({ name, at: index, code: `return ${lineEnd(text, index)} ()`, comments: '' });
  return bodies.toSorted((one, other) => one.at - other.at);
}

function lineEnd(text: string, at: number): string {
  return text.slice(at, text.indexOf('\n', at) === -1 ? undefined : text.indexOf('\n', at));
}

function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth === 0) return at;
  }
  return code.length;
}

type Span = [from: number, to: number];

/** The same text with comments and strings blanked, so that braces in them count for nothing. */
function masked(text: string): { code: string; comments: Span[] } {
  const spans = [...codeSpans(text, SLASHED_COMMENT)];
  const comments = spans.filter(({ kind }) => kind === 'comment').map(({ start, end }): Span => [start, end]);
  return { code: blanked(text, spans), comments };
}

function withoutComments(text: string, comments: readonly Span[], from: number, to: number): string {
  let at = from;
  let code = '';
  for (const [start, end] of comments) {
    if (end <= from || start >= to) continue;
    code += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return code + text.slice(at, to);
}

/** The comment that ends right above. */
function commentBefore(text: string, at: number): string {
  const above = text.slice(Math.max(0, at - 2_000), at).trimEnd();
  const block = /\/\*(?:(?!\*\/)[\s\S])*\*\/\s*(?:\w+\s+){0,6}\w*$/.exec(above)?.[0];
  const lines = /(?:^|\n)(?:[ \t]*(?:\/\/|#)[^\n]*\n?)+[^\n]{0,40}$/.exec(above)?.[0];
  return block ?? lines ?? '';
}

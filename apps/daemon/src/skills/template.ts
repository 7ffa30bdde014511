/**
 * The slots of a starter template. `{{name}}` writes a value, escaped; `{{#name}}…{{/name}}` repeats for a list,
 * shows for a value, and is left out otherwise; `{{^name}}…{{/name}}` is the opposite; `{{.}}` is the item itself.
 * An unfilled slot leaves nothing behind. `{{brandCss}}` is the one value written as it is: we made it.
 */
import { escapeUTF8 } from 'entities';

/** Text in pieces, some of them links. In an attribute, a title or another link it is its words alone. */
export class LinkedText {
  readonly #pieces: readonly (string | { label: string; href: string })[];
  constructor(pieces: readonly (string | { label: string; href: string })[]) {
    this.#pieces = pieces;
  }

  html(isBare: boolean): string {
    return this.#pieces
      .map((piece) => {
        const text = escapeUTF8(typeof piece === 'string' ? piece : piece.label);
        return typeof piece === 'string' || isBare ? text : `<a href="${escapeUTF8(piece.href)}">${text}</a>`;
      })
      .join('');
  }
}

export type SlotValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | LinkedText
  | SlotValue[]
  | { [key: string]: SlotValue };

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'slot'; name: string; isBare: boolean }
  | { kind: 'section'; name: string; inverted: boolean; inner: Node[] };

export class TemplateError extends Error {
  override name = 'TemplateError';
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const TAG = /\{\{\s*([#^/]?)\s*([\w.]{1,64}|\.)\s*\}\}/g;
const RAW = 'brandCss';
const MAX_DEPTH = 12;
const MAX_OUTPUT_CHARS = 4 * 1024 * 1024;

export function fillTemplate(template: string, values: { [key: string]: SlotValue }): string {
  const out = new Output();
  write(parse(template), [values], out);
  return out.text();
}

function parse(template: string): Node[] {
  const root: Node[] = [];
  const open: { name: string; inner: Node[] }[] = [{ name: '', inner: root }];
  let end = 0;
  for (const match of template.matchAll(TAG)) {
    const [whole, kind = '', name = ''] = match;
    const here = open.at(-1)?.inner ?? root;
    if (match.index > end) here.push({ kind: 'text', text: template.slice(end, match.index) });
    end = match.index + whole.length;
    if (kind === '') here.push({ kind: 'slot', name, isBare: isBare(template, match.index) });
    else if (kind === '/') {
      if (open.length === 1 || open.pop()?.name !== name)
        throw new TemplateError(lineAt(template, match.index), `{{/${name}}} closes what was not opened`);
    } else {
      if (open.length > MAX_DEPTH)
        throw new TemplateError(lineAt(template, match.index), `more than ${MAX_DEPTH} levels of slots`);
      const inner: Node[] = [];
      here.push({ kind: 'section', name, inverted: kind === '^', inner });
      open.push({ name, inner });
    }
  }
  if (open.length > 1)
    throw new TemplateError(lineAt(template, template.length), `{{#${open.at(-1)?.name}}} is never closed`);
  root.push({ kind: 'text', text: template.slice(end) });
  return root;
}

class Output {
  readonly #pieces: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_OUTPUT_CHARS)
      throw new TemplateError(1, `the filled page has more than ${MAX_OUTPUT_CHARS} characters`);
    this.#pieces.push(text);
  }

  text(): string {
    return this.#pieces.join('');
  }
}

function write(nodes: readonly Node[], scope: readonly SlotValue[], out: Output): void {
  for (const node of nodes) {
    if (node.kind === 'text') out.add(node.text);
    else if (node.kind === 'slot') out.add(shown(node, lookup(node.name, scope)));
    else {
      const value = lookup(node.name, scope);
      const empty = isEmpty(value);
      if (node.inverted) {
        if (empty) write(node.inner, scope, out);
      } else if (!empty) {
        for (const item of Array.isArray(value) ? value : [value]) write(node.inner, [...scope, item], out);
      }
    }
  }
}

function lookup(name: string, scope: readonly SlotValue[]): SlotValue {
  if (name === '.') return scope.at(-1);
  const [first = '', ...rest] = name.split('.');
  for (const level of scope.toReversed()) {
    if (!isRecord(level) || !Object.hasOwn(level, first)) continue;
    let value: SlotValue = level[first];
    for (const key of rest) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value;
  }
  return undefined;
}

const LONGEST_TAG = 2_000;

/** Inside a tag, or in an element that holds no link. */
function isBare(template: string, offset: number): boolean {
  const before = template.slice(Math.max(0, offset - LONGEST_TAG), offset);
  const tag = before.slice(Math.max(0, before.lastIndexOf('<')));
  return !tag.includes('>') || /^<(?:a|title|button|option|textarea)\b/i.test(tag);
}

function shown({ name, isBare }: { name: string; isBare: boolean }, value: SlotValue): string {
  if (value instanceof LinkedText) return value.html(isBare);
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return name === RAW ? String(value) : escapeUTF8(String(value));
}

function isEmpty(value: SlotValue): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isRecord(value: SlotValue): value is { [key: string]: SlotValue } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LinkedText)
  );
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

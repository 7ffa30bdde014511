/**
 * A long text in stretches that can be read one by one: cut before a heading where there is one, else after an empty
 * line, else between two lines. A text that is no longer than one stretch is not cut.
 */

/** What is read at once, in characters: as much as a long chapter. */
const STRETCH = 16_000;
/** A container costs the parser as much as so many characters. */
const CONTAINER = 40;
/** So many times as much without a heading, without an empty line, without a line at the margin. */
const PATIENCE = { heading: 2, emptyLine: 3, margin: 6 } as const;
const MOST_LENT = 1_000;

export interface Stretch {
  text: string;
  /** Definitions of other stretches that this one names, to be read after it. */
  lent: string;
  /** Where it begins in the whole text. */
  offset: number;
  line: number;
}

export function stretchesOf(text: string): Stretch[] {
  if (text.length <= STRETCH) return [{ text, lent: '', offset: 0, line: 0 }];
  const cuts = cutsOf(text);
  const definitions = definitionsIn(text);
  let line = 0;
  return cuts.map((offset, index) => {
    const own = text.slice(offset, cuts[index + 1]);
    const stretch = { text: own, lent: lentTo(own, definitions), offset, line };
    line += breaksIn(own);
    return stretch;
  });
}

function cutsOf(text: string): number[] {
  const cuts = [0];
  const block = new OpenBlock();
  let cost = 0;
  let afterEmpty = false;
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const line = text.slice(start, Math.min(end, start + LONGEST_LOOK)).replace(/[\r\n]+$/, '');
    if (cost > STRETCH && isPlace(line, cost, afterEmpty, block.isOpen)) {
      cuts.push(start);
      cost = 0;
      block.forget();
    }
    block.take(line);
    cost += end - start + CONTAINER * (CONTAINERS.exec(line)?.[0].match(/\S+/g)?.length ?? 0);
    afterEmpty = line.trim() === '';
    start = end;
  }
  return cuts;
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;

function isPlace(line: string, cost: number, afterEmpty: boolean, inBlock: boolean): boolean {
  if (cost > STRETCH * PATIENCE.margin) return true;
  if (inBlock) return false;
  if (cost > STRETCH * PATIENCE.emptyLine && /^\S/.test(line)) return true;
  if (!afterEmpty) return false;
  return /^#{1,6}[ \t]/.test(line) || (cost > STRETCH * PATIENCE.heading && /^[^\s>*+\-\d]/.test(line));
}

/** No mark that matters stands further right. */
const LONGEST_LOOK = 400;

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  const stop = end === -1 ? text.length : end + 1;
  // A lone carriage return ends a line too; looked for within this one, so that the whole text is passed over once.
  const early = text.slice(start, stop - 1).indexOf('\r');
  return early === -1 || start + early + 1 >= stop - 1 ? stop : start + early + 1;
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Code and raw HTML, in which an empty line and a heading mean nothing. */
class OpenBlock {
  #end: RegExp | null = null;

  get isOpen(): boolean {
    return this.#end !== null;
  }

  forget(): void {
    this.#end = null;
  }

  take(line: string): void {
    if (this.#end !== null) {
      if (this.#end.test(line)) this.#end = null;
      return;
    }
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line.trimEnd())?.[1];
    if (fence !== undefined) {
      this.#end = new RegExp(`^ {0,3}${fence[0]}{${Math.min(fence.length, 300)},}[ \\t]*$`);
      return;
    }
    const html = HTML_BLOCKS.find(([begin]) => begin.test(line));
    if (html !== undefined && !html[1].test(line)) this.#end = html[1];
  }
}

/** The blocks of HTML that go on over empty lines. */
const HTML_BLOCKS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];

const DEFINITION = /^[ \t>]{0,12}\[((?:[^[\]\\\r\n]|\\.){1,300})\]:[ \t]*(\S{1,2000})/gm;
const USE = /\[((?:[^[\]\\]|\\.){1,300})\]/g;

/** By label, the first of each, as one line. */
function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, label = '', target = ''] of text.matchAll(DEFINITION)) {
    const key = keyOf(label);
    if (!found.has(key)) found.set(key, `[${label}]: ${target}\n`);
  }
  return found;
}

function lentTo(own: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0) return '';
  const lent = new Set<string>();
  for (const [, label = ''] of own.matchAll(USE)) {
    const line = definitions.get(keyOf(label));
    if (line !== undefined && lent.size < MOST_LENT) lent.add(line);
  }
  return lent.size === 0 ? '' : `\n\n${[...lent].join('\n')}`;
}

/** Labels are compared as Markdown does: without regard to case and to how much space is in them. */
function keyOf(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

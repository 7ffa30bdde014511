/** The sentences of a document in their places, each with the words that say what it is about. */
import type { MarkdownDocument, Statement } from './document.ts';
import { contentWords } from './language/content.ts';
import { nameKey, names } from './language/dates.ts';

export interface Sentence {
  /** As it is written, without marks; places in it are places in the source. */
  text: string;
  /** The same with what stands in quotation marks blanked: that is said by somebody else. */
  own: string;
  line: number;
  start: number;
  statement: Statement;
  words: ReadonlySet<string>;
}

const known = new WeakMap<MarkdownDocument, readonly Sentence[]>();

export function sentencesOf(document: MarkdownDocument): readonly Sentence[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const sentences = document.statements.flatMap((statement) => sentencesIn(document.source, statement));
  known.set(document, sentences);
  return sentences;
}

const QUOTED =
  /"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』/gu;

export function withoutQuotes(text: string): string {
  return text.replace(QUOTED, (quote) => ' '.repeat(quote.length));
}

/** Marks become spaces of the same length, so that every place stays what it was. */
function bare(raw: string, isRow: boolean): string {
  return raw
    .replace(/\]\([^)\s]{0,500}\)/g, (link) => ' '.repeat(link.length))
    .replace(
      isRow
        ? /[*`[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
        : /[*`[\]|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
      ' ',
    );
}

function sentencesIn(source: string, statement: Statement): Sentence[] {
  const text = bare(source.slice(statement.start, statement.end), statement.kind === 'row');
  const bounds = statement.kind === 'row' ? [text.length] : boundsOf(text);
  const sentences: Sentence[] = [];
  let from = 0;
  let line = statement.line;
  for (const to of bounds) {
    const whole = text.slice(from, to);
    const lead = /^\s*/.exec(whole)?.[0] ?? '';
    const said = whole.slice(lead.length);
    const at = line + linesIn(lead);
    if (said.trim() !== '') {
      const own = unnumbered(ownWords(statement.id === null ? said : blanked(said, statement.id)));
      sentences.push({
        text: said,
        own,
        line: at,
        start: statement.start + from + lead.length,
        statement,
        words: new Set(contentWords(own)),
      });
    }
    line += linesIn(whole);
    from = to;
  }
  return sentences;
}

/** A quote that is nearly all of a statement is the statement: a template, an answer to be given. */
const MOSTLY_QUOTED = 0.7;

function ownWords(said: string): string {
  const rest = withoutQuotes(said);
  const lost = said.trim().length - rest.replace(/\s+/g, ' ').trim().length;
  return lost >= MOSTLY_QUOTED * said.trim().length ? said : rest;
}

/** "3.6 An alarm …": the number of a statement is no figure of it. */
function unnumbered(text: string): string {
  return text.replace(/^\s*\(?\d{1,3}(?:\.\d{1,3})+[.)]?(?=\s+\p{L})/u, (number) =>
    ' '.repeat(number.length),
  );
}

function blanked(text: string, id: string): string {
  return text.startsWith(id) ? ' '.repeat(id.length) + text.slice(id.length) : text;
}

function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

const FULL_STOP = /[.!?]+(?=["”»)]?\s)|[。\uFF01\uFF1F]|(?:\r\n|\n|\r)/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|vs|no|nr|ca|bzw|ggf|usw|max|min|evtl|inkl|exkl|incl|excl|zzgl|vgl|sog|dr|mr|mrs|ms|prof|resp|env|cf|tel|st|aprox|máx|mín|núm|pág|np|tzn|godz|ul|z\.b|d\.h|p\.ex|p\. ex|ej|fig|approx)\.$|(?:^|\n)\s*\d{1,3}\.$/iu;

/** Of the widest line, what half of the lines must have for the text to be wrapped. */
const LEAST_FILLED = 0.75;

/** Where sentences end. A line break ends one too where the line had room for more: somebody meant it. */
function boundsOf(text: string): number[] {
  const lines = text.split(/\r\n|\n|\r/);
  const widest = lines.reduce((most, line) => Math.max(most, line.length), 60);
  // Lines of very different lengths were not filled up: each end is meant.
  const filled = lines
    .slice(0, -1)
    .map((line) => line.length)
    .toSorted((one, other) => one - other);
  const isFilled = (filled[filled.length >> 1] ?? widest) >= LEAST_FILLED * widest;
  const bounds: number[] = [];
  /** Where the line begins: looked for from its end, a long paragraph would be read again for each of its lines. */
  let broken = 0;
  for (const match of text.matchAll(FULL_STOP)) {
    const at = match.index + match[0].length;
    const isBreak = /[\r\n]/.test(match[0]);
    if (isBreak) {
      const before = match.index - broken;
      const next = /\s*\S*/y;
      next.lastIndex = at;
      broken = at;
      const isEntry = /^[ \t]*(?:\d{1,2}|[a-z])[.)]?[ \t]+\S/.test(text.slice(at, at + 12));
      if (isFilled && !isEntry && before + (next.exec(text)?.[0].length ?? 0) >= widest) continue;
    } else if (match[0].startsWith('.') && isInside(text, match.index)) continue;
    bounds.push(at);
  }
  return bounds.at(-1) === text.length ? bounds : [...bounds, text.length];
}

/** Behind an abbreviation, or between a day and its month: "am 20. April". */
function isInside(text: string, at: number): boolean {
  if (ABBREVIATION.test(text.slice(Math.max(0, at - 11), at + 1))) return true;
  if (!/(?<![\d.,])\d{1,2}$/.test(text.slice(Math.max(0, at - 3), at))) return false;
  const month = /^\.\s+(\p{L}{3,})/u.exec(text.slice(at, at + 20))?.[1];
  return month !== undefined && names().months.has(nameKey(month));
}

/** The line of a place in a sentence that goes on over several. */
export function lineOf({ line, text }: Sentence, at: number): number {
  return line + linesIn(text.slice(0, at));
}

/** The part of a sentence around a place: between the nearest commas, semicolons and colons. */
export function clauseAt(text: string, start: number, end: number): string {
  // A cell of a table is one thing, commas and all.
  const cuts = text.includes('|')
    ? [...text.matchAll(/\|/g)]
    : [...text.matchAll(/[;:,、\uFF1B](?!\d)| – | — /gu)];
  const from = cuts.filter(({ index }) => index < start).at(-1);
  const to = cuts.find(({ index }) => index >= end);
  return text.slice(from === undefined ? 0 : from.index + from[0].length, to?.index ?? text.length);
}

const CONDITION =
  /^[\s:.)—–-]*(?:if|when|while|in case|once|wenn|falls|sofern|bei|si|lorsque|quand|en cas de|cuando|en caso de|se|quando|em caso de)(?![\p{L}]|\s*[:\uFF1A])([^,;]*)/iu;
const CONDITION_JA = /^([^、。]*)(?:場合|とき|たら|れば)/u;

/** A condition a sentence begins with; empty without one. */
export function conditionIn(text: string): string {
  return (CONDITION.exec(text) ?? CONDITION_JA.exec(text))?.[1] ?? '';
}

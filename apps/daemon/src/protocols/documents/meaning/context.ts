/** What a sentence stands under: headings, the head of its table, the line that announces its list. */
import type { MarkdownDocument, Statement } from '../document.ts';
import { termsOf } from './terms.ts';

export interface Context {
  /** Words of the headings above it, but for the title. */
  headings: ReadonlySet<string>;
  /** Of a row: its first cell. Of an entry: what announces the list. */
  row: ReadonlySet<string>;
  /** Of a row: the head of each column. */
  columns: readonly string[];
}

const known = new WeakMap<MarkdownDocument, ReadonlyMap<Statement, Context>>();
const NOTHING: ReadonlySet<string> = new Set();
const EMPTY: Context = { headings: NOTHING, row: NOTHING, columns: [] };

export function contextOf(statement: Statement, document: MarkdownDocument): Context {
  let all = known.get(document);
  if (all === undefined) {
    all = contextsIn(document);
    known.set(document, all);
  }
  return all.get(statement) ?? EMPTY;
}

function contextsIn(document: MarkdownDocument): ReadonlyMap<Statement, Context> {
  const { statements, source } = document;
  const headings = headingTerms(document);
  const found = new Map<Statement, Context>();
  let columns: readonly string[] = [];
  let announced: ReadonlySet<string> = NOTHING;
  let titled: { section: number; terms: readonly string[] } = { section: -2, terms: [] };
  let lastRow = -2;
  for (const statement of statements) {
    const own = headings[statement.section] ?? NOTHING;
    if (statement.kind === 'row') {
      const cells = cellsOf(source.slice(statement.start, statement.end));
      if (statement.line > lastRow + 2) columns = cells;
      lastRow = statement.line;
      found.set(statement, { headings: own, row: new Set(termsOf(cells[0] ?? '')), columns });
      continue;
    }
    if (isTitle(statement)) titled = { section: statement.section, terms: termsOf(statement.text) };
    if (statement.kind === 'paragraph')
      announced = /[:\uFF1A]\s*$/u.test(statement.text) ? new Set(termsOf(statement.text)) : NOTHING;
    found.set(statement, {
      headings: titled.section === statement.section ? new Set([...own, ...titled.terms]) : own,
      row: statement.kind === 'item' ? announced : NOTHING,
      columns: [],
    });
  }
  return found;
}

const LONGEST_TITLE = 50;

/** A line by itself that ends with nothing: people write headings so, in bold or not. */
function isTitle({ kind, text, nth }: Statement): boolean {
  return (
    kind === 'paragraph' &&
    (nth ?? 0) === 0 &&
    text.length <= LONGEST_TITLE &&
    /^[\p{L}\d][^.!?;]*[\p{L}\d)]$/u.test(text)
  );
}

function cellsOf(raw: string): string[] {
  return raw
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replace(/[*`]/g, '').trim());
}

/** By section: the words of its heading and of those above it, but for the title of the document. */
function headingTerms({ headings }: MarkdownDocument): ReadonlySet<string>[] {
  const open: { depth: number; terms: readonly string[] }[] = [];
  return headings.map(({ depth, text }) => {
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    open.push({ depth, terms: termsOf(text) });
    return new Set(open.filter((one) => one.depth > 1).flatMap(({ terms }) => terms));
  });
}

/** Sections that are alike, each with the same labels: "When:" of one step is not "When:" of the next. */
import type { MarkdownDocument, Statement } from '../document.ts';
import { termsOf } from './terms.ts';

export interface Field {
  /** Index of the section it is a field of. */
  section: number;
  terms: readonly string[];
}

const LABEL = /^[\s*_-]*(\p{L}[\p{L}\s/-]{0,30}?)[*_\s]*[:\uFF1A]/u;
/** Two sections may happen to share a label; of three it is the form of a record. */
const FEWEST = 3;

const known = new WeakMap<MarkdownDocument, ReadonlyMap<Statement, Field>>();

/** Null where the statement has no label, or its label stands in too few sections of one rank. */
export function fieldOf(statement: Statement, document: MarkdownDocument): Field | null {
  let all = known.get(document);
  if (all === undefined) {
    all = fieldsIn(document);
    known.set(document, all);
  }
  return all.get(statement) ?? null;
}

function fieldsIn({ statements, headings }: MarkdownDocument): ReadonlyMap<Statement, Field> {
  const parents = parentsOf(headings.map(({ depth }) => depth));
  const labelled = statements.flatMap((statement) => {
    const label = LABEL.exec(statement.text)?.[1]?.trim().toLowerCase();
    const heading = headings[statement.section];
    return label === undefined || heading === undefined
      ? []
      : [{ statement, label, rank: `${parents[statement.section]} ${heading.depth}` }];
  });
  const found = new Map<Statement, Field>();
  for (const group of Map.groupBy(labelled, ({ label, rank }) => `${rank} ${label}`).values()) {
    if (new Set(group.map(({ statement }) => statement.section)).size < FEWEST) continue;
    for (const { statement, label } of group)
      found.set(statement, { section: statement.section, terms: termsOf(label) });
  }
  return found;
}

/** By heading: the index of the one it stands under; -1 where it stands under none. */
function parentsOf(depths: readonly number[]): number[] {
  const open: number[] = [];
  return depths.map((depth, index) => {
    while (open.length > 0 && (depths[open.at(-1) ?? 0] ?? 0) >= depth) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(index);
    return parent;
  });
}

/** The forms in which a plan may have its steps: tables, named parts, told in order, lists. */
import type { MarkdownDocument, Statement } from '../documents/document.ts';
import { stepBegun } from '../documents/language/ordinals.ts';
import { HEADINGS, NEEDS_COLUMN, VALIDATION } from '../documents/language/plan-words.ts';
import { figureOf } from '../documents/tables.ts';
import { type Begun, familyOf, partsOf, roleOf, type StepPart } from './plan-step.ts';
import {
  apart,
  isAside,
  isBeginning,
  isStepName,
  keyOf,
  linesIn,
  type Names,
  nameAt,
  shownOf,
  titleOf,
} from './plan-step-names.ts';

/** A table whose first column numbers or names its rows, and that has no figures to add up. */
export function tableSteps({ statements, source, headings }: MarkdownDocument, names: Names): Begun[] | null {
  const rows = statements.filter(({ kind }) => kind === 'row');
  const steps: Begun[] = [];
  let header: string[] = [];
  let before = -2;
  for (const row of rows) {
    const raw = source.slice(row.start, row.end);
    const cells = raw
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const isHeader = row.line > before + 2;
    before = row.line;
    if (isHeader) {
      header = cells;
      continue;
    }
    const first = (cells[0] ?? '').replace(/[*`]/g, '');
    const key =
      nameAt(first, names)?.key ?? (/^\d{1,3}\.?$/.test(first) ? keyOf(first.replace('.', '')) : null);
    const isPlan =
      header.some((name) => NEEDS_COLUMN.test(name) || VALIDATION.test(name) || HEADINGS.steps.test(name)) ||
      HEADINGS.steps.test(headings[row.section]?.text ?? '');
    // A row of figures is no step.
    const isTold = cells.slice(1).some((cell) => cell.length > 3 && figureOf(cell) === null);
    if (key === null || !isPlan || !isTold) continue;
    steps.push({
      key,
      shown: shownOf(key),
      title: (cells[1] ?? '').replace(/[*`]/g, '').slice(0, 120),
      line: row.line,
      parts: cells.slice(1).map((cell, index) => ({
        line: row.line,
        raw: cell,
        role: columnRole(header[index + 1] ?? ''),
        label: header[index + 1] ?? '',
      })),
    });
  }
  return steps.length >= 1 ? steps : null;
}

function columnRole(name: string): StepPart['role'] {
  if (NEEDS_COLUMN.test(name)) return 'needs';
  if (VALIDATION.test(name)) return 'proof';
  return HEADINGS.rollback.test(name) ? 'undo' : 'work';
}

/** Steps with names of their own: a heading, an entry or a paragraph begins with it, and what follows belongs to it. */
export function namedSteps(document: MarkdownDocument, names: Names): Begun[] | null {
  const { headings, statements, source } = document;
  const steps: Begun[] = [];
  const seen = new Set<string>();
  /** The heading under which the present step stands or which it is. */
  let owner: { step: Begun; depth: number; section: number } | null = null;
  const begin = (key: string, title: string, line: number): Begun => {
    const step: Begun = { key, shown: shownOf(key), title, line, parts: [] };
    seen.add(key);
    steps.push(step);
    return step;
  };
  let section = -2;
  for (const statement of statements.flatMap((one) => apart(one, source, names))) {
    if (statement.section !== section) {
      for (let index = Math.max(section, -1) + 1; index <= statement.section; index++) {
        const heading = headings[index];
        if (heading === undefined) continue;
        const name = nameAt(heading.text, names);
        if (name !== null && !seen.has(name.key) && isStepName(heading.text, names))
          owner = {
            step: begin(name.key, titleOf(heading.text, name.length), heading.line),
            depth: heading.depth,
            section: index,
          };
        else if (owner !== null && (owner.section === -1 || heading.depth <= owner.depth)) owner = null;
      }
      section = statement.section;
    }
    const raw = source.slice(statement.start, statement.end);
    const name = nameAt(raw, names);
    const isOwn =
      name !== null &&
      isStepName(raw, names) &&
      isBeginning(raw, name.length, statement) &&
      // "S1" under requirements is one of them.
      !(/^[a-z]+[-_]?\d/.test(name.key) && familyOf(statement, document) === 'requirements');
    if (isOwn && name !== null && !seen.has(name.key)) {
      const depth = headings[statement.section]?.depth ?? 0;
      owner = {
        step: begin(name.key, titleOf(raw, name.length), statement.line),
        depth: depth + 1,
        section: statement.section,
      };
    } else if (owner !== null && isAside(statement, owner.step)) owner = null;
    if (owner !== null) owner.step.parts.push(...partsOf(statement, raw));
  }
  return steps.length > 0 ? steps : null;
}

const FEWEST_TOLD = 2;

/** Steps that are told: "First we …", "Second, …", "Danach …". What is said until the next belongs to each. */
export function toldSteps(document: MarkdownDocument): Begun[] | null {
  const { statements, source } = document;
  const steps: Begun[] = [];
  let step: Begun | null = null;
  let section = -2;
  for (const statement of statements) {
    if (statement.kind === 'row') continue;
    const family = familyOf(statement, document);
    if (statement.section !== section && family !== null && family !== 'steps') step = null;
    section = statement.section;
    const raw = source.slice(statement.start, statement.end);
    if (step !== null && (statement.kind === 'item' || isAside(statement, step))) step = null;
    for (const { text, line } of saidIn(raw, statement.line)) {
      const begun = family === null || family === 'steps' ? stepBegun(text) : null;
      // Without a first there is no next.
      const key = begun === 'next' ? (steps.length === 0 ? null : steps.length + 1) : begun;
      if (key !== null && key === steps.length + 1) {
        step = { key: String(key), shown: shownOf(String(key)), title: titleOf(text, 0), line, parts: [] };
        steps.push(step);
      }
      step?.parts.push({ line, raw: text, role: roleOf(text) });
    }
  }
  return steps.length >= FEWEST_TOLD ? steps : null;
}

/** Sentences with the lines they begin on. A broken line goes on, unless it could be an end and a beginning. */
function saidIn(raw: string, line: number): { text: string; line: number }[] {
  const ends = [...raw.matchAll(/(?<=[.;!?])\s+|(?<=[。！？])\s*|(?:\r\n|\n|\r)(?=\s*[\p{Lu}\p{Lo}])/gu)];
  let from = 0;
  return [
    ...ends.map(({ index, 0: gap }) => [index, index + gap.length] as const),
    [raw.length, raw.length] as const,
  ].flatMap(([to, next]) => {
    const said = { text: raw.slice(from, to), line: line + linesIn(raw.slice(0, from)) };
    from = next;
    return said.text.trim() === '' ? [] : [said];
  });
}

/** Entries of a numbered list under a heading for steps, or of the first one where there is none. */
export function numberedSteps(document: MarkdownDocument): Begun[] | null {
  return entries(document, ({ isOrdered, kind }) => kind === 'item' && isOrdered);
}

/** Lines of notes below one that says they are what is done. */
export function linedSteps(document: MarkdownDocument): Begun[] | null {
  return entries(document, ({ nth }) => nth !== null, true);
}

/** Entries of any list under a heading for steps. */
export function listedSteps(document: MarkdownDocument): Begun[] | null {
  return entries(document, ({ kind }) => kind === 'item', true);
}

function entries(
  document: MarkdownDocument,
  isEntry: (statement: Statement) => boolean,
  needsHeading = false,
): Begun[] | null {
  const { headings, statements, source } = document;
  const isUnder = (statement: Statement): boolean => {
    const heading = familyOf(statement, document);
    return heading === 'steps' || (!needsHeading && heading === null);
  };
  const steps: Begun[] = [];
  let step: Begun | null = null;
  let indent = 0;
  let rank = 0;
  let section = -2;
  /** "must haves" on a line of its own: the list below it is what is wanted. */
  let isWanted = false;
  for (const [index, statement] of statements.entries()) {
    if (statement.kind === 'paragraph') {
      isWanted = HEADINGS.requirements.test(statement.text) && statement.text.length <= LONGEST_ANNOUNCEMENT;
      if (isWanted) step = null;
    }
    // A list of another mark is another list.
    if (
      isWanted &&
      statement.kind === 'item' &&
      markOf(source, statement) !== markOf(source, statements[index - 1])
    )
      isWanted = statements[index - 1]?.kind === 'paragraph';
    const depth = headings[statement.section]?.depth ?? 0;
    // A heading of the same rank begins something else: a calendar is no part of the last step.
    if (statement.section !== section && (!isUnder(statement) || depth <= rank)) step = null;
    if (statement.nth !== null && !isUnder(statement)) step = null;
    section = statement.section;
    const own = statement.start - lineStart(source, statement.start);
    const isNested: boolean = step !== null && own > indent + 1;
    const raw = source.slice(statement.start, statement.end);
    if (isEntry(statement) && isUnder(statement) && !isNested && !isWanted) {
      const key = ownNumber(source, statement, steps) ?? String(steps.length + 1);
      step = { key, shown: shownOf(key), title: titleOf(raw, 0), line: statement.line, parts: [] };
      steps.push(step);
      indent = own;
      rank = depth;
    } else if (
      !isNested &&
      statement.kind === 'paragraph' &&
      headings[statement.section] !== undefined &&
      own < indent
    )
      step = null;
    step?.parts.push(...partsOf(statement, raw));
  }
  return steps.length > 0 ? steps : null;
}

/** A list keeps counting where something else stands between its entries, and is referred to by the numbers it has. */
function ownNumber(source: string, statement: Statement, before: readonly Begun[]): string | null {
  const number = /(\d{1,3})[.)]\s+(?:\[.\]\s+)?$/u.exec(
    source.slice(lineStart(source, statement.start), statement.start),
  )?.[1];
  return number !== undefined && Number(number) > Number(before.at(-1)?.key ?? 0)
    ? String(Number(number))
    : null;
}

const LONGEST_ANNOUNCEMENT = 40;

/** "1." and "1)" begin two lists. */
function markOf(source: string, statement: Statement | undefined): string {
  if (statement === undefined || statement.kind !== 'item') return '';
  return (
    /([.)]|[-*+•])\s+(?:\[.\]\s+)?$/u.exec(
      source.slice(lineStart(source, statement.start), statement.start),
    )?.[1] ?? ''
  );
}

function lineStart(source: string, at: number): number {
  return Math.max(source.lastIndexOf('\n', at - 1), source.lastIndexOf('\r', at - 1)) + 1;
}

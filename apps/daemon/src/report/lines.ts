/** Two texts, line by line: what went, what came, as a unified diff that `patch` and `git apply` take. */
import { diff } from 'node:util';

export type LineChange = { kind: 'same' | 'removed' | 'added'; text: string };

export interface Comparison {
  changes: LineChange[];
  added: number;
  removed: number;
}

/** Beyond this many differing lines an exact answer costs more than it tells: the middle is one block. */
const MAX_COMPARED_LINES = 6_000;
const CONTEXT_LINES = 3;
const NO_NEWLINE = '\\ No newline at end of file';

/** Line ends stay part of the line, so that a change of them is a change. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function compareLines(before: string, after: string): Comparison {
  const old = splitLines(before);
  const now = splitLines(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++;
  const same = (text: string): LineChange => ({ kind: 'same', text });
  const middle = compareMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const changes = [...old.slice(0, head).map(same), ...middle, ...old.slice(old.length - tail).map(same)];
  return {
    changes,
    added: middle.filter((change) => change.kind === 'added').length,
    removed: middle.filter((change) => change.kind === 'removed').length,
  };
}

function compareMiddle(old: string[], now: string[]): LineChange[] {
  const removed = (text: string): LineChange => ({ kind: 'removed', text });
  const added = (text: string): LineChange => ({ kind: 'added', text });
  if (old.length === 0 || now.length === 0 || old.length + now.length > MAX_COMPARED_LINES) {
    return [...old.map(removed), ...now.map(added)];
  }
  const changes = diff(old, now).map(([operation, text]): LineChange => {
    if (operation === 0) return { kind: 'same', text };
    // Node speaks of what the *expected* text needs: 1 stands only in the first, -1 only in the second.
    return operation === 1 ? removed(text) : added(text);
  });
  return removedFirst(changes);
}

/** Within one run of changes what went stands before what came, as readers and `patch` expect. */
function removedFirst(changes: LineChange[]): LineChange[] {
  const ordered: LineChange[] = [];
  let added: LineChange[] = [];
  for (const change of changes) {
    if (change.kind === 'added') added.push(change);
    else {
      if (change.kind === 'same') {
        ordered.push(...added);
        added = [];
      }
      ordered.push(change);
    }
  }
  return [...ordered, ...added];
}

export interface Hunk {
  oldStart: number;
  newStart: number;
  changes: LineChange[];
}

/** The changed places with a few lines around each. */
export function hunksOf(changes: readonly LineChange[], context = CONTEXT_LINES): Hunk[] {
  const hunks: Hunk[] = [];
  let oldLine = 1;
  let newLine = 1;
  let open: Hunk | null = null;
  let lastChange = Number.NEGATIVE_INFINITY;
  const before: { change: LineChange; oldLine: number; newLine: number }[] = [];
  changes.forEach((change, index) => {
    if (change.kind !== 'same') {
      if (open === null) {
        const [first] = before;
        open = {
          oldStart: first?.oldLine ?? oldLine,
          newStart: first?.newLine ?? newLine,
          changes: before.map((entry) => entry.change),
        };
        hunks.push(open);
      } else open.changes.push(...before.map((entry) => entry.change));
      before.length = 0;
      open.changes.push(change);
      lastChange = index;
    } else {
      before.push({ change, oldLine, newLine });
      if (open !== null && index - lastChange > context * 2) {
        open.changes.push(...before.splice(0, context).map((entry) => entry.change));
        open = null;
      }
      if (open === null && before.length > context) before.splice(0, before.length - context);
    }
    if (change.kind !== 'added') oldLine++;
    if (change.kind !== 'removed') newLine++;
  });
  const last = hunks.at(-1);
  if (open !== null && last !== undefined)
    last.changes.push(...before.slice(0, context).map((entry) => entry.change));
  return hunks;
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

/** Empty when nothing differs. */
export function unifiedDiff(name: string, { changes }: Pick<Comparison, 'changes'>): string {
  const hunks = hunksOf(changes);
  if (hunks.length === 0) return '';
  const lines = [`--- a/${name}\n`, `+++ b/${name}\n`];
  for (const { oldStart, newStart, changes: inside } of hunks) {
    const olds = inside.filter((change) => change.kind !== 'added').length;
    const news = inside.filter((change) => change.kind !== 'removed').length;
    lines.push(`@@ -${range(oldStart, olds)} +${range(newStart, news)} @@\n`);
    for (const { kind, text } of inside) {
      lines.push(SIGNS[kind] + (text.endsWith('\n') ? text : `${text}\n${NO_NEWLINE}\n`));
    }
  }
  return lines.join('');
}

/** A range of no lines is named by the line before it. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

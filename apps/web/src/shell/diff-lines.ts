/** Line by line, with a bound: sources too different are shown as replaced. */
import { diffArrays } from 'diff';

export interface Hunk {
  kind: 'same' | 'gone' | 'added';
  lines: string[];
  /** Unchanged lines left out before these. */
  skipped: number;
}

const MAX_EDITS = 1_000;
const CONTEXT_LINES = 3;

export function diffLines(before: string, after: string): Hunk[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const changes = diffArrays(a, b, { maxEditLength: MAX_EDITS }) ?? replaced(a, b);
  const hunks: Hunk[] = [];
  let skipped = 0;
  for (const [index, { value, added, removed }] of changes.entries()) {
    if (added || removed) {
      hunks.push({ kind: added ? 'added' : 'gone', lines: value, skipped });
      skipped = 0;
      continue;
    }
    const after = index === 0 ? 0 : CONTEXT_LINES;
    const before = index === changes.length - 1 ? 0 : CONTEXT_LINES;
    if (value.length <= after + before) {
      hunks.push({ kind: 'same', lines: value, skipped: 0 });
      continue;
    }
    if (after > 0) hunks.push({ kind: 'same', lines: value.slice(0, after), skipped: 0 });
    skipped = value.length - after - before;
    if (before > 0) {
      hunks.push({ kind: 'same', lines: value.slice(-before), skipped });
      skipped = 0;
    }
  }
  return hunks;
}

/** What both begin and end with stays; all between them is gone, and all of the other has come. */
function replaced(a: string[], b: string[]) {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const part = (value: string[], kind: 'same' | 'gone' | 'added') =>
    value.length === 0 ? [] : [{ value, added: kind === 'added', removed: kind === 'gone' }];
  return [
    ...part(a.slice(0, head), 'same'),
    ...part(a.slice(head, a.length - tail), 'gone'),
    ...part(b.slice(head, b.length - tail), 'added'),
    ...part(a.slice(a.length - tail), 'same'),
  ];
}

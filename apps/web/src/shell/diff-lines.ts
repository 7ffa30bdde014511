/** Line by line, by Myers' algorithm, with a bound: sources too different are shown as replaced. */

export interface Hunk {
  kind: 'same' | 'gone' | 'added';
  lines: string[];
  /** Unchanged lines left out before these. */
  skipped: number;
}

const MAX_EDITS = 1_000;
const CONTEXT_LINES = 3;

type Kind = Hunk['kind'];

export function diffLines(before: string, after: string): Hunk[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = edits(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return hunksOf([...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)]);
}

interface Edit {
  kind: Kind;
  line: string;
}

const same = (line: string): Edit => ({ kind: 'same', line });
const gone = (line: string): Edit => ({ kind: 'gone', line });
const added = (line: string): Edit => ({ kind: 'added', line });

function edits(a: readonly string[], b: readonly string[]): Edit[] {
  const limit = Math.min(a.length + b.length, MAX_EDITS);
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= limit; d++) {
    trace.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(furthest, k - 1) < at(furthest, k + 1));
      let x = down ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trace);
    }
  }
  return [...a.map(gone), ...b.map(added)];
}

const at = (furthest: Map<number, number>, k: number): number => furthest.get(k) ?? -1;

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Map<number, number>[]): Edit[] {
  const result: Edit[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d] ?? new Map();
    const k = x - y;
    const down = k === -d || (k !== d && at(furthest, k - 1) < at(furthest, k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = at(furthest, fromK);
    while (x > fromX && y > fromX - fromK && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      result.push(same(a[x] ?? ''));
    }
    if (d === 0) break;
    if (down) result.push(added(b[--y] ?? ''));
    else result.push(gone(a[--x] ?? ''));
  }
  return result.reverse();
}

function hunksOf(list: readonly Edit[]): Hunk[] {
  const near = list.map((_, index) =>
    list
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  const hunks: Hunk[] = [];
  let skipped = 0;
  for (const [index, { kind, line }] of list.entries()) {
    if (!near[index]) {
      skipped += 1;
      continue;
    }
    const last = hunks.at(-1);
    if (last?.kind === kind && skipped === 0) last.lines.push(line);
    else hunks.push({ kind, lines: [line], skipped });
    skipped = 0;
  }
  return hunks;
}

/** Two texts, line by line: what went, what came, as a unified diff that `patch` and `git apply` take. */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

export type LineChange = { kind: 'same' | 'removed' | 'added'; text: string };

/** A changed place with a few lines around it. */
export interface Hunk {
  oldStart: number;
  newStart: number;
  changes: LineChange[];
}

export interface Comparison {
  /** As the `diff` package has them: each line behind its sign. */
  hunks: StructuredPatchHunk[];
  added: number;
  removed: number;
}

/** Beyond this many lines out and in, an exact answer costs more than it tells: the middle is one block. */
const MAX_EDITS = 2_000;
const CONTEXT_LINES = 3;
const NO_NEWLINE = '\\ No newline at end of file';

export function compareLines(before: string, after: string): Comparison {
  const limits = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, limits);
  const hunks = patch?.hunks ?? [replacedBlock(splitLines(before), splitLines(after))];
  const count = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  return { hunks, added: count('+'), removed: count('-') };
}

/** Line ends stay part of the line, so that a change of them is a change. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Everything between the first and the last line that differ, out and in. */
function replacedBlock(old: readonly string[], now: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const from = Math.max(0, head - CONTEXT_LINES);
  const after = Math.min(tail, CONTEXT_LINES);
  const [oldEnd, newEnd] = [old.length - tail, now.length - tail];
  return {
    oldStart: from + 1,
    oldLines: oldEnd + after - from,
    newStart: from + 1,
    newLines: newEnd + after - from,
    lines: [
      ...signed(' ', old.slice(from, head)),
      ...signed('-', old.slice(head, oldEnd)),
      ...signed('+', now.slice(head, newEnd)),
      ...signed(' ', old.slice(oldEnd, oldEnd + after)),
    ],
  };
}

function signed(sign: ' ' | '-' | '+', lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE],
  );
}

const KINDS = { ' ': 'same', '-': 'removed', '+': 'added' } as const;

/** The same hunks for a view: no signs, and no mark where a last line has no end. */
export function hunksOf({ hunks }: Pick<Comparison, 'hunks'>): Hunk[] {
  return hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    changes: lines.flatMap((line): LineChange[] => {
      const kind = KINDS[line.charAt(0) as keyof typeof KINDS];
      return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
    }),
  }));
}

/** Empty when nothing differs. */
export function unifiedDiff(name: string, { hunks }: Pick<Comparison, 'hunks'>): string {
  if (hunks.length === 0) return '';
  const patch = {
    oldFileName: `a/${name}`,
    newFileName: `b/${name}`,
    oldHeader: undefined,
    newHeader: undefined,
    hunks,
  };
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

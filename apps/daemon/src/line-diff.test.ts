import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, hunksOf, unifiedDiff } from './line-diff.ts';

function patched(before: string, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'jury-diff-'));
  try {
    writeFileSync(join(folder, 'page.html'), before);
    writeFileSync(join(folder, 'page.diff'), unifiedDiff('page.html', compareLines(before, after)));
    // Outside of any repository, so that git takes the folder as it is.
    execFileSync('git', ['apply', '--whitespace=nowarn', 'page.diff'], {
      cwd: folder,
      env: { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: tmpdir() },
    });
    return readFileSync(join(folder, 'page.html'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a changed line with three lines around it', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
  const comparison = compareLines(before, before.replace('e', 'E'));
  expect(unifiedDiff('p.html', comparison)).toBe(
    '--- a/p.html\n+++ b/p.html\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
  );
  expect(comparison).toMatchObject({ added: 1, removed: 1 });
});

test('the same text gives no diff at all', () => {
  expect(unifiedDiff('p.html', compareLines('a\nb', 'a\nb'))).toBe('');
});

test.each([
  [
    'two places far apart',
    `${'x\n'.repeat(3)}a\n${'y\n'.repeat(20)}b\n`,
    `${'x\n'.repeat(3)}A\n${'y\n'.repeat(20)}B\n`,
  ],
  ['two places close together', 'a\n1\n2\n3\n4\nb\n', 'A\n1\n2\n3\n4\nB\n'],
  ['no newline at the end', 'a\nb', 'a\nc'],
  ['a newline added at the end', 'a\nb', 'a\nb\n'],
  ['Windows line ends', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
  ['lines only added', 'a\nb\n', 'a\nx\ny\nb\n'],
  ['lines only removed', 'a\nx\ny\nb\n', 'a\nb\n'],
  ['the end of a line', 'a\nb\n', 'a\r\nb\n'],
  ['lines that look like marks', '-- x\n\\ y\n', '++ x\n\\ z\n'],
  ['everything new', 'a\n', 'b\nc\n'],
  ['more lines than are compared one by one', 'a\n'.repeat(7000), 'b\n'.repeat(10)],
])('git apply takes the diff: %s', (_, before, after) => {
  expect(patched(before, after)).toBe(after);
});

test('the second text can be made from the first by what was compared', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a\r\n', '- x\n', '\\ y\n'), { maxLength: 30 })
    .chain((lines) => fc.constantFrom('', 'end').map((end) => lines.join('') + end));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const comparison = compareLines(before, after);
      const kinds = hunksOf(comparison).flatMap(({ changes }) => changes.map(({ kind }) => kind));
      expect(applyPatch(before, unifiedDiff('p.html', comparison))).toBe(after);
      expect(kinds.filter((kind) => kind === 'added')).toHaveLength(comparison.added);
      expect(kinds.filter((kind) => kind === 'removed')).toHaveLength(comparison.removed);
      // What went stands before what came, as readers expect.
      expect(kinds.join()).not.toContain('added,removed');
    }),
  );
});

test('beyond the bound of edits the middle is one block, with the lines around it', () => {
  const lines = (prefix: string): string =>
    Array.from({ length: 1_200 }, (_, i) => `${prefix}${i}\n`).join('');
  const [head, tail] = ['1\n2\n3\n4\n', '5\n6\n7\n8\n'];
  const comparison = compareLines(head + lines('a') + tail, head + lines('b') + tail);
  expect(comparison).toMatchObject({ added: 1_200, removed: 1_200 });
  expect(comparison.hunks).toMatchObject([{ oldStart: 2, oldLines: 1_206, newStart: 2, newLines: 1_206 }]);
  expect(comparison.hunks[0]?.lines.slice(0, 4)).toEqual([' 2', ' 3', ' 4', '-a0']);
  expect(comparison.hunks[0]?.lines.at(-1)).toBe(' 7');
});

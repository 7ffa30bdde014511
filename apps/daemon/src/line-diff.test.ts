import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, unifiedDiff } from './lines.ts';

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
  ['everything new', 'a\n', 'b\nc\n'],
  ['more lines than are compared one by one', 'a\n'.repeat(7000), 'b\n'.repeat(10)],
])('git apply takes the diff: %s', (_, before, after) => {
  expect(patched(before, after)).toBe(after);
});

test('both texts can be read back from what was compared', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 30 })
    .map((lines) => lines.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { changes } = compareLines(before, after);
      const without = (kind: string) =>
        changes.filter((change) => change.kind !== kind).map((change) => change.text);
      expect(without('added').join('')).toBe(before);
      expect(without('removed').join('')).toBe(after);
    }),
  );
});

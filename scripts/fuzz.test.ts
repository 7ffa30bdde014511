import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './files.ts';
import { keep, problemOf, readFound, search } from './fuzz/found.ts';
import type { Property } from './fuzz/properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'jury-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHORT: Property<{ text: string }> = {
  name: 'short',
  cases: fc.record({ text: fc.string({ unit: 'binary' }) }),
  problem: ({ text }) => (text.length > 3 ? `${text.length} characters` : null),
};

test('what fails is kept as the smallest case, and fails again when it is read back', async () => {
  const found = await search(SHORT, 7, 500);
  if (found === null) throw new Error('nothing was found');
  expect(found).toMatchObject({ property: 'short', seed: 7, problem: '4 characters' });
  const file = keep(found, folder);
  expect(file).toBe(join(folder, 'fuzz-short-7.json'));
  const read = readFound(file);
  expect(read).toEqual(found);
  expect(await problemOf(SHORT, read.case as { text: string })).toBe('4 characters');
});

test('a property that holds leaves nothing; one that throws is a problem', async () => {
  expect(await search({ ...SHORT, problem: () => null }, 7, 100)).toBeNull();
  const crashes: Property<{ text: string }> = {
    ...SHORT,
    problem() {
      throw new Error('no such state');
    },
  };
  expect(await search(crashes, 7, 100)).toMatchObject({
    problem: 'it throws: no such state',
    case: { text: '' },
  });
});

test('--again tries the case that was kept, and says by its exit code whether it still fails', () => {
  const file = join(folder, 'mended.json');
  const one = { text: 'a', places: [0.5], parserMaxBlockBytes: 200 };
  writeFileSync(file, JSON.stringify({ property: 'chunks', problem: 'p', seed: 1, path: '0', case: one }));
  const again = (path: string) =>
    spawnSync(process.execPath, ['scripts/fuzz.ts', '--again', path], { cwd: ROOT, encoding: 'utf8' });
  expect(again(file)).toMatchObject({ status: 0, stdout: expect.stringContaining('it holds now') });
  writeFileSync(file, JSON.stringify({ property: 'gone', problem: 'p', seed: 1, path: '0', case: one }));
  expect(again(file)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('there is none of that name'),
  });
});

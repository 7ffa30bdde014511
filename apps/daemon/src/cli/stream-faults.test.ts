import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../scripts/jury-program.ts';
import { GOOD_PAGE, place } from './test/jury.ts';

const FULL = '/dev/full';
const SENTENCE = 'jury: the result could not be written: the disk is full; free some space.\n';

/** With one of its channels on a disk that is full. */
function called(folder: string, channel: 'stdout' | 'stderr', ...args: string[]) {
  const full = openSync(FULL, 'w');
  try {
    const stdio = channel === 'stdout' ? ['ignore', full, 'pipe'] : ['ignore', 'pipe', full];
    const env = { PATH: process.env.PATH ?? '', HOME: folder, OD_BROWSER: '/nonexistent', ...COMPILE_CACHE };
    return spawnSync(process.execPath, [...JURY_PROGRAM, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: stdio as ['ignore', number | 'pipe', number | 'pipe'],
    });
  } finally {
    closeSync(full);
  }
}

test.skipIf(!existsSync(FULL))('words that cannot be written are no bug, and a verdict is kept', () => {
  using here = place();
  here.write('good.html', GOOD_PAGE);
  here.write('pale.html', GOOD_PAGE.replace('<p>High', '<p style="color:#ccc">High'));
  const good = called(here.folder, 'stdout', 'check', 'good.html', '--quiet');
  expect([good.status, good.stderr]).toEqual([3, SENTENCE]);
  const pale = called(here.folder, 'stdout', 'check', 'pale.html', '--quiet');
  expect([pale.status, pale.stderr]).toEqual([1, SENTENCE]);
  const help = called(here.folder, 'stdout', '--help');
  expect([help.status, help.stderr]).toEqual([3, SENTENCE]);
  const silent = called(here.folder, 'stderr', 'check', 'good.html');
  expect(silent.status).toBe(0);
  expect(silent.stdout).toContain('good.html passes');
  expect(called(here.folder, 'stderr', 'nosuch').status).toBe(2);
});

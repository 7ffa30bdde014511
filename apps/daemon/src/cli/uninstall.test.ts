/** What is left on the machine, and that it goes only after a yes. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { homeOfProject, writeNote } from '../home/data-folder.ts';
import { recordingShell } from './test/recording-shell.ts';
import { run } from './uninstall.ts';

const root = mkdtempSync(join(tmpdir(), 'jury-uninstall-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const state = join(root, '.local/state/design-jury');
const moved = join(root, 'moved');
const notOurs = join(root, 'not-ours');
const settings = join(root, '.config/design-jury');
const cache = join(root, '.cache/design-jury');

beforeEach(async () => {
  for (const folder of [moved, notOurs, settings, cache]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(moved, 'jury.db'), '');
  writeFileSync(join(notOurs, 'thesis.txt'), 'all of it');
  writeFileSync(join(settings, 'keys.json'), '{}');
  for (const [project, movedTo] of [
    ['/gone/one', moved],
    ['/gone/two', notOurs],
    ['/gone/three', undefined],
  ] as const)
    await writeNote(homeOfProject(project, state), {
      version: 1,
      project,
      told: [],
      ...(movedTo !== undefined && { movedTo }),
    });
});

async function uninstall(argv: string[], answers: readonly string[] | null = null) {
  const { shell, output } = recordingShell(root, {}, answers);
  return { exit: await run(argv, shell), output: output() };
}

test('lists what there is, and removes nothing', async () => {
  const { exit, output } = await uninstall([]);
  expect(exit).toBe(0);
  for (const path of [state, moved, cache]) expect(output).toContain(path);
  expect(output).toContain('uninstall --data removes it');
  expect(existsSync(state)).toBe(true);
});

test('counts every byte once: what runs take is not part of what is left beside them', async () => {
  writeFileSync(join(homeOfProject('/gone/three', state), 'jury.db'), 'x'.repeat(50_000));
  const { left } = JSON.parse((await uninstall(['--json'])).output) as {
    left: { path: string; bytes: number }[];
  };
  const bytesOf = (path: string) => left.find((one) => one.path === path)?.bytes ?? -1;
  expect(bytesOf(homeOfProject('/gone/three', state))).toBeGreaterThan(50_000);
  expect(bytesOf(state)).toBeGreaterThanOrEqual(0);
  expect(bytesOf(state)).toBeLessThan(10_000);
});

test.each([
  ['no', ['--data'], ['n'], false],
  ['nobody to ask', ['--data'], null, false],
  ['a yes', ['--data'], ['y'], true],
  ['--yes', ['--data', '--yes', '--json'], null, true],
])('with --data and %s', async (_, argv, answers, removed) => {
  expect((await uninstall(argv, answers)).exit).toBe(0);
  for (const path of [state, moved, cache]) expect(existsSync(path)).toBe(!removed);
  // What a note names and is not ours, and what the user wrote, stays.
  expect(existsSync(join(notOurs, 'thesis.txt'))).toBe(true);
  expect(existsSync(join(settings, 'keys.json'))).toBe(true);
});

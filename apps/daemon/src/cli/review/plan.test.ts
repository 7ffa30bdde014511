/** Which setting wins: a flag, then a variable, then the project's file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processShell, type Shell } from '../shell.ts';
import { readPlan } from './plan.ts';

const FILE = { threshold: 7, maxRounds: 2 };

async function settings(flags: string[], env: Record<string, string>) {
  const cwd = await mkdtemp(join(tmpdir(), 'jury-plan-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, 'page.html'), '<!doctype html><title>A page</title>');
  await writeFile(join(cwd, 'jury.config.json'), JSON.stringify(FILE));
  const shell: Shell = { ...processShell(), cwd, env };
  const { threshold, maxRounds } = (await readPlan(['page.html', ...flags], shell)).settings;
  return { threshold, maxRounds };
}

test.each([
  [[], {}, FILE],
  [['--threshold', '9'], {}, { threshold: 9, maxRounds: 2 }],
  // Left to the engine, which reads the variable.
  [[], { OD_CRITIQUE_SCORE_THRESHOLD: '6' }, { threshold: undefined, maxRounds: 2 }],
  [[], { OD_CRITIQUE_MAX_ROUNDS: '5' }, { threshold: 7, maxRounds: undefined }],
  [[], { OD_CRITIQUE_SCORE_THRESHOLD: ' ' }, FILE],
  [['--threshold', '9'], { OD_CRITIQUE_SCORE_THRESHOLD: '6' }, { threshold: 9, maxRounds: 2 }],
])('flags %j and variables %j over the file', async (flags, env, expected) => {
  expect(await settings(flags, env)).toEqual(expected);
});

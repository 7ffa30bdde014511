/** A program as an agent: whatever fails at its start, nothing of it is left. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endMarked } from './process-group.ts';
import { createProgramAgent, type ProgramSpec } from './program.ts';
import { AgentUnavailableError } from './session.ts';
import { PROCESS_FILE } from './supervise.ts';

const SILENT = fileURLToPath(new URL('./test/silent.mjs', import.meta.url));

let folder: string;
let runId: string;
beforeEach(async () => {
  runId = `r-${randomUUID()}`;
  folder = await mkdtemp(join(tmpdir(), 'jury-program-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (changes: Partial<ProgramSpec> = {}, signal = new AbortController().signal) => {
  const spec: ProgramSpec = {
    id: 'fake',
    name: 'Fake',
    command: process.execPath,
    args: [SILENT],
    ...changes,
  };
  const agent = createProgramAgent(spec, { PATH: process.env.PATH }, { killGraceMs: 300 });
  return agent.open({ runId, subject: { kind: 'brief', text: 'x' }, workDir: folder }, signal);
};

test('a note that cannot be written ends the child it was about', async () => {
  await mkdir(join(folder, PROCESS_FILE));
  await expect(open()).rejects.toBeInstanceOf(AgentUnavailableError);
  expect(endMarked(runId)).toBe(0);
});

test('a run’s folder that is not there is said as a program that cannot start, and nothing of it is left', async () => {
  await rm(folder, { recursive: true });
  await expect(open()).rejects.toThrow(AgentUnavailableError);
  expect(endMarked(runId)).toBe(0);
});

test('a program that spawn itself refuses is said as one that cannot start', async () => {
  await expect(open({ args: ['\0'] })).rejects.toBeInstanceOf(AgentUnavailableError);
});

test('a run that is stopped already starts no program', async () => {
  await expect(open({}, AbortSignal.abort())).rejects.toBeInstanceOf(AgentUnavailableError);
  expect(endMarked(runId)).toBe(0);
});

test('a stop ends the program; closing twice is closing once', async () => {
  const stop = new AbortController();
  const session = await open({}, stop.signal);
  stop.abort();
  expect(await session.close()).toMatchObject({ signal: 'SIGTERM' });
  expect(await session.close()).toEqual(await session.close());
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import { expect, onTestFinished, test } from 'vitest';
import { PAGE, type Script, say, scriptedAgent } from '../critique/test/theater.ts';
import { readFinal } from './artifacts.ts';
import { playSinglePass } from './single-pass.ts';

async function play(script: Script, ends = true) {
  const folder = await mkdtemp(join(tmpdir(), 'jury-single-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { agent, heard } = scriptedAgent(script, 'one-shot', ends);
  const end = await playSinglePass({
    runId: 'r',
    agent,
    subject: { kind: 'brief', text: 'A page.' },
    prompt: 'A page.',
    folder,
    timeoutMs: 20_000,
    limits: DEFAULT_RUN_LIMITS,
    signal: new AbortController().signal,
  });
  return { end, heard, final: await readFinal(folder) };
}

test('a page that came whole is kept', async () => {
  const { end, final, heard } = await play(() => [say(PAGE)]);
  expect([end.kind, final?.path.endsWith('.html'), heard.closed]).toEqual(['page', true, 1]);
});

test('[S16] a page whose agent just stops is none, however whole it looks', async () => {
  const { end, final } = await play(() => [say('<main><h1>Tide</h1><p>High wat')], false);
  expect(end).toMatchObject({
    kind: 'failed',
    cause: 'agent_error',
    message: expect.stringContaining('complete'),
  });
  expect(final).toBeNull();
});

test('what was said before a new beginning is no part of the page', async () => {
  const { end, final } = await play(() => [
    say('<html><body>half'),
    { type: 'restart', message: 'again' },
    say(PAGE),
  ]);
  expect([end.kind, final?.sha256]).toEqual(['page', expect.any(String)]);
});

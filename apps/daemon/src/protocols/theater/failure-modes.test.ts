/** Every row of the failure-mode table, provoked with a real child process. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunSnapshot } from '@design-jury/contracts/http';
import { isTerminalEvent } from '@design-jury/contracts/theater/sse';
import { afterEach, describe, expect, test } from 'vitest';
import { markDegraded } from '../../agents/degraded.ts';
import { groupLives } from '../../agents/process-group.ts';
import { ownAgents } from '../../agents/test/own-agents.ts';
import { readTranscript } from '../../host/log/transcript.ts';
import { openTestEngine, type TestEngine, temporaryFolder } from '../../host/test/engine.ts';

let engine: TestEngine;
afterEach(() => engine.dispose());

const folderOf = ({ run }: RunSnapshot): string => join(engine.dataDir, 'artifacts', run.artifactId);

function expectNothingLeft(snapshot: RunSnapshot): void {
  const { pgid } = JSON.parse(readFileSync(join(folderOf(snapshot), 'agent-process.json'), 'utf8'));
  expect(groupLives(pgid)).toBe(false);
}

async function expectOneEnd(snapshot: RunSnapshot): Promise<void> {
  const { path } = await engine.jury.transcriptFile(engine.projectId, snapshot.run.id);
  const events = [];
  for await (const event of readTranscript(path)) events.push(event);
  expect(events.filter(isTerminalEvent)).toHaveLength(1);
  expect(isTerminalEvent(events.at(-1) ?? { type: '' })).toBe(true);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(snapshot.run.eventCount).toBe(events.length);
}

async function play(agent: string): Promise<RunSnapshot> {
  const { run } = await engine.start({ agent });
  const snapshot = await engine.finished(run.id);
  expectNothingLeft(snapshot);
  await expectOneEnd(snapshot);
  return snapshot;
}

const finalPage = async ({ run }: RunSnapshot): Promise<string> =>
  readFileSync((await engine.jury.artifactFile(engine.projectId, run.id, 'final')).path, 'utf8');

describe('a model that cannot be read', () => {
  test.each([
    ['malformed_block', 'model-malformed-unclosed-dim'],
    ['oversize_block', 'model-oversize-300kb'],
    ['missing_artifact', 'model-missing-artifact'],
    ['protocol_version_mismatch', 'model-version-mismatch'],
  ])('degrades as %s', async (reason, fixture) => {
    engine = await openTestEngine({ fake: ['plays', fixture, '997'] });
    const snapshot = await play('fake');
    expect(snapshot.run.state).toBe('degraded');
    expect(snapshot.state).toMatchObject({ phase: 'degraded', reason, adapter: 'fake' });
  });

  test('keeps the rounds that were complete', async () => {
    engine = await openTestEngine({ fake: ['plays', 'model-truncated-in-artifact'] });
    const snapshot = await play('fake');
    expect(snapshot.state).toMatchObject({ phase: 'degraded', bestRound: 1 });
    expect(snapshot.rounds).toHaveLength(1);
    expect(await finalPage(snapshot)).toContain('Ledgerly draft 1');
  });

  test('[S25] one that only talks gives its page by the single pass', async () => {
    const dataDir = await temporaryFolder();
    const file = join(dataDir, 'asked.txt');
    engine = await openTestEngine({ fake: ['page-alone', file] }, { dataDir });
    const snapshot = await play('fake');
    expect(snapshot.state).toMatchObject({ phase: 'degraded', reason: 'missing_artifact', bestRound: null });
    expect(snapshot.run).toMatchObject({ state: 'degraded', composite: null, finalRound: null, exitCode: 3 });
    expect(await finalPage(snapshot)).toContain('Harbour fees');
    expect(readFileSync(file, 'utf8')).toBe('panel\npage\n');
  });

  test('[S25] one whose page was read whole before the panel broke is not asked again', async () => {
    engine = await openTestEngine({ fake: ['plays', 'model-malformed-unclosed-dim'] });
    const snapshot = await play('fake');
    expect(snapshot.state).toMatchObject({ phase: 'degraded', reason: 'malformed_block', bestRound: null });
    expect(await finalPage(snapshot)).toContain('<h1');
  });

  test('[S26] an agent that is marked degraded writes the page of a brief without a jury, and the run says why', async () => {
    const dataDir = await temporaryFolder();
    const file = join(dataDir, 'asked.txt');
    engine = await openTestEngine({ fake: ['page-alone', file] }, { dataDir });
    await markDegraded(engine.dataDir, 'fake', '70 % of its runs could be read', Date.now());
    const { run } = await engine.start({ agent: 'fake' });
    const snapshot = await engine.finished(run.id);
    expect(snapshot.state).toMatchObject({ phase: 'degraded', reason: 'adapter_unsupported' });
    expect(snapshot.run).toMatchObject({ state: 'degraded', composite: null, exitCode: 3 });
    expect(await finalPage(snapshot)).toContain('Harbour fees');
    expect(readFileSync(file, 'utf8')).toBe('page\n');
  });

  test('[S26] a page under review is not sent to it', async () => {
    const dataDir = await temporaryFolder();
    const file = join(dataDir, 'asked.txt');
    engine = await openTestEngine({ fake: ['page-alone', file] }, { dataDir });
    await markDegraded(engine.dataDir, 'fake', '70 % of its runs could be read', Date.now());
    const artifact = { content: '<!doctype html><title>t</title><h1>Mine</h1>', mime: 'text/html' };
    const { run } = await engine.start({ agent: 'fake', artifact });
    const snapshot = await engine.finished(run.id);
    expect(snapshot.state).toMatchObject({ phase: 'degraded', reason: 'adapter_unsupported' });
    await expect(finalPage(snapshot)).rejects.toThrow('has no final artifact');
    expect(existsSync(file)).toBe(false);
  });
});

describe('a score that never gets there', () => {
  test('is below_threshold, and the best round is kept and not called shipped', async () => {
    engine = await openTestEngine({ fake: ['plays', 'model-below-threshold'] });
    const snapshot = await play('fake');
    expect(snapshot.run).toMatchObject({ state: 'below_threshold', composite: 7.26, finalRound: 2 });
    expect(await finalPage(snapshot)).toContain('Ledgerly better');
    expect(snapshot.rounds.map(({ artifactSha256 }) => artifactSha256 !== null)).toEqual([true, true, true]);
  });

  test('keeps nothing under the fail policy', async () => {
    engine = await openTestEngine(
      { fake: ['plays', 'model-below-threshold'] },
      { config: { fallbackPolicy: 'fail' } },
    );
    const snapshot = await play('fake');
    expect(snapshot.run).toMatchObject({ state: 'below_threshold', finalRound: null });
    await expect(finalPage(snapshot)).rejects.toThrow('has no final artifact');
  });
});

describe('clocks', () => {
  test('a round that takes too long: timed out, best so far kept', async () => {
    engine = await openTestEngine(
      { fake: ['stalls', 'model-happy-2-rounds'] },
      { config: { perRoundTimeoutMs: 700 } },
    );
    const snapshot = await play('fake');
    expect(snapshot.run).toMatchObject({ state: 'timed_out', cause: 'per_round_timeout', finalRound: 1 });
    expect(await finalPage(snapshot)).toContain('Ledgerly draft 1');
  });

  test('a round that never begins: timed out with nothing to keep', async () => {
    engine = await openTestEngine({ fake: ['silent'] }, { config: { perRoundTimeoutMs: 400 } });
    expect((await play('fake')).run).toMatchObject({
      state: 'timed_out',
      cause: 'per_round_timeout',
      finalRound: null,
    });
  });

  test('a run that takes too long, one byte at a time', async () => {
    engine = await openTestEngine({ fake: ['dribbles', '20'] }, { config: { totalTimeoutMs: 800 } });
    expect((await play('fake')).run).toMatchObject({ state: 'timed_out', cause: 'total_timeout' });
  });

  test('an agent that never says a word', async () => {
    engine = await openTestEngine({ fake: ['silent'] }, { limits: { firstByteTimeoutMs: 400 } });
    expect((await play('fake')).run).toMatchObject({ state: 'timed_out', cause: 'first_byte_timeout' });
  });

  test('an agent that falls silent', async () => {
    engine = await openTestEngine(
      { fake: ['stalls', 'model-happy-2-rounds'] },
      { limits: { idleTimeoutMs: 500 } },
    );
    expect((await play('fake')).run).toMatchObject({
      state: 'timed_out',
      cause: 'idle_timeout',
      finalRound: 1,
    });
  });

  test('a flood of prose ends by the clock, in bounded memory', async () => {
    engine = await openTestEngine({ fake: ['floods'] }, { config: { totalTimeoutMs: 1500 } });
    const before = process.memoryUsage().rss;
    expect((await play('fake')).run).toMatchObject({ state: 'timed_out', cause: 'total_timeout' });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});

describe('interrupts', () => {
  const afterFirstRound = () => engine.heard((event) => event.type === 'critique.round_end');

  test('after a round: the best round is kept', async () => {
    engine = await openTestEngine({ fake: ['stalls', 'model-happy-2-rounds'] });
    const { run } = await engine.start({ agent: 'fake' });
    await afterFirstRound();
    expect((await engine.jury.interruptRun(engine.projectId, run.id)).accepted).toBe(true);
    const snapshot = await engine.finished(run.id);
    expect(snapshot.run).toMatchObject({ state: 'interrupted', finalRound: 1 });
    expect(snapshot.state).toMatchObject({ phase: 'interrupted', bestRound: 1, composite: 6.26 });
    expectNothingLeft(snapshot);
    await expectOneEnd(snapshot);
    expect((await engine.jury.interruptRun(engine.projectId, run.id)).accepted).toBe(false);
  });

  test('before any round: nothing is kept', async () => {
    engine = await openTestEngine({ fake: ['silent'] });
    const { run } = await engine.start({ agent: 'fake' });
    await engine.heard((event) => event.type === 'critique.run_started');
    await engine.jury.interruptRun(engine.projectId, run.id);
    const snapshot = await engine.finished(run.id);
    expect(snapshot.run).toMatchObject({ state: 'interrupted', finalRound: null, composite: null });
    await expect(finalPage(snapshot)).rejects.toThrow('has no final artifact');
  });

  test('an agent that ignores SIGTERM is killed', async () => {
    engine = await openTestEngine({ fake: ['stalls', 'model-happy-2-rounds', 'deaf'] });
    const { run } = await engine.start({ agent: 'fake' });
    await afterFirstRound();
    await engine.jury.interruptRun(engine.projectId, run.id);
    expectNothingLeft(await engine.finished(run.id));
  });

  test.each(['attached', 'detached'])('a grandchild (%s) goes with its parent', async (manner) => {
    const dataDir = await temporaryFolder();
    const file = join(dataDir, 'grandchild.pid');
    engine = await openTestEngine({ fake: ['leaves-grandchild', manner, file] }, { dataDir });
    const { run } = await engine.start({ agent: 'fake' });
    await expect.poll(() => existsSync(file)).toBe(true);
    await engine.jury.interruptRun(engine.projectId, run.id);
    await engine.finished(run.id);
    await expect.poll(() => existsSync(`/proc/${readFileSync(file, 'utf8')}`)).toBe(false);
  });

  test('a queued run is cancelled without ever playing', async () => {
    engine = await openTestEngine({ fake: ['stalls', 'model-happy-2-rounds'] });
    const first = await engine.start({ agent: 'fake' });
    const second = await engine.start({ agent: 'fake' });
    expect(second.queuePosition).toBe(1);
    const { run } = await engine.jury.interruptRun(engine.projectId, second.run.id);
    expect(run.run).toMatchObject({ state: 'interrupted', startedAt: null });
    expect(run.state).toMatchObject({ phase: 'interrupted' });
    await engine.jury.interruptRun(engine.projectId, first.run.id);
    await engine.finished(first.run.id);
  });
});

describe('crashes', () => {
  test('before SHIP: failed, with the transcript so far, the cause and the last words', async () => {
    engine = await openTestEngine({ fake: ['crashes', 'model-happy-2-rounds', '3'] });
    const snapshot = await play('fake');
    expect(snapshot.run).toMatchObject({ state: 'failed', cause: 'cli_exit_nonzero' });
    expect(snapshot.state).toMatchObject({
      message: 'the agent ended with code 3: fatal: the model hung up',
      bestRound: 1,
    });
    expect(snapshot.rounds).toHaveLength(1);
  });

  test('after SHIP: shipped', async () => {
    engine = await openTestEngine({ fake: ['plays', 'model-happy-2-rounds', '500', '0', '9'] });
    const snapshot = await play('fake');
    expect(snapshot.run).toMatchObject({ state: 'shipped', composite: 8.68, finalRound: 2 });
    expect(await finalPage(snapshot)).toContain('<title>Ledgerly</title>');
  });

  test('a program that is not there: failed, and the sentence says what to install', async () => {
    engine = await openTestEngine({});
    ownAgents(engine.dataDir, [{ id: 'ghost', name: 'Ghost', command: 'no-such-program-here' }]);
    const again = await openTestEngineIn(engine.dataDir);
    const { run } = await again.jury.startRun(engine.projectId, { brief: 'x', agent: 'ghost' });
    await expect
      .poll(async () => (await again.jury.runSnapshot(engine.projectId, run.id)).run.state)
      .toBe('failed');
    const snapshot = await again.jury.runSnapshot(engine.projectId, run.id);
    expect(snapshot.state).toMatchObject({ cause: 'agent_unavailable' });
    await again.close();
  });
});

async function openTestEngineIn(dataDir: string) {
  const { openEngine } = await import('../../engine.ts');
  return openEngine({ dataDir, env: { PATH: process.env.PATH, HOME: dataDir } });
}

describe('surroundings', () => {
  test('the child sees nothing but what it is allowed, and works in a folder of its own that goes with it', async () => {
    process.env.JURY_SECRET_FOR_TEST = 'planted';
    const dataDir = await temporaryFolder();
    const file = join(dataDir, 'environment.json');
    engine = await openTestEngine({ fake: ['prints-environment', file] }, { dataDir });
    const { run } = await engine.start({ agent: 'fake' });
    await engine.finished(run.id);
    delete process.env.JURY_SECRET_FOR_TEST;
    const seen = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(seen.env).sort()).toEqual(['DESIGN_JURY_RUN', 'PATH', 'TMPDIR']);
    expect(seen.cwd).toMatch(/\/jury-agent-[^/]+$/);
    expect(seen.cwd.startsWith(dataDir)).toBe(false);
    expect(seen.env.TMPDIR).toBe(join(seen.cwd, 'tmp'));
    expect(existsSync(seen.cwd)).toBe(false);
  });

  test('a rerun asks the same again, under the same rules', async () => {
    engine = await openTestEngine({ fake: ['plays', 'model-below-threshold'] });
    const { run } = await engine.start({ agent: 'fake', threshold: 7, maxRounds: 2 });
    await engine.finished(run.id);
    const again = await engine.jury.rerun(engine.projectId, run.id);
    const snapshot = await engine.finished(again.run.id);
    expect(snapshot.run.config).toMatchObject({ scoreThreshold: 7, maxRounds: 2 });
    expect(snapshot.run.eventBase).toBeGreaterThan(0);
  });
});

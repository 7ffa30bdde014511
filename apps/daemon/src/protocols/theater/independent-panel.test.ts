import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { StartRunRequest } from '@design-jury/contracts/http';
import { expect, onTestFinished, test } from 'vitest';
import { markDegraded } from '../../agents/degraded.ts';
import { ownAgents } from '../../agents/test/own-agents.ts';
import { openEngine } from '../../engine.ts';

const VOTES = fileURLToPath(new URL('../../agents/test/votes.mjs', import.meta.url));

async function open(manners: Record<string, string>, limits: Partial<RunLimits> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-seats-'));
  const agents = ['one', 'two', 'three'].map((id) => ({
    id,
    name: id,
    command: process.execPath,
    args: [VOTES, id, manners[id] ?? 'fair', join(dataDir, 'stubborn.pid')],
  }));
  const env = { PATH: process.env.PATH, ...ownAgents(dataDir, agents) };
  const engine = await openEngine({ dataDir, env, limits });
  onTestFinished(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const project = await engine.jury.createProject({ name: 'seats' });
  return { engine, project, dataDir };
}

async function play(
  request: Partial<StartRunRequest>,
  manners: Record<string, string> = {},
  limits: Partial<RunLimits> = {},
  before: (dataDir: string) => Promise<void> = async () => {},
) {
  const { engine, project, dataDir } = await open(manners, limits);
  await before(dataDir);
  const started = await engine.jury.startRun(project.id, {
    brief: 'A page for harbour masters.',
    agent: 'one',
    panelMode: 'independent',
    grounding: 'off',
    ...request,
  });
  await expect
    .poll(async () => (await engine.jury.runSnapshot(project.id, started.run.id)).run.endedAt)
    .not.toBeNull();
  const events: Record<string, unknown>[] = [];
  for await (const { event } of engine.jury.eventsSince(project.id, 0)) events.push({ ...event });
  return { snapshot: await engine.jury.runSnapshot(project.id, started.run.id), events };
}

test('each seat votes in a context of its own; a demand of round 1 is met in round 2 and the page ships', async () => {
  const { snapshot, events } = await play({ seats: { critic: 'two', copy: 'three' } });
  expect(snapshot.run.state).toBe('shipped');
  expect(snapshot.rounds).toHaveLength(2);
  const notes = events
    .filter(({ type }) => type === 'critique.panelist_dim')
    .map(({ role, dimNote }) => [role, dimNote]);
  expect(notes.slice(0, 4)).toEqual([
    ['critic', 'two saw 1 of 1 headings; heard 0 others'],
    ['brand', 'one saw 1 of 1 headings; heard 0 others'],
    ['a11y', 'one saw 1 of 1 headings; heard 0 others'],
    ['copy', 'three saw 1 of 1 headings; heard 0 others'],
  ]);
  expect(snapshot.mustFixes.map(({ text, resolvedRound }) => [text, resolvedRound])).toContainEqual([
    'say for whom',
    2,
  ]);
});

test.each(['silent', 'prose'])('a seat that is %s has no vote: the round cannot ship', async (manner) => {
  const { snapshot } = await play({ seats: { critic: 'two' }, maxRounds: 2 }, { two: manner });
  expect(snapshot.run.state).toBe('below_threshold');
  expect(snapshot.mustFixes.some(({ synthetic, role }) => synthetic && role === 'critic')).toBe(true);
});

test('an author that gives no page fails the run, typed', async () => {
  const { snapshot } = await play({ seats: { designer: 'two' } }, { two: 'prose' });
  expect([snapshot.run.state, snapshot.run.cause]).toEqual(['failed', 'agent_error']);
});

test('[P30] what an author writes around its page is left out, and the run says so', async () => {
  const noted = ({ message }: Record<string, unknown>): boolean =>
    message === 'what stood around the document was left out';
  const { snapshot, events } = await play({ seats: { designer: 'two' } }, { two: 'chatty' });
  expect(snapshot.run.state).toBe('shipped');
  expect(events.filter(noted)).toHaveLength(2);
  const fair = await play({ seats: { designer: 'two' } });
  expect(fair.events.filter(noted)).toEqual([]);
  const pages = (all: typeof events) =>
    all.filter(({ type }) => type === 'critique.round_artifact').map(({ sha256 }) => sha256);
  expect(pages(events)).toEqual(pages(fair.events));
});

test('seats without an independent panel, and a seat without an agent, are refused in a sentence', async () => {
  await expect(play({ agent: 'grounded' })).rejects.toThrow('designer has no agent');
  await expect(play({ seats: { critic: 'nobody' } })).rejects.toThrow('there is no agent "nobody"');
});

test('a seat that takes long and shows signs of life is waited for', async () => {
  const limits = { firstByteTimeoutMs: 2_500, idleTimeoutMs: 2_500 };
  const { snapshot } = await play({ seats: { critic: 'two' }, maxRounds: 1 }, { two: 'slow' }, limits);
  expect([snapshot.run.state, snapshot.rounds.length]).toEqual(['below_threshold', 1]);
});

test('a seat whose agent is marked degraded does not sit, whoever has the other seats', async () => {
  const { snapshot } = await play({ seats: { critic: 'two' } }, {}, {}, (dataDir) =>
    markDegraded(dataDir, 'two', 'half of its runs could be read', Date.now()),
  );
  expect(snapshot.state).toMatchObject({ phase: 'degraded', reason: 'adapter_unsupported' });
});

test('a panel that is interrupted is over when nothing of its seats is left', async () => {
  const { engine, project, dataDir } = await open({ two: 'stubborn' });
  const { run } = await engine.jury.startRun(project.id, {
    brief: 'A page for harbour masters.',
    agent: 'one',
    panelMode: 'independent',
    seats: { designer: 'two' },
  });
  const file = join(dataDir, 'stubborn.pid');
  await expect.poll(() => existsSync(file)).toBe(true);
  const pid = Number(readFileSync(file, 'utf8'));
  await engine.jury.interruptRun(project.id, run.id);
  await expect
    .poll(async () => (await engine.jury.runSnapshot(project.id, run.id)).run.state, { interval: 10 })
    .toBe('interrupted');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

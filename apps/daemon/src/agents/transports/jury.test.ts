/** A jury of three rounds through the engine, with a peer of each protocol at the far end of a pipe. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTerminalEvent, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCase } from '../../conformance/run-case.ts';
import { type Engine, openEngine } from '../../engine.ts';
import { groundedPanel } from '../../protocols/theater/offline/grounded-panel.ts';
import { loadAgents } from '../registry.ts';
import type { Transport } from './agent.ts';
import { peerAgent, TRANSPORTS } from './test/peer.ts';

let folder: string;
let engine: Engine | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-talk-'));
});
afterEach(async () => {
  await engine?.close();
  engine = null;
  await rm(folder, { recursive: true, force: true });
});

async function openWith(transport: Transport, scenario: string): Promise<Engine> {
  const agents = await loadAgents(folder, { PATH: process.env.PATH }, { killGraceMs: 300 }, [
    groundedPanel({ PATH: process.env.PATH }),
  ]);
  engine = await openEngine({
    dataDir: folder,
    env: { OD_CRITIQUE_ENABLED: '1' },
    limits: { killGraceMs: 300 },
    agents: {
      canDraft: (id) => agents.canDraft(id),
      ids: () => agents.ids(),
      list: (now) => agents.list(now),
      close: () => agents.close(),
      create: async (id, settings) =>
        id === 'fake' ? peerAgent(transport, scenario, {}, folder) : agents.create(id, settings),
    },
  });
  return engine;
}

/** What the peer was told, turn by turn; it writes that into the folder it is told. */
async function prompts(): Promise<string[]> {
  const lines = (await readFile(join(folder, 'prompts.ndjson'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

const ofType = <Type extends TranscriptEvent['type']>(events: readonly TranscriptEvent[], type: Type) =>
  events.filter((event): event is Extract<TranscriptEvent, { type: Type }> => event.type === type);

test.each(TRANSPORTS.map((transport) => [transport.kind, transport] as const))(
  '%s: three rounds, shipped; usage is recorded, and what was measured is handed back',
  async (_, transport) => {
    const brief = 'A page that sells bread.';
    const { events, page, snapshot } = await runCase(await openWith(transport, 'round'), {
      agent: 'fake',
      brief,
    });
    expect(events.at(-1)).toMatchObject({ type: 'critique.ship', status: 'shipped', round: 3 });
    expect(events.filter(isTerminalEvent)).toHaveLength(1);
    expect(ofType(events, 'critique.round_end').map(({ round, decision }) => [round, decision])).toEqual([
      [1, 'continue'],
      [2, 'continue'],
      [3, 'ship'],
    ]);
    expect(page).toContain('Draft 3.');
    // The last turn ends the run in the middle; what it used is told after the verdict.
    expect(snapshot.run).toMatchObject({ inputTokens: 300, outputTokens: 150 });
    const [first = '', second = '', third = ''] = await prompts();
    expect(first).toContain(brief);
    expect(first).not.toMatch(/too pale/i);
    for (const later of [second, third]) {
      expect(later).not.toContain(brief);
      expect(later).toMatch(/contrast/i);
      expect(later).not.toContain('<!doctype');
    }
  },
);

test('an interrupt in the middle keeps nothing of a round that was not closed, and leaves no process', async () => {
  const talk = await openWith({ kind: 'codex-app-server' }, 'stalls');
  const { events } = await runCase(talk, { agent: 'fake', brief: 'x' }, ({ type }, interrupt) => {
    if (type === 'critique.run_started') setTimeout(interrupt, 300);
  });
  expect(events.at(-1)).toMatchObject({ type: 'critique.interrupted', bestRound: null });
});

test.each([
  ['fails', 'agent_error', 'server'],
  ['dies', 'agent_error', 'auth'],
  ['garbage', 'agent_error', 'malformed'],
  ['empty', 'agent_error', 'cut'],
])('%s ends the run as %s, of kind %s', async (scenario, cause, agentError) => {
  const talk = await openWith({ kind: 'acp', manners: { usage: 'response' } }, scenario);
  const { events } = await runCase(talk, { agent: 'fake', brief: 'x' });
  expect(events.at(-1)).toMatchObject({ type: 'critique.failed', status: 'failed', cause, agentError });
});

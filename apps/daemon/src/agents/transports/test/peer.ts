/** A session with the scripted peer, in a folder of its own. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endMarked } from '../../process-group.ts';
import type { Agent, AgentDelta, AgentSession, AgentTurn } from '../../session.ts';
import { createConversationalAgent, type Transport } from '../agent.ts';

const PEER = fileURLToPath(new URL('./peer.mjs', import.meta.url));

export const TRANSPORTS: readonly Transport[] = [
  { kind: 'acp', manners: { usage: 'response' } },
  { kind: 'codex-app-server' },
  { kind: 'claude-stream' },
  { kind: 'pi-rpc' },
];

export interface OpenPeer {
  session: AgentSession;
  folder: string;
  runId: string;
  stop: AbortController;
  /** One turn, whole. */
  ask(prompt?: string): Promise<AgentDelta[]>;
  /** Ends everything; how many processes of the run were still there. */
  dispose(): Promise<number>;
}

export function peerAgent(
  transport: Transport,
  scenario: string,
  env: Readonly<Record<string, string>> = {},
  /** Where it leaves what tests look at; its own folder goes with it. */
  keptIn = '.',
): Agent {
  return createConversationalAgent(
    {
      id: 'fake',
      name: 'Fake',
      command: process.execPath,
      args: [PEER, transport.kind, scenario, keptIn],
      environment: { allow: Object.keys(env) },
      transport,
      usage: true,
    },
    { PATH: process.env.PATH, ...env },
    { killGraceMs: 300 },
  );
}

export async function openPeer(
  transport: Transport,
  scenario: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OpenPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-peer-'));
  const runId = `r-${randomUUID()}`;
  const stop = new AbortController();
  const agent = peerAgent(transport, scenario, env, folder);
  const subject = { kind: 'brief', text: 'x' } as const;
  const session = await agent.open({ runId, subject, workDir: folder }, stop.signal);
  return {
    session,
    folder,
    runId,
    stop,
    ask: (prompt = 'x') => whole(session.send(ask(prompt))),
    async dispose() {
      await session.close();
      const left = endMarked(runId);
      await rm(folder, { recursive: true, force: true });
      return left;
    },
  };
}

export const ask = (prompt: string): AgentTurn => ({ kind: 'ask', prompt });

export async function whole(deltas: AsyncIterable<AgentDelta>): Promise<AgentDelta[]> {
  const heard: AgentDelta[] = [];
  for await (const delta of deltas) heard.push(delta);
  return heard;
}

/** What counts of the text: a restart withdraws it. */
export function textOf(deltas: readonly AgentDelta[]): string {
  let text = '';
  for (const delta of deltas) {
    if (delta.type === 'restart') text = '';
    else if (delta.type === 'text') text += delta.text;
  }
  return text;
}

export function lastOf(deltas: readonly AgentDelta[]): AgentDelta | undefined {
  return deltas.at(-1);
}

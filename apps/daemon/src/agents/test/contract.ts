/**
 * What every agent has to do, whatever is behind it: the contract of `session.ts` as tests. An adapter's test file
 * calls `agentContract` with a way to make its agent meet each situation at the far end of a real pipe or socket.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentCapabilitiesSchema } from '@design-jury/contracts/http';
import { AGENT_ERROR_KINDS } from '@design-jury/contracts/theater/critique';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endMarked } from '../process-group.ts';
import { type Agent, type AgentDelta, type AgentSession, AgentUnavailableError } from '../session.ts';

/**
 * - `answers`: a whole answer, `ANSWER` in its text
 * - `fails`: the provider or the program says no
 * - `cut`: part of an answer, and then it just stops
 * - `stalls`: part of an answer, and then nothing for ever
 * - `leaks`: like `answers`, with `SECRET` in the answer, in thoughts and in the error channel where it has one
 */
export type Situation = 'answers' | 'fails' | 'cut' | 'stalls' | 'leaks';

export const ANSWER = 'Grüße an die Jury ✓';
/** The adapter gives this value to its agent as a key or token. */
export const SECRET = 'planted-9f3c27b1-secret-value';

/** A reason instead of an agent where a situation cannot be. */
export type MakeAgent = (situation: Situation) => Promise<Agent | { skip: string }>;

const CHARACTERS_OF_A_PAGE = 300_000;
/** Bounds hanging, not speed. */
const SOON_MS = 15_000;

export function agentContract(
  name: string,
  make: MakeAgent,
  /** `answer`: what is in a whole answer, where it cannot be `ANSWER`. */
  { answer = ANSWER }: { answer?: string } = {},
): void {
  describe(`${name} keeps the contract of agents`, () => {
    let folder: string;
    let runId: string;
    const sessions: AgentSession[] = [];
    beforeEach(async () => {
      runId = `r-${randomUUID()}`;
      folder = await mkdtemp(join(tmpdir(), 'jury-contract-'));
    });
    afterEach(async () => {
      for (const session of sessions.splice(0)) await session.close();
      expect(endMarked(runId), 'processes left behind').toBe(0);
      await rm(folder, { recursive: true, force: true });
    });

    const agentFor = async (situation: Situation, skip: (why: string) => never): Promise<Agent> => {
      const made = await make(situation);
      return 'skip' in made ? skip(made.skip) : made;
    };
    const open = async (agent: Agent, signal = new AbortController().signal): Promise<AgentSession> => {
      const subject = { kind: 'artifact', content: '<h1>Pay</h1>', mime: 'text/html', path: null } as const;
      const session = await agent.open({ runId, subject, workDir: folder }, signal);
      sessions.push(session);
      return session;
    };
    const round = (n: number, prompt = `Judge this, round ${n} only.`) =>
      ({ kind: 'round', round: n, prompt }) as const;

    test('it says what it can do, as data', async ({ skip }) => {
      const { id, name: shown, capabilities } = await agentFor('answers', skip);
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,31}$/);
      expect(shown).not.toBe('');
      expect(AgentCapabilitiesSchema.parse(capabilities)).toEqual(capabilities);
    });

    test('a good turn is text and then `end`, once and last', async ({ skip }) => {
      const agent = await agentFor('answers', skip);
      const deltas = await heard(await open(agent), round(1));
      expectGrammar(deltas);
      expect(deltas.at(-1)).toEqual({ type: 'end' });
      expect(answerOf(deltas)).toContain(answer);
      if (agent.capabilities.usage) expect(deltas.map(({ type }) => type)).toContain('usage');
    });

    test('one turn follows another', async ({ skip }) => {
      const session = await open(await agentFor('answers', skip));
      for (const n of [1, 2]) {
        const deltas = await heard(session, round(n));
        expect(deltas.at(-1)).toEqual({ type: 'end' });
        expect(answerOf(deltas)).toContain(answer);
      }
    });

    test('a failure is one typed error, and no exception', async ({ skip }) => {
      const deltas = await heard(await open(await agentFor('fails', skip)), round(1));
      expectGrammar(deltas);
      expect(deltas.at(-1)).toMatchObject({ type: 'error' });
    });

    test('an answer that just stops is an error, never an end', async ({ skip }) => {
      const deltas = await heard(await open(await agentFor('cut', skip)), round(1));
      expectGrammar(deltas);
      expect(deltas.at(-1)).toMatchObject({ type: 'error' });
    });

    test('an interrupt in the middle ends the turn, and closing leaves nothing', async ({ skip }) => {
      const session = await open(await agentFor('stalls', skip));
      const turn = session.send(round(1))[Symbol.asyncIterator]();
      await untilText(turn);
      session.interrupt();
      await within(SOON_MS, drain(turn));
      await within(SOON_MS, session.close());
      expect(endMarked(runId)).toBe(0);
    });

    test('closing in the middle ends the turn too; closing twice is closing once', async ({ skip }) => {
      const session = await open(await agentFor('stalls', skip));
      const turn = session.send(round(1))[Symbol.asyncIterator]();
      await untilText(turn);
      const exits = await within(SOON_MS, Promise.all([session.close(), session.close()]));
      expect(exits[0]).toEqual(exits[1]);
      await within(SOON_MS, drain(turn));
      expect(await session.close()).toEqual(exits[0]);
    });

    test('a session nobody asks anything of can be interrupted and closed', async ({ skip }) => {
      const session = await open(await agentFor('answers', skip));
      session.interrupt();
      await within(SOON_MS, session.close());
    });

    test('a run that is stopped already opens nothing', async ({ skip }) => {
      const agent = await agentFor('answers', skip);
      if (agent.capabilities.transport === 'in-process') skip('it has nothing to start');
      await expect(open(agent, AbortSignal.abort())).rejects.toBeInstanceOf(AgentUnavailableError);
    });

    test('a large prompt is taken, or refused in a sentence before anything is started', async ({ skip }) => {
      const agent = await agentFor('answers', skip);
      const { promptLimitBytes: limit } = agent.capabilities;
      const prompt = `Judge this, round 1 only.\n${'ü'.repeat(CHARACTERS_OF_A_PAGE / 2)}`;
      const last = (await heard(await open(agent), round(1, prompt))).at(-1);
      if (limit === null) expect(last).toEqual({ type: 'end' });
      else {
        expect(last).toMatchObject({ type: 'error', kind: 'too_long' });
        expect(JSON.stringify(last)).toContain(String(limit));
      }
    });

    test('a secret it was given is in nothing it says', async ({ skip }) => {
      const session = await open(await agentFor('leaks', skip));
      const deltas = await heard(session, round(1));
      const said = JSON.stringify([deltas, answerOf(deltas), thoughtsOf(deltas), await session.close()]);
      expect(said).not.toContain(SECRET);
      expect(await filesIn(folder)).not.toContain(SECRET);
    });
  });
}

async function heard(
  session: AgentSession,
  turn: Parameters<AgentSession['send']>[0],
): Promise<AgentDelta[]> {
  return within(SOON_MS, Array.fromAsync(session.send(turn)));
}

/** `(alive | notice | thinking | text | usage | restart)*` and then one of `end` and `error`. */
function expectGrammar(deltas: readonly AgentDelta[]): void {
  const closing = deltas.filter(({ type }) => type === 'end' || type === 'error');
  expect(closing).toEqual([deltas.at(-1)]);
  for (const delta of deltas) {
    if (delta.type === 'text' || delta.type === 'thinking') expect(delta.text).not.toBe('');
    if (delta.type === 'error') {
      expect(AGENT_ERROR_KINDS).toContain(delta.kind);
      expect(delta.message.trim()).not.toBe('');
    }
    if (delta.type === 'usage') {
      expect(Number.isInteger(delta.inputTokens) && Number.isInteger(delta.outputTokens)).toBe(true);
      // Nothing is free: a price nobody knows is null.
      expect(delta.costUsd === null || delta.costUsd > 0).toBe(true);
    }
  }
}

/** What counts of the text: a restart takes back what was said. */
function answerOf(deltas: readonly AgentDelta[]): string {
  const from = deltas.findLastIndex(({ type }) => type === 'restart') + 1;
  return deltas.slice(from).reduce((text, delta) => (delta.type === 'text' ? text + delta.text : text), '');
}

function thoughtsOf(deltas: readonly AgentDelta[]): string {
  return deltas.reduce((text, delta) => (delta.type === 'thinking' ? text + delta.text : text), '');
}

async function untilText(turn: AsyncIterator<AgentDelta>): Promise<void> {
  for (;;) {
    const next = await within(SOON_MS, turn.next());
    expect(next.done, 'the turn ended before any text').not.toBe(true);
    if (next.done === true || next.value.type === 'text') return;
  }
}

async function drain(turn: AsyncIterator<AgentDelta>): Promise<void> {
  while ((await turn.next()).done !== true);
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not done within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the adapter itself wrote down; a child's own files are the child's. */
async function filesIn(folder: string): Promise<string> {
  return readFile(join(folder, 'agent-process.json'), 'utf8').catch(() => '');
}

/** What the acts of the matrix accept, without any agent. */
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { ACTS } from './test/acts.ts';
import type { PerformanceReport } from './test/performance.ts';

const STDIO = {
  turns: 'one-shot',
  transport: 'stdio',
  deltas: 'end',
  usage: false,
  promptLimitBytes: null,
};

function problemsOf(
  act: string,
  agent: string,
  end: CritiqueSseEvent,
  other: Partial<PerformanceReport> = {},
): string[] {
  const report: PerformanceReport = {
    agent,
    events: [{ ...end, seq: 1, at: '2026-01-01T00:00:00.000Z' }],
    page: null,
    ms: 1,
    capabilities: STDIO,
    textDeltas: 0,
    usage: { inputTokens: null, outputTokens: null, atLeast: false },
    served: { inputTokens: 0, outputTokens: 0 },
    answers: 2,
    largestPrompt: { chars: 1, holdsSubject: true, carriedKey: true },
    guests: [],
    tools: [],
    interrupted: null,
    killedGoneMs: null,
    stranger: [],
    others: [],
    left: 0,
    foldersLeft: 0,
    conversations: [],
    keySeen: [],
    ...other,
  };
  const played = ACTS.find(({ name }) => name === act);
  if (played === undefined) throw new Error(`there is no act ${act}`);
  return played.problems(report);
}

const shipped: CritiqueSseEvent = {
  type: 'critique.ship',
  runId: 'r',
  round: 1,
  composite: 9,
  status: 'shipped',
  artifactRef: null,
  summary: '',
};
const unread: CritiqueSseEvent = {
  type: 'critique.degraded',
  runId: 'r',
  status: 'degraded',
  reason: 'malformed_block',
  adapter: 'a',
  message: 'm',
  position: null,
  bestRound: null,
};
const failed = (message: string): CritiqueSseEvent => ({
  type: 'critique.failed',
  runId: 'r',
  status: 'failed',
  cause: 'agent_error',
  agentError: 'cut',
  message,
  bestRound: null,
});

test.each(['one 429', 'one drop', 'a drop in round 2'])('%s is got over', (act) => {
  expect(problemsOf(act, 'claude', shipped)).toEqual([]);
  for (const end of [unread, failed('the stream ended')])
    expect(problemsOf(act, 'claude', end)).toEqual([expect.stringMatching(/^it ended .*, not shipped$/)]);
});

test('one agent is known for putting a broken answer and the next one together, and for nothing else', () => {
  expect(problemsOf('one drop', 'continue', unread)).toEqual([]);
  expect(problemsOf('one drop', 'continue', failed('the stream ended'))).toHaveLength(1);
  expect(problemsOf('a drop in round 2', 'continue', unread)).toHaveLength(1);
});

const timedOut: CritiqueSseEvent = {
  type: 'critique.failed',
  runId: 'r',
  status: 'timed_out',
  cause: 'total_timeout',
  message: 'it took too long',
  bestRound: null,
};

test.each(['429', '500', 'refused', 'cut', 'refusal', 'empty', 'page'])(
  'with %s only those time out of whom it is known',
  (act) => {
    for (const agent of ['claude', 'codex'])
      expect(problemsOf(act, agent, timedOut)).toEqual([
        expect.stringMatching(/^it ended timed_out .*, not /),
      ]);
    expect(problemsOf(act, 'kimi', timedOut)).toEqual([]);
  },
);

test('who is known for timing out by one transport ends by itself on the other', () => {
  expect(problemsOf('429', 'pi', timedOut)).toEqual([]);
  const rpc = { ...STDIO, transport: 'pi-rpc', turns: 'conversational' };
  expect(problemsOf('429', 'pi', timedOut, { capabilities: rpc })).toHaveLength(1);
});

test('a use that nobody told is no bill, where the agent tells what it uses', () => {
  const telling = { capabilities: { ...STDIO, usage: true }, served: { inputTokens: 40, outputTokens: 5 } };
  expect(problemsOf('one 429', 'claude', shipped, telling)).toEqual([
    'no use is told, and 40 tokens were served',
  ]);
  const least = { inputTokens: null, outputTokens: null, atLeast: true };
  expect(problemsOf('one 429', 'claude', shipped, { ...telling, usage: least })).toEqual([]);
  const nothing = { ...telling, served: { inputTokens: 0, outputTokens: 0 } };
  expect(problemsOf('one 429', 'claude', shipped, nothing)).toEqual([]);
});

test('a failure by a web page in the place of an answer says so', () => {
  expect(problemsOf('page', 'codex', failed('a web page came in the place of an answer'))).toEqual([]);
  expect(problemsOf('page', 'codex', failed('the stream ended'))).toEqual([
    'nothing of a web page is said: the stream ended',
  ]);
});

test('a jury that was killed has left no conversation in the home', () => {
  const act = 'kill -9 of the jury';
  expect(problemsOf(act, 'gemini', shipped, { killedGoneMs: 900 })).toEqual([]);
  const conversations = ['/.gemini/tmp/jury-agent-1-2-abcdef/chats/session.json'];
  expect(problemsOf(act, 'gemini', shipped, { killedGoneMs: 900, conversations })).toEqual([
    'our words are left in /.gemini/tmp/jury-agent-1-2-abcdef/chats/session.json',
  ]);
});

/** The Agent Client Protocol: what its agents do each in their own way. */
import { afterEach, describe, expect, test } from 'vitest';
import type { AcpManners } from './acp.ts';
import { CONVERSATIONALISTS, type Transport } from './agent.ts';
import { lastOf, type OpenPeer, openPeer, textOf } from './test/peer.ts';

let peer: OpenPeer | null = null;
afterEach(async () => {
  await peer?.dispose();
  peer = null;
});

async function hear(scenario: string, manners: AcpManners = { usage: 'response' }) {
  peer = await openPeer({ kind: 'acp', manners } satisfies Transport, scenario);
  return peer.ask();
}

describe('reasons to stop', () => {
  test.each([
    ['refusal', 'refused', 'declined'],
    ['max_tokens', 'cut', 'limit on its length'],
    ['max_turn_requests', 'cut', 'too many requests'],
    ['a_reason_of_the_future', 'cut', 'a_reason_of_the_future'],
    ['self-cancelled', 'cut', 'cancelled its own'],
    ['auth', 'auth', 'Authentication required'],
    ['auth-late', 'auth', 'Authentication required'],
    ['status-in-code', 'rate_limit', 'slow down'],
    ['version', 'malformed', 'version 7'],
    ['hello-broken', 'malformed', 'initialize'],
    ['session-broken', 'malformed', 'session/new'],
    ['chunk-broken', 'malformed', 'agent_message_chunk'],
    ['answer-broken', 'malformed', 'session/prompt'],
  ])('%s is an error of kind %s', async (scenario, kind, words) => {
    expect(lastOf(await hear(scenario))).toMatchObject({
      type: 'error',
      kind,
      message: expect.stringContaining(words),
    });
  });

  test('an agent that cannot be logged in says so at every turn, and asks for a session each time', async () => {
    await hear('auth');
    expect(lastOf((await peer?.ask()) ?? [])).toMatchObject({ type: 'error', kind: 'auth' });
  });
});

describe('what an agent may do', () => {
  test.each([
    ['reads-file', 'fs/read_text_file'],
    ['opens-terminal', 'terminal/create'],
  ])('%s: there is no such method', async (scenario, method) => {
    const heard = await hear(scenario);
    expect(textOf(heard)).toContain('-32601');
    expect(textOf(heard)).toContain(method);
  });

  test('a refused permission is noted', async () => {
    const heard = await hear('asks');
    expect(heard).toContainEqual({ type: 'notice', kind: 'progress', message: 'asked to rm -rf /: refused' });
    expect(textOf(heard)).toBe('told: {"outcome":{"outcome":"selected","optionId":"no"}}');
  });

  test('a mode that acts without asking is left for the one that asks', async () => {
    expect(textOf(await hear('modes', { usage: 'none', mode: 'default' }))).toBe('mode default');
  });

  test.each([{ usage: 'none' }, { usage: 'none', mode: 'plan' }] as const)(
    'without such a mode, none is set: %o',
    async (manners) => {
      expect(textOf(await hear('modes', manners))).toBe('mode undefined');
    },
  );
});

test('what belongs to another session is not heard', async () => {
  expect(textOf(await hear('other-session'))).toBe('mine');
});

describe('an agent that speaks in the place of its model', () => {
  const { manners } = CONVERSATIONALISTS.copilot.transport;

  test('a retry is a notice, and the text before it does not count', async () => {
    const heard = await hear('retries-aloud', manners);
    expect(heard.map(({ type }) => type).filter((type) => type !== 'alive')).toEqual([
      'text',
      'notice',
      'restart',
      'text',
      'end',
    ]);
    expect(textOf(heard)).toBe('whole answer');
  });

  test('a failure told as an answer is a failure', async () => {
    const heard = await hear('complains', manners);
    expect(lastOf(heard)).toMatchObject({
      type: 'error',
      kind: 'auth',
      message: expect.stringContaining('Authentication failed'),
    });
    expect(textOf(heard)).toBe('');
  });

  test('whatever was used for it', async () => {
    expect(lastOf(await hear('complains-used', manners))).toMatchObject({
      type: 'error',
      message: expect.stringContaining('No response was returned'),
    });
  });

  test('a note is not part of the answer', async () => {
    const heard = await hear('notes', manners);
    expect(heard).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'progress' }));
    expect(lastOf(heard)).toMatchObject({ type: 'error', kind: 'cut' });
  });

  test('an answer that begins with the word is an answer', async () => {
    const heard = await hear('error-is-text', manners);
    expect(textOf(heard)).toBe('Error: handling on this page is missing.');
    expect(lastOf(heard)).toEqual({ type: 'end' });
  });
});

test('text that comes after the word that the turn is complete still belongs to it', async () => {
  const heard = await hear('answers-early');
  expect(textOf(heard)).toBe('first, then last');
  expect(lastOf(heard)).toEqual({ type: 'end' });
});

test('a turn that is called complete while its words are still being read ends with that word', async () => {
  peer = await openPeer({ kind: 'acp', manners: { usage: 'response' } }, 'echo');
  const heard: string[] = [];
  for await (const delta of peer.session.send({ kind: 'ask', prompt: 'x' })) {
    heard.push(delta.type);
    // Longer than the turn waits for last words.
    if (delta.type === 'text') await new Promise((resolve) => setTimeout(resolve, 600));
  }
  expect(heard.at(-1)).toBe('end');
});

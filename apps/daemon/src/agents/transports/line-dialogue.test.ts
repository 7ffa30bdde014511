/** Programs that take turns in the lines they also print for a single run. */
import { afterEach, describe, expect, test } from 'vitest';
import { lastOf, type OpenPeer, openPeer, textOf } from './test/peer.ts';

let peer: OpenPeer;
afterEach(() => peer.dispose());

async function hear(kind: 'claude-stream' | 'pi-rpc', scenario: string) {
  peer = await openPeer({ kind }, scenario);
  return peer.ask();
}

describe('claude', () => {
  test('a cut stream is asked again in silence: the whole message counts, not its deltas', async () => {
    const heard = await hear('claude-stream', 'asks-again');
    expect(heard.map(({ type }) => type).filter((type) => type !== 'alive')).toEqual([
      'text',
      'restart',
      'text',
      'end',
    ]);
    expect(textOf(heard)).toBe('whole answer');
  });

  test('costs are told from the beginning of the session, and counted by turn', async () => {
    const first = await hear('claude-stream', 'echo');
    const second = await peer.ask();
    for (const heard of [first, second])
      expect(heard.filter(({ type }) => type === 'usage')).toMatchObject([{ costUsd: 0.5 }]);
  });

  test('its own words about an error are no answer', async () => {
    const heard = await hear('claude-stream', 'status');
    expect(textOf(heard)).toBe('');
    expect(lastOf(heard)).toMatchObject({ type: 'error', kind: 'auth' });
  });

  test('a refusal is one, whatever came before', async () => {
    expect(lastOf(await hear('claude-stream', 'refusal'))).toMatchObject({ type: 'error', kind: 'refused' });
  });

  test('a retry is a notice', async () => {
    const heard = await hear('claude-stream', 'retry-notice');
    expect(heard).toContainEqual(
      expect.objectContaining({ type: 'notice', kind: 'rate_limit', retryAfterMs: 500 }),
    );
    expect(lastOf(heard)).toEqual({ type: 'end' });
  });
});

describe('pi', () => {
  test.each([
    ['length', 'cut'],
    ['self-cancelled', 'cut'],
    ['connection', 'connection'],
    ['auth', 'auth'],
  ])('%s is an error of kind %s', async (scenario, kind) => {
    expect(lastOf(await hear('pi-rpc', scenario))).toMatchObject({ type: 'error', kind });
  });
});

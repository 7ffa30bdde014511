import { afterEach, expect, test } from 'vitest';
import { lastOf, type OpenPeer, openPeer, textOf } from './test/peer.ts';

let peer: OpenPeer;
afterEach(() => peer.dispose());

async function hear(scenario: string) {
  peer = await openPeer({ kind: 'codex-app-server' }, scenario);
  return peer.ask();
}

test('the thread has no tools, never asks and is not kept', async () => {
  const { config, ...started } = JSON.parse(textOf(await hear('read-only')));
  expect(config).toMatchObject({ web_search: 'disabled', features: { shell_tool: false, hooks: false } });
  expect(started).toEqual({
    cwd: expect.stringMatching(/\/jury-agent-[^/]+$/),
    approvalPolicy: 'never',
    sandbox: 'read-only',
    ephemeral: true,
  });
});

test('Reconnecting is a notice; what had come of the answer does not count', async () => {
  const heard = await hear('reconnects');
  expect(heard).toContainEqual({ type: 'notice', kind: 'retry', message: 'Reconnecting... 1/5' });
  expect(heard.map(({ type }) => type)).toContain('restart');
  expect(textOf(heard)).toBe('whole answer');
  expect(lastOf(heard)).toEqual({ type: 'end' });
});

test('without a network it is not waited for', async () => {
  expect(lastOf(await hear('no-network'))).toMatchObject({ type: 'error', kind: 'connection' });
});

test('the whole message is right where its deltas differ', async () => {
  expect(textOf(await hear('corrected'))).toBe('right words');
});

test('what belongs to another turn is not heard', async () => {
  expect(textOf(await hear('other-turn'))).toBe('new');
});

test.each([
  ['status', 'auth'],
  ['limited', 'rate_limit'],
  ['overloaded', 'server'],
  ['disconnected', 'cut'],
  ['too-long', 'too_long'],
  ['policy', 'refused'],
  ['self-cancelled', 'cut'],
  ['auth', 'auth'],
  ['session-broken', 'malformed'],
  ['delta-broken', 'malformed'],
])('%s is an error of kind %s', async (scenario, kind) => {
  expect(lastOf(await hear(scenario))).toMatchObject({ type: 'error', kind });
});

/** What every conversational transport does alike, against a scripted peer at the far end of a real pipe. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import type { AgentDelta } from '../session.ts';
import type { Transport } from './agent.ts';
import { ask, lastOf, type OpenPeer, openPeer, TRANSPORTS, textOf, whole } from './test/peer.ts';

let peer: OpenPeer;
afterEach(async () => {
  expect(await peer.dispose(), 'processes left behind').toBe(0);
});

const alive = (pid: number): boolean => {
  try {
    // A process that has ended and waits to be collected is not alive.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe.each(TRANSPORTS.map((transport) => [transport.kind, transport] as const))('%s', (_, transport) => {
  const open = async (scenario: string, env?: Record<string, string>): Promise<OpenPeer> => {
    peer = await openPeer(transport satisfies Transport, scenario, env);
    return peer;
  };

  test('turn after turn in one process; usage counts each turn', async () => {
    await open('echo');
    for (const n of [1, 2, 3]) {
      const heard = await peer.ask('hello');
      const digest = createHash('sha256').update('hello').digest('hex');
      expect(textOf(heard)).toBe(`turn ${n}: 5 bytes ${digest}`);
      expect(heard.filter(({ type }) => type === 'usage')).toMatchObject([
        { inputTokens: 10, outputTokens: 5 },
      ]);
      expect(lastOf(heard)).toEqual({ type: 'end' });
    }
  });

  test('a prompt of 300 KB arrives whole, whatever is in it', async () => {
    await open('echo');
    const prompt = `${'Zeile "mit" \\ und 日本\n'.repeat(12_000)}end`;
    expect(Buffer.byteLength(prompt)).toBeGreaterThan(300_000);
    const digest = createHash('sha256').update(prompt).digest('hex');
    expect(textOf(await peer.ask(prompt))).toBe(`turn 1: ${Buffer.byteLength(prompt)} bytes ${digest}`);
  });

  test('thoughts are told apart from the answer', async () => {
    await open('thinks');
    const heard = await peer.ask();
    expect(heard).toContainEqual({ type: 'thinking', text: 'hm ' });
    expect(textOf(heard)).toBe('yes');
  });

  test('a frame cut in the middle of a character is read whole', async () => {
    await open('split');
    expect(textOf(await peer.ask())).toBe('ein Stück — 日本 🎉\u2028<ROUND>');
  });

  test('text is heard while it is written, not at the end', async () => {
    await open('slow');
    let pieces = 0;
    for await (const delta of peer.session.send(ask('x'))) {
      if (delta.type === 'text' && ++pieces === 3) peer.session.interrupt();
    }
    expect(pieces).toBeGreaterThanOrEqual(3);
    expect(pieces).toBeLessThan(1000);
  });

  test('bytes that say nothing are a sign of life', async () => {
    await open('blinks');
    const heard = await peer.ask();
    expect(heard.filter(({ type }) => type === 'alive').length).toBeGreaterThan(3);
    expect(textOf(heard)).toBe('done');
  });

  test('a turn that is interrupted ends soon, without an error, and the next one is clean', async () => {
    await open('lingers');
    const first: AgentDelta[] = [];
    for await (const delta of peer.session.send(ask('x'))) {
      first.push(delta);
      if (delta.type === 'text') peer.session.interrupt();
    }
    expect(first.map(({ type }) => type)).not.toContain('error');
    expect(first.map(({ type }) => type)).not.toContain('end');
    const second = peer.session.send(ask('y'))[Symbol.asyncIterator]();
    const heard: AgentDelta[] = [];
    for (let next = await second.next(); next.done !== true; next = await second.next()) {
      heard.push(next.value);
      if (next.value.type === 'text') peer.session.interrupt();
    }
    expect(textOf(heard)).toBe(`first ${'stale '.repeat(5)}second`);
  });

  test('a turn left in the middle is stopped before the next is asked; its last words are nobody’s', async () => {
    await open('lingers');
    const first = peer.session.send(ask('x'))[Symbol.asyncIterator]();
    for (let next = await first.next(); next.value?.type !== 'text'; ) next = await first.next();
    await first.return?.();
    const heard: AgentDelta[] = [];
    for await (const delta of peer.session.send(ask('y'))) {
      heard.push(delta);
      if (delta.type === 'text') peer.session.interrupt();
    }
    expect(textOf(heard)).toBe(`first ${'stale '.repeat(5)}second`);
  });

  test('an agent that does not stop is not waited for; ended, nothing of it is left', async () => {
    await open('deaf');
    const started = performance.now();
    for await (const delta of peer.session.send(ask('x')))
      if (delta.type === 'text') peer.session.interrupt();
    const grandchild = Number(await readFile(join(peer.folder, 'grandchild.pid'), 'utf8'));
    expect(alive(grandchild)).toBe(true);
    await peer.session.close();
    expect(alive(grandchild)).toBe(false);
    expect(performance.now() - started).toBeLessThan(10_000 * machinePace());
  });

  test('the run’s own stop reaches a turn that says nothing', async () => {
    await open('silent');
    setTimeout(() => peer.stop.abort(), 50);
    expect((await peer.ask()).filter(({ type }) => type !== 'alive')).toEqual([]);
  });

  test('closing in the middle of a turn ends it, and every later one; twice is once', async () => {
    await open('silent');
    const turn = peer.ask();
    await delay(50);
    const exit = await peer.session.close();
    expect((await turn).filter(({ type }) => type !== 'alive')).toEqual([]);
    expect(await peer.session.close()).toEqual(exit);
    expect(await peer.ask()).toEqual([]);
  });

  test.each([
    ['dies', 'auth', '401 Unauthorized'],
    ['stops', 'cut', 'before its answer was complete'],
    ['garbage', 'malformed', 'not JSON'],
    ['batch', 'malformed', 'batch'],
    ['chatter', 'malformed', 'not its protocol'],
    ['empty', 'cut', 'said nothing'],
  ])('%s is an error of kind %s', async (scenario, kind, words) => {
    await open(scenario);
    const heard = await peer.ask();
    expect(lastOf(heard)).toMatchObject({ type: 'error', kind, message: expect.stringContaining(words) });
    expect(heard.filter(({ type }) => type === 'error' || type === 'end')).toHaveLength(1);
  });

  test('after its end every turn says how it ended', async () => {
    await open('dies');
    await peer.ask();
    expect(await peer.ask()).toMatchObject([{ type: 'error', kind: 'auth' }]);
  });

  test('banners and warnings between frames are passed over', async () => {
    await open('noise');
    const heard = await peer.ask();
    expect(textOf(heard)).toBe('fine');
    expect(lastOf(heard)).toEqual({ type: 'end' });
  });

  test('what the agent asks for is refused', async () => {
    await open('asks');
    const heard = await peer.ask();
    expect(textOf(heard)).toMatch(/told: .*(?:"no"|not available|cancelled)/);
    expect(lastOf(heard)).toEqual({ type: 'end' });
  });

  test('no key is said, not even one cut in two', async () => {
    const key = 'marked-key-0123456789abcdef';
    await open('secret', { FAKE_API_KEY: key });
    const heard = await peer.ask();
    expect(JSON.stringify(heard)).not.toContain(key);
    expect(textOf(heard)).toBe('the key is [redacted].');
    expect(lastOf(heard)).toMatchObject({ type: 'error', kind: 'auth' });
  });

  test('nor on its way out', async () => {
    const key = 'marked-key-0123456789abcdef';
    await open('secret-dies', { FAKE_API_KEY: key });
    const heard = await peer.ask();
    expect(lastOf(heard)).toMatchObject({ type: 'error' });
    expect(JSON.stringify([heard, await peer.session.close()])).not.toContain(key);
  });

  test('the environment holds what is allowed and nothing else; the folder is its own', async () => {
    await open('environment', { FAKE_API_KEY: 'k' });
    await peer.ask();
    const { env, cwd } = JSON.parse(await readFile(join(peer.folder, 'environment.json'), 'utf8'));
    expect(Object.keys(env).sort()).toEqual(['DESIGN_JURY_RUN', 'FAKE_API_KEY', 'PATH', 'TMPDIR']);
    expect(env.TMPDIR).toBe(join(cwd, 'tmp'));
    expect(cwd).toMatch(/\/jury-agent-[^/]+$/);
    await peer.session.close();
    await expect(stat(cwd)).rejects.toThrow('ENOENT');
  });

  test('nobody reads ahead: a flood waits in the pipe', async () => {
    await open('flood');
    const turn = peer.session.send(ask('x'))[Symbol.asyncIterator]();
    let heard = 0;
    while (heard < 100_000) {
      const { value } = await turn.next();
      if (value?.type === 'text') heard += value.text.length;
    }
    const before = process.memoryUsage().rss;
    await delay(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    await turn.return?.();
  });
});

test('a program that is not there cannot be opened', async () => {
  peer = await openPeer({ kind: 'codex-app-server' }, 'echo');
  const { createConversationalAgent } = await import('./agent.ts');
  const agent = createConversationalAgent(
    {
      id: 'x',
      name: 'Missing',
      command: '/no/such/program',
      args: [],
      environment: {},
      transport: { kind: 'pi-rpc' },
      usage: true,
    },
    {},
    { killGraceMs: 100 },
  );
  const request = { runId: 'r', subject: { kind: 'brief', text: 'x' }, workDir: peer.folder } as const;
  await expect(agent.open(request, new AbortController().signal)).rejects.toThrow(
    /Missing cannot be started/,
  );
  await expect(agent.open(request, AbortSignal.abort())).rejects.toThrow(/Missing cannot be started/);
  expect(await whole(peer.session.send(ask('x')))).not.toEqual([]);
});

test('an agent that never comes to its answer is stopped', async () => {
  peer = await openPeer({ kind: 'codex-app-server' }, 'busy');
  const heard = await peer.ask();
  expect(heard.filter(({ type }) => type === 'usage')).toHaveLength(21);
  expect(lastOf(heard)).toMatchObject({
    type: 'error',
    kind: 'other',
    message: expect.stringContaining('20 steps'),
  });
});

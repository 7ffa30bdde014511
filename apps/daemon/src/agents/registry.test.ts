import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JuryError } from '../jury-error.ts';
import { markDegraded } from './degraded.ts';
import { type AgentSettings, type BuiltInAgent, loadAgents } from './registry.ts';
import { findSandbox } from './sandbox.ts';
import { ownAgents } from './test/own-agents.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-registry-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settings = (browser: AgentSettings['browser']): AgentSettings => ({
  design: null,
  brief: null,
  browser,
  head: { maxRounds: 3, threshold: 8, scale: 10 },
});

describe('agents by name', () => {
  const load = (env: Record<string, string> = {}) =>
    loadAgents(folder, { PATH: folder, HOME: folder, ...env }, { killGraceMs: 100 });
  const program = async (name: string): Promise<void> => {
    await writeFile(join(folder, name), '#!/bin/sh\necho 9.9.9\n', { mode: 0o755 });
  };

  test('one that comes with the product is handed in: it is listed first, made, and closed with the others', async () => {
    const calls: string[] = [];
    const capabilities = {
      turns: 'conversational',
      deltas: 'block',
      usage: false,
      structured: 'text',
      promptLimitBytes: null,
      transport: 'in-process',
      readsPrompt: false,
      measures: true,
      drafts: false,
    } as const;
    const ruler: BuiltInAgent = {
      id: 'ruler',
      name: 'Ruler',
      detail: 'measures',
      capabilities,
      create: async ({ brief }) => {
        calls.push(`made for ${brief}`);
        return {
          id: 'ruler',
          name: 'Ruler',
          capabilities,
          open: () => Promise.reject(new Error('not opened')),
        };
      },
      close: async () => void calls.push('closed'),
    };
    const agents = await loadAgents(folder, { PATH: folder }, { killGraceMs: 100 }, [ruler]);
    expect(await agents.ids()).toEqual((await agents.list()).map(({ id }) => id));
    expect((await agents.list())[0]).toMatchObject({ id: 'ruler', detail: 'measures', capabilities });
    expect(await agents.create('ruler', { ...settings('never'), brief: 'bread' })).toMatchObject({
      id: 'ruler',
    });
    expect([agents.canDraft('ruler'), agents.canDraft('gemini')]).toEqual([false, true]);
    await expect(
      agents.create('ruler', { ...settings('never'), credentials: { apiKey: 'x' } }),
    ).rejects.toMatchObject({ code: 'bad_request' });
    await agents.close();
    expect(calls).toEqual(['made for bread', 'closed']);
  });

  test('one that is not installed is refused, and how to install it is said', async () => {
    const agents = await load();
    await expect(agents.create('codex', settings('never'))).rejects.toEqual(
      new JuryError(
        'bad_request',
        'agent: Codex CLI is not installed here. Install it with: npm install -g @openai/codex',
      ),
    );
    expect(await agents.create('nobody', settings('never'))).toBeNull();
  });

  test('one that is installed can be named; in conversation where it can', async () => {
    await program('gemini');
    await program('aider');
    // Nobody has tried aider: without this it asks for a sandbox, and not every machine has one.
    const agents = await load({ OD_AGENT_SANDBOX: 'off' });
    expect(await agents.create('gemini', settings('never'))).toMatchObject({
      id: 'gemini',
      versions: { gemini: '9.9.9' },
      capabilities: { turns: 'conversational', transport: 'acp' },
    });
    expect(await agents.create('aider', settings('never'))).toMatchObject({
      capabilities: { turns: 'one-shot', transport: 'stdio' },
    });
  });

  test('one that does not tell its version is refused, and listed with what it needs', async () => {
    await writeFile(join(folder, 'gemini'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const agents = await load();
    await expect(agents.create('gemini', settings('never'))).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('Gemini CLI does not tell its version'),
    });
    expect((await agents.list()).find(({ id }) => id === 'gemini')).toMatchObject({
      detail: expect.stringMatching(/^version not known, needs \d/),
      next: 'Update it: npm install -g @google/gemini-cli',
    });
  });

  test('one that nobody has tried is refused where there is no sandbox', async () => {
    await program('aider');
    const created = (await load()).create('aider', settings('never'));
    if ((await findSandbox()) === null)
      await expect(created).rejects.toMatchObject({ message: expect.stringContaining('bubblewrap') });
    else expect(await created).toMatchObject({ id: 'aider' });
  });

  test('one whose login is not seen is listed with how to log in', async () => {
    await program('gemini');
    const info = (await (await load()).list()).find(({ id }) => id === 'gemini');
    expect([info?.available, info?.loggedIn]).toEqual([true, null]);
    expect(info?.next).toMatch(/follow its login, or set GEMINI_API_KEY/);
  });

  test.each(['--yolo', 'a b', 'x\ny', ''])('%j is no name of a model', async (model) => {
    await program('gemini');
    const agents = await load();
    await expect(agents.create('gemini', { ...settings('never'), model })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  test('a program of the user’s own takes the place of a row', async () => {
    const own = { id: 'gemini', name: 'My gemini', command: '/bin/true' };
    ownAgents(folder, [own]);
    const agents = await load();
    expect(await agents.create('gemini', settings('never'))).toMatchObject({ name: 'My gemini' });
    const listed = (await agents.list()).filter(({ id }) => id === 'gemini');
    expect(listed).toMatchObject([{ name: 'My gemini', detail: '/bin/true' }]);
  });

  test('a mark is listed with its agent, whether it is installed or not', async () => {
    await markDegraded(folder, 'pi', 'half of it', Date.now());
    const pi = (await (await load()).list()).find(({ id }) => id === 'pi');
    expect(pi).toMatchObject({ available: false, degraded: { reason: 'half of it' } });
  });
});

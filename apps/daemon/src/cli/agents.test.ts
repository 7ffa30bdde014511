/** `jury agents`, as its users see it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInfo } from '@design-jury/contracts/http';
import { AgentListSchema } from '@design-jury/contracts/http';
import { expect, test } from 'vitest';
import { CLI_AGENTS } from '../agents/cli-table.ts';
import { markDegraded } from '../agents/degraded.ts';
import { agentLines } from './agents.ts';
import { place } from './test/jury.ts';

test('lists who is known, with what to do about those who are not there', async () => {
  using here = place();
  const { status, stdout } = await here.jury('agents', '--json');
  expect(status).toBe(0);
  const { agents } = AgentListSchema.parse(JSON.parse(stdout));
  expect(agents[0]).toMatchObject({ id: 'grounded', available: true, degraded: null });
  expect(agents.map(({ id }) => id)).toEqual(expect.arrayContaining(['claude', 'codex', 'gemini', 'ollama']));
  for (const { available, next } of agents) if (!available) expect(next).not.toBe('');
});

test('an agent that is set aside is said to be, until the mark is taken away', async () => {
  using here = place();
  await markDegraded(here.dataDir, 'gemini', '7 of 11 runs could be read', Date.now());
  expect((await here.jury('agents', '--json')).stdout).toContain('7 of 11 runs could be read');
  const cleared = await here.jury('agents', 'clear-degraded', 'gemini');
  expect(cleared).toMatchObject({ status: 0, stdout: 'gemini is in order again.\n' });
  expect((await here.jury('agents', '--json')).stdout).not.toContain('7 of 11');
  expect((await here.jury('logs')).stdout).toMatch(/ info +host adapter_returned agent=gemini by=hand\n$/);
  expect(await here.jury('agents', 'clear-degraded', 'gemini')).toMatchObject({
    status: 0,
    stdout: 'gemini was not marked degraded.\n',
  });
});

test.each([
  [['clear-degraded', 'nobody'], 'There is no agent "nobody"; jury agents lists those that are known.'],
  [
    ['clear-degraded'],
    'clear-degraded takes the id of one agent, such as jury agents clear-degraded gemini.',
  ],
  [['install'], 'agents takes no "install"; see jury agents --help.'],
])('%j is refused in a sentence', async (args, sentence) => {
  using here = place();
  expect(await here.jury('agents', ...args)).toEqual({
    status: 2,
    stdout: '',
    stderr: `jury: ${sentence}\n`,
  });
});

test('a review by an agent that is not installed is refused, with how to install it', async () => {
  using here = place();
  const page = here.write(
    'page.html',
    '<!doctype html><html lang="en"><title>Pay</title><main><h1>Pay your bill</h1><p>Choose how you want to pay what is open this month.</p></main>',
  );
  const { status, stderr } = await here.jury('review', page, '--agent', 'cursor-agent');
  expect(status).toBe(2);
  expect(stderr).toContain('Cursor Agent is not installed here. See cursor.com/cli.');
});

test('doctor names those that are found, and the next step', async () => {
  using here = place();
  // Not in the project: what lies there is never started.
  const bin = mkdtempSync(join(tmpdir(), 'jury-bin-'));
  writeFileSync(join(bin, 'cn'), '#!/bin/sh\necho 1.4.0\n', { mode: 0o755 });
  const path = process.env.PATH;
  process.env.PATH = `${bin}:${path}`;
  try {
    const { checks } = JSON.parse((await here.jury('doctor', '--json')).stdout);
    expect(checks).toContainEqual({
      name: 'agent continue',
      state: 'optional',
      detail: 'Continue CLI, 1.4.0, older than 1.5.0',
      next: 'Update it: npm install -g @continuedev/cli',
    });
  } finally {
    process.env.PATH = path;
    rmSync(bin, { recursive: true, force: true });
  }
});

test('one line for each, and the time that is left of a mark', () => {
  const capabilities = {
    turns: 'conversational',
    deltas: 'token',
    usage: true,
    structured: 'text',
    promptLimitBytes: null,
    transport: 'acp',
    readsPrompt: true,
    measures: false,
    drafts: true,
  } as const;
  const now = Date.parse('2026-11-16T00:00:00Z');
  const agents: AgentInfo[] = [
    { id: 'gemini', name: 'Gemini CLI', available: true, detail: '0.61.0', loggedIn: null, capabilities },
    {
      id: 'pi',
      name: 'pi',
      available: true,
      detail: '0.87.1',
      loggedIn: true,
      degraded: { reason: 'half of it', until: '2026-11-16T05:30:00Z' },
    },
    { id: 'amp', name: 'Amp', available: false, detail: 'not installed', next: 'npm install -g x' },
  ];
  expect(agentLines(agents, { columns: 100, paint: { color: false, unicode: false }, now })).toEqual([
    '+ gemini            Gemini CLI             0.61.0, login not seen, conversational, token by token, reports usage',
    'x pi                pi                     0.87.1, logged in',
    '                    off the panel for 6 h: half of it',
    '                    jury agents clear-degraded pi',
    '. amp               Amp                    not installed',
    '                    npm install -g x',
    '',
    'Use one with: jury review page.html --agent <id>',
  ]);
});

const LISTED = { id: 'pi', name: 'pi', available: true, detail: '0.87.1', loggedIn: null } as const;

test.each<[string, Partial<AgentInfo>, string]>([
  [
    'the one that was tried',
    { version: '0.87.1', triedVersion: '0.87.1' },
    '0.87.1, the version that was tried, login not seen',
  ],
  ['another one', { version: '0.87.1', triedVersion: '0.86.0' }, '0.87.1, tried with 0.86.0, login not seen'],
  [
    'one nobody could ask for',
    { version: null, triedVersion: '0.86.0' },
    '0.87.1, tried with 0.86.0, login not seen',
  ],
  [
    'none that was ever tried',
    { version: '0.87.1', triedVersion: null },
    '0.87.1, never tried, known from its description, login not seen',
  ],
  ['none to speak of', {}, '0.87.1, login not seen'],
])('a line tells the version its adapter was tried with: %s', (_name, versions, words) => {
  const surface = { columns: 120, paint: { color: false, unicode: false }, now: 0 };
  const [line] = agentLines([{ ...LISTED, ...versions }], surface);
  expect(line).toBe(`+ pi                pi                     ${words}`);
});

test('the JSON tells the tried version of every coding agent', async () => {
  using here = place();
  const { agents } = AgentListSchema.parse(JSON.parse((await here.jury('agents', '--json')).stdout));
  const tried = new Map(agents.map(({ id, triedVersion }) => [id, triedVersion]));
  expect(CLI_AGENTS.map(({ id }) => [id, tried.get(id)])).toEqual(
    CLI_AGENTS.map(({ id, triedVersion }) => [id, triedVersion]),
  );
  expect(tried.get('grounded')).toBeUndefined();
});

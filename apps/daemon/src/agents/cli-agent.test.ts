/** Every row of the table keeps the contract, played by a program that prints its stream over a real pipe. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createCliAgent, LONGEST_ARGUMENT_BYTES } from './cli-agent.ts';
import { CLI_AGENTS, type CliAgent } from './cli-table.ts';
import { decodePlainText } from './decoders/plain.ts';
import { createProgramAgent } from './program.ts';
import type { Agent, AgentDelta, AgentTurn } from './session.ts';
import { agentContract, SECRET, type Situation } from './test/contract.ts';

const FIXTURES = fileURLToPath(new URL('../../../../__fixtures__/agents/', import.meta.url));
const PLAYER = fileURLToPath(new URL('./test/plays-stream.mjs', import.meta.url));
const ENV = { PATH: process.env.PATH, PLANTED_KEY: SECRET, UNNAMED: 'must stay ours' };
const LIMITS = { killGraceMs: 1_000 };

const scratch = mkdtempSync(join(tmpdir(), 'jury-streams-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The beginning of a stream, as far as the first text: what is left of one that breaks off. */
function beginning({ id, decoder }: CliAgent): string {
  const bytes = readFileSync(recording(id, 'answers'));
  const reading = decoder();
  for (let end = 1; end <= bytes.length; end++) {
    if (!reading.write(bytes.subarray(end - 1, end)).some(({ type }) => type === 'text')) continue;
    const file = join(scratch, `${id}-beginning`);
    writeFileSync(file, bytes.subarray(0, end));
    return file;
  }
  throw new Error(`${id} says nothing`);
}

function recording(id: string, name: string): string {
  const file = readdirSync(join(FIXTURES, id)).find(
    (entry) => entry === `${name}.jsonl` || entry === `${name}.txt`,
  );
  if (file === undefined) throw new Error(`there is no recording ${name} of ${id}`);
  return join(FIXTURES, id, file);
}

function scriptFor(row: CliAgent, situation: Situation): string[] {
  switch (situation) {
    case 'answers':
      return [recording(row.id, 'answers'), '0'];
    case 'leaks':
      return [recording(row.id, 'answers'), '0', 'leaks'];
    case 'fails': {
      const { code } = JSON.parse(readFileSync(join(FIXTURES, row.id, 'unauthorized.exit.json'), 'utf8'));
      return [recording(row.id, 'unauthorized'), String(code)];
    }
    case 'cut':
      // Where the exit is the last word, only the exit can tell.
      return [beginning(row), row.saysDone.startsWith('exit code') ? '1' : '0'];
    case 'stalls':
      return [beginning(row), '0', 'stalls'];
  }
}

function play(row: CliAgent, situation: Situation): Agent {
  const { id, name, decoder, deltas, usage, prompt } = row;
  return createCliAgent(
    {
      id,
      name,
      command: process.execPath,
      args: [PLAYER, ...scriptFor(row, situation)],
      prompt,
      environment: { allow: ['PLANTED_KEY'] },
      decoder,
      deltas,
      usage,
    },
    ENV,
    LIMITS,
  );
}

for (const row of CLI_AGENTS) agentContract(row.name, async (situation) => play(row, situation));

agentContract('a program of the user’s own', async (situation) => {
  const row = CLI_AGENTS.find(({ id }) => id === 'continue');
  if (row === undefined) throw new Error('no row prints plain text');
  const args = [PLAYER, ...scriptFor(row, situation)];
  return createProgramAgent(
    { id: 'own', name: 'Own', command: process.execPath, args, env: ['PLANTED_KEY'] },
    ENV,
    LIMITS,
  );
});

describe('a prompt as an argument', () => {
  const echo = (args: readonly string[]): Agent =>
    createCliAgent(
      {
        id: 'echo',
        name: 'Echo',
        command: process.execPath,
        args: ['-e', 'process.stdout.write(String(Buffer.byteLength(process.argv.at(-1))))', ...args],
        prompt: 'argument',
        environment: {},
        decoder: decodePlainText,
        deltas: 'end',
        usage: false,
      },
      ENV,
      LIMITS,
    );
  const say = async (bytes: number): Promise<AgentDelta[]> => {
    const workDir = mkdtempSync(join(scratch, 'run-'));
    const request = { runId: `r-${bytes}`, subject: { kind: 'brief', text: '' } as const, workDir };
    const session = await echo([]).open(request, new AbortController().signal);
    const turn: AgentTurn = { kind: 'ask', prompt: 'x'.repeat(bytes) };
    try {
      return await Array.fromAsync(session.send(turn));
    } finally {
      await session.close();
    }
  };

  test.each([LONGEST_ARGUMENT_BYTES - 1, LONGEST_ARGUMENT_BYTES])('%i bytes arrive whole', async (bytes) => {
    expect(await say(bytes)).toEqual([{ type: 'text', text: String(bytes) }, { type: 'end' }]);
  });

  test('one byte more is refused before anything is started, in a sentence', async () => {
    expect(await say(131_072)).toEqual([
      {
        type: 'error',
        kind: 'too_long',
        message:
          'Echo takes its prompt as an argument of at most 131071 bytes; this one has 131072. Use a smaller page, or another agent.',
      },
    ]);
  });
});

test('a prompt as a file arrives whole at a program that reads only what is there; nothing of it is left', async () => {
  // As Continue does it: looking at its input makes a pipe one that never waits, and a busy pipe then looks empty.
  const reads = `
    void process.stdin.isTTY;
    const { readFileSync, fstatSync, readdirSync } = require('node:fs');
    const { mode, nlink } = fstatSync(0);
    const bytes = readFileSync(0).length;
    console.log(JSON.stringify({ bytes, mode: (mode & 0o777).toString(8), nlink, folder: readdirSync('.') }));`;
  const agent = createCliAgent(
    {
      id: 'hasty',
      name: 'Hasty',
      command: process.execPath,
      args: ['-e', reads],
      prompt: 'stdin-file',
      environment: {},
      decoder: decodePlainText,
      deltas: 'end',
      usage: false,
    },
    ENV,
    LIMITS,
  );
  expect(agent.capabilities.promptLimitBytes).toBeNull();
  const workDir = mkdtempSync(join(scratch, 'run-'));
  const request = { runId: 'r-hasty', subject: { kind: 'brief', text: '' } as const, workDir };
  const session = await agent.open(request, new AbortController().signal);
  try {
    for (const bytes of [0, 3_000_000]) {
      const [said, end] = await Array.fromAsync(session.send({ kind: 'ask', prompt: 'x'.repeat(bytes) }));
      expect(end).toEqual({ type: 'end' });
      expect(JSON.parse(said?.type === 'text' ? said.text : '')).toMatchObject({
        bytes,
        mode: '600',
        nlink: 0,
        folder: expect.not.arrayContaining([expect.stringContaining('input')]),
      });
    }
  } finally {
    await session.close();
  }
});

test('prompts in files of their own do not take each other’s place, and go with their session', async () => {
  const reads = `
    const { readFileSync, statSync } = require('node:fs');
    const file = process.argv.at(-1);
    setTimeout(() => console.log(readFileSync(file, 'utf8'), (statSync(file).mode & 0o777).toString(8)), 500);`;
  const agent = createCliAgent(
    {
      id: 'slow',
      name: 'Slow',
      command: process.execPath,
      args: ['-e', reads],
      prompt: 'file',
      environment: {},
      decoder: decodePlainText,
      deltas: 'end',
      usage: false,
    },
    ENV,
    LIMITS,
  );
  const workDir = mkdtempSync(join(scratch, 'run-'));
  const request = { subject: { kind: 'brief', text: '' } as const, workDir };
  const answers = await Promise.all(
    ['one', 'two'].map(async (prompt) => {
      const runId = `r-slow.${prompt}`;
      const session = await agent.open({ ...request, runId }, new AbortController().signal);
      const said = await Array.fromAsync(session.send({ kind: 'ask', prompt }));
      await session.close();
      return said.map((delta) => (delta.type === 'text' ? delta.text.trim() : delta.type));
    }),
  );
  expect(answers).toEqual([
    ['one 600', 'end'],
    ['two 600', 'end'],
  ]);
  expect(readdirSync(workDir)).toEqual(['agent-process.json']);
});

test('bytes that say nothing by themselves are signs of life', async () => {
  const row = CLI_AGENTS.find(({ id }) => id === 'claude');
  const noise = join(scratch, 'noise');
  writeFileSync(noise, `${'{"type":"system","subtype":"status"}\n'.repeat(200)}`);
  const agent = createCliAgent(
    {
      id: 'noisy',
      name: 'Noisy',
      command: process.execPath,
      args: [PLAYER, noise, '0'],
      prompt: 'stdin',
      environment: {},
      decoder: row?.decoder ?? decodePlainText,
      deltas: 'token',
      usage: true,
    },
    ENV,
    LIMITS,
  );
  const workDir = mkdtempSync(join(scratch, 'run-'));
  const request = { runId: 'r-noise', subject: { kind: 'brief', text: '' } as const, workDir };
  const session = await agent.open(request, new AbortController().signal);
  const deltas = await Array.fromAsync(session.send({ kind: 'ask', prompt: 'x' }));
  await session.close();
  expect(deltas.slice(0, -1).every(({ type }) => type === 'alive')).toBe(true);
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.at(-1)).toMatchObject({ type: 'error', kind: 'cut' });
});

/** A program that fails once is asked once more; one that cannot be mended by that is not. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCliAgent } from './cli-agent.ts';
import { decodeClaude } from './decoders/claude-like.ts';
import { namingPage } from './decoders/error-kind.ts';
import { endMarked } from './process-group.ts';
import { withSecondTry } from './second-try.ts';
import type { Agent, AgentDelta } from './session.ts';
import { MAX_STEPS } from './steps.ts';
import { peerAgent, textOf, whole } from './transports/test/peer.ts';

const QUICK = { maxPerSession: 3, waitMs: 5, limitedWaitMs: 10 };

let folder: string;
let runId: string;
beforeEach(async () => {
  runId = `r-${randomUUID()}`;
  folder = await mkdtemp(join(tmpdir(), 'jury-second-'));
});
afterEach(async () => {
  expect(endMarked(runId), 'processes left behind').toBe(0);
  await rm(folder, { recursive: true, force: true });
});

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const begins = (id: string): string =>
  line({ type: 'stream_event', event: { type: 'message_start', message: { id } } });
const text = (words: string): string =>
  begins(words) +
  line({ type: 'assistant', message: { id: words, content: [{ type: 'text', text: words }] } });
const failed = (status: number, words: string): string =>
  line({ type: 'result', subtype: 'success', is_error: true, api_error_status: status, result: words });
const DONE = line({ type: 'result', subtype: 'success', usage: { input_tokens: 7, output_tokens: 3 } });

/** A program that prints the nth of these at its nth start; `exit` ends it with that code. */
async function scripted(...plays: readonly { out?: string; exit?: number }[]): Promise<Agent> {
  const script = join(folder, 'plays.json');
  await writeFile(script, JSON.stringify(plays));
  const program = `
    const { readFileSync, appendFileSync } = require('node:fs');
    appendFileSync(${JSON.stringify(join(folder, 'starts'))}, 'x');
    const nth = readFileSync(${JSON.stringify(join(folder, 'starts'))}, 'utf8').length;
    const { out = '', exit = 0 } = JSON.parse(readFileSync(${JSON.stringify(script)}, 'utf8'))[nth - 1] ?? {};
    process.stdin.resume().on('end', () => process.stdout.write(out, () => process.exit(exit)));`;
  return createCliAgent(
    {
      id: 'scripted',
      name: 'Scripted',
      command: process.execPath,
      args: ['-e', program],
      prompt: 'stdin',
      environment: {},
      decoder: decodeClaude,
      deltas: 'token',
      usage: true,
    },
    { PATH: process.env.PATH },
    { killGraceMs: 300 },
  );
}

const starts = async (): Promise<number> =>
  (await readFile(join(folder, 'starts'), 'utf8').catch(() => '')).length;

async function answerOf(agent: Agent, stop = new AbortController()): Promise<AgentDelta[]> {
  const request = { runId, subject: { kind: 'brief', text: '' }, workDir: folder } as const;
  const session = await withSecondTry(agent, QUICK).open(request, stop.signal);
  try {
    return (await whole(session.send({ kind: 'ask', prompt: 'x' }))).filter(({ type }) => type !== 'alive');
  } finally {
    await session.close();
  }
}

describe('asked a second time', () => {
  test('what a program used that has asked its model again by itself is a least', async () => {
    const event = (value: object): string => line({ type: 'stream_event', event: value });
    const begun = (id: string, words: string): string =>
      event({ type: 'message_start', message: { id } }) +
      event({ type: 'content_block_start', content_block: { type: 'text', text: '' } }) +
      event({ type: 'content_block_delta', delta: { type: 'text_delta', text: words } });
    const whole = (id: string, words: string): string =>
      line({ type: 'assistant', message: { id, content: [{ type: 'text', text: words }] } });
    const agent = await scripted(
      {
        out: `${begun('one', 'half an ans')}${begun('two', 'an answer')}${whole('two', 'an answer')}${DONE}`,
      },
      { out: `${begun('one', 'an answer')}${whole('one', 'an answer')}${DONE}` },
    );
    const used = (heard: readonly AgentDelta[]) => heard.filter(({ type }) => type === 'usage');
    const tokens = { type: 'usage', inputTokens: 7, outputTokens: 3, costUsd: null };
    expect(used(await answerOf(agent))).toEqual([{ ...tokens, atLeast: true }]);
    expect(used(await answerOf(agent))).toEqual([tokens]);
  });

  test('one 429 is waited for, and told', async () => {
    const heard = await answerOf(
      await scripted({ out: failed(429, 'Too many requests') }, { out: text('fine') + DONE }),
    );
    expect(heard).toEqual([
      {
        type: 'notice',
        kind: 'rate_limit',
        message: 'Too many requests; asking again in 1 s (2 of 2)',
        retryAfterMs: 10,
      },
      { type: 'text', text: 'fine' },
      { type: 'usage', inputTokens: 7, outputTokens: 3, costUsd: null },
      { type: 'end' },
    ]);
    expect(await starts()).toBe(2);
  });

  test('a start that failed without a word', async () => {
    const heard = await answerOf(await scripted({ exit: 3 }, { out: text('fine') + DONE }));
    expect(heard.map(({ type }) => type)).toEqual(['usage', 'notice', 'text', 'usage', 'end']);
    expect(heard[0]).toMatchObject({ inputTokens: 0, atLeast: true });
  });

  test('a stream that was cut: what it had said is withdrawn', async () => {
    const heard = await answerOf(await scripted({ out: text('half an') }, { out: text('whole') + DONE }));
    expect(heard.map(({ type }) => type)).toEqual([
      'text',
      'usage',
      'notice',
      'restart',
      'text',
      'usage',
      'end',
    ]);
    expect(textOf(heard)).toBe('whole');
  });

  test('a later turn of a conversation is asked in the same one', async () => {
    const agent = withSecondTry(peerAgent({ kind: 'claude-stream' }, 'fails-second'), QUICK);
    const request = { runId, subject: { kind: 'brief', text: '' }, workDir: folder } as const;
    const session = await agent.open(request, new AbortController().signal);
    const turns: AgentDelta[][] = [];
    for (const prompt of ['one', 'two', 'three'])
      turns.push(await whole(session.send({ kind: 'ask', prompt })));
    await session.close();
    expect(turns.map(textOf)).toEqual(['turn 1', 'turn 3', 'turn 4']);
    expect(turns[1]).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'retry' }));
  });
});

describe('not asked a second time', () => {
  test.each([
    ['a key that is not accepted', failed(401, 'Invalid API key'), 'auth'],
    ['a refusal', line({ type: 'result', stop_reason: 'refusal' }), 'refused'],
    ['the limit on output', text('a') + line({ type: 'result', stop_reason: 'max_tokens' }), 'cut'],
  ])('%s', async (_, out, kind) => {
    const heard = await answerOf(await scripted({ out }, { out: text('fine') + DONE }));
    expect(heard.at(-1)).toMatchObject({ type: 'error', kind });
    expect(await starts()).toBe(1);
  });

  test('what fails twice has failed, with its own words', async () => {
    const heard = await answerOf(
      await scripted(
        { out: failed(429, 'Too many requests') },
        { out: failed(503, 'Overloaded') },
        { out: DONE },
      ),
    );
    expect(heard.at(-1)).toMatchObject({ type: 'error', kind: 'server', message: 'Overloaded' });
    expect(await starts()).toBe(2);
  });

  test('a program that is not there', async () => {
    const agent = {
      ...(await scripted()),
      open: () => Promise.reject(new Error('never')),
    } as unknown as Agent;
    await expect(answerOf(agent)).rejects.toThrow('never');
  });

  test('more often than a session allows', async () => {
    const agent = withSecondTry(await scripted(...Array(12).fill({ exit: 1 })), QUICK);
    const request = { runId, subject: { kind: 'brief', text: '' }, workDir: folder } as const;
    const session = await agent.open(request, new AbortController().signal);
    for (let turn = 0; turn < 5; turn++) await whole(session.send({ kind: 'ask', prompt: 'x' }));
    await session.close();
    expect(await starts()).toBe(5 + QUICK.maxPerSession);
  });

  test('after an interrupt', async () => {
    const agent = withSecondTry(await scripted({ exit: 1 }, { out: text('late') + DONE }), {
      ...QUICK,
      waitMs: 60_000,
    });
    const request = { runId, subject: { kind: 'brief', text: '' }, workDir: folder } as const;
    const session = await agent.open(request, new AbortController().signal);
    const heard: string[] = [];
    for await (const delta of session.send({ kind: 'ask', prompt: 'x' })) {
      heard.push(delta.type);
      if (delta.type === 'notice') session.interrupt();
    }
    await session.close();
    expect(heard).toEqual(['usage', 'notice']);
    expect(await starts()).toBe(1);
  });
});

test('a web page that a program quotes is named', async () => {
  const page = failed(200, 'Unexpected token \'<\', "<!DOCTYPE html>..." is not valid JSON');
  const heard = await answerOf(await scripted({ out: page }));
  expect(heard.at(-1)).toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining('a web page came'),
  });
});

test.each([
  'stream disconnected before completion: stream closed before response.completed',
  'Error: more than 40 requests without completing its answer',
  '[API Error: Incomplete JSON segment at the end]',
  'SyntaxError: Unexpected end of JSON input',
  'the response is not valid JSON',
])('where a program does not say what came, a web page is named as what it may be: %s', (words) => {
  expect(namingPage(words)).toMatch(
    /\(where it stays so, a web page may come in the place of an answer: check/,
  );
});

test('other failures keep their words alone', () => {
  for (const words of ['socket hang up', 'rate limit', 'the model refused to write JSON', ''])
    expect(namingPage(words)).toBe(words);
});

test('a program that never comes to its answer is stopped', async () => {
  // Each start of a message costs: here every one of them tells what it used.
  const steps = Array.from({ length: MAX_STEPS + 5 }, () => DONE.replace('"result"', '"noise"')).join('');
  const agent = createCliAgent(
    {
      id: 'busy',
      name: 'Busy',
      command: process.execPath,
      args: ['-e', `process.stdout.write(${JSON.stringify(steps)}); setTimeout(() => {}, 1e8)`],
      prompt: 'stdin',
      environment: {},
      decoder: () => ({
        write: (bytes) =>
          Buffer.from(bytes)
            .toString()
            .split('\n')
            .filter((one) => one !== '')
            .map(() => ({ type: 'notice', kind: 'progress', message: 'uses a tool' }) as const),
        end: () => [],
      }),
      deltas: 'token',
      usage: true,
    },
    { PATH: process.env.PATH },
    { killGraceMs: 300 },
  );
  const heard = await answerOf(agent);
  expect(heard.filter(({ type }) => type === 'notice')).toHaveLength(MAX_STEPS);
  expect(heard.at(-1)).toMatchObject({
    type: 'error',
    message: expect.stringContaining(`more than ${MAX_STEPS} steps`),
  });
});

test('a loop of tools that is told on the error channel alone is ended, and not begun again', async () => {
  const loops = `
    require('node:fs').appendFileSync(${JSON.stringify('STARTS')}, 'x');
    setInterval(() => console.error('ERROR core::tools::router: error=failed to parse arguments'), 5);`;
  const looping = createCliAgent(
    {
      id: 'loops',
      name: 'Loops',
      command: process.execPath,
      args: ['-e', loops.replace('STARTS', join(folder, 'starts'))],
      prompt: 'stdin',
      environment: {},
      decoder: decodeClaude,
      deltas: 'token',
      usage: true,
    },
    { PATH: process.env.PATH },
    { killGraceMs: 300 },
  );
  const heard = await answerOf(looping);
  expect(heard.at(-1)).toMatchObject({
    type: 'error',
    message: expect.stringContaining('it failed to use tools more than 20 times'),
  });
  expect(await starts()).toBe(1);
});

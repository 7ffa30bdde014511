import { mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createCliAgent, type PromptWay } from './cli-agent.ts';
import { decodePlainText } from './decoders/plain.ts';
import { OutputFile } from './output-file.ts';
import { endMarked } from './process-group.ts';

const scratch = mkdtempSync(join(tmpdir(), 'jury-output-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const workDir = (): string => mkdtempSync(join(scratch, 'run-'));

/** As some agents do it: the whole answer at once, and gone. */
const SAYS_AND_LEAVES = `process.stdout.write('a' + 'é'.repeat(500_000)); process.exit(0);`;

/** A session with a program whose answer is a file. */
async function openSession(script: string, prompt: PromptWay, runId = 'r-file') {
  const agent = createCliAgent(
    {
      id: 'hasty',
      name: 'Hasty',
      command: process.execPath,
      args: ['-e', script],
      prompt,
      output: 'file',
      environment: {},
      decoder: decodePlainText,
      deltas: 'end',
      usage: false,
    },
    { PATH: process.env.PATH },
    { killGraceMs: 1_000 },
  );
  const request = { runId, subject: { kind: 'brief', text: '' } as const, workDir: workDir() };
  const session = await agent.open(request, new AbortController().signal);
  return { session, folder: request.workDir };
}

test('a program that says a megabyte at once and leaves has said all of it', async () => {
  const { session, folder } = await openSession(SAYS_AND_LEAVES, 'stdin');
  try {
    const deltas = await Array.fromAsync(session.send({ kind: 'ask', prompt: '' }));
    const text = deltas.flatMap((delta) => (delta.type === 'text' ? [delta.text] : [])).join('');
    expect(text).toBe(`a${'é'.repeat(500_000)}`);
    expect(deltas.at(-1)).toEqual({ type: 'end' });
    expect(readdirSync(folder).filter((name) => name.includes('output'))).toEqual([]);
  } finally {
    await session.close();
  }
});

test('a file that nobody writes to any more ends with its writer, one that grows is read as it grows', async () => {
  const file = await OutputFile.open(workDir());
  const writer = Promise.withResolvers<void>();
  const pieces: string[] = [];
  const reading = (async () => {
    for await (const piece of file.read(writer.promise)) pieces.push(piece.toString());
  })();
  writeSync(file.fd, 'first ');
  await expect.poll(() => pieces.join('')).toBe('first ');
  writeSync(file.fd, 'second');
  await expect.poll(() => pieces.join('')).toBe('first second');
  expect(await Promise.race([reading.then(() => 'over'), delay(150).then(() => 'open')])).toBe('open');
  writeSync(file.fd, ', and last');
  writer.resolve();
  await reading;
  expect(pieces.join('')).toBe('first second, and last');
  await file.close();
});

test.each([
  [99_999, 'read'],
  [100_000, 'read'],
  [100_001, 'it wrote more than 100000 bytes'],
])('of a file for 100000 bytes with %i: %s', async (bytes, outcome) => {
  const file = await OutputFile.open(workDir(), 100_000);
  writeSync(file.fd, 'x'.repeat(bytes));
  const pieces = Array.fromAsync(file.read(Promise.resolve()));
  const told = pieces.then(
    (read) => (Buffer.concat(read).length === bytes ? 'read' : 'in part'),
    (error: Error) => error.message,
  );
  expect(await told).toBe(outcome);
  await file.close();
});

test('a writer that fills its file is stopped although nobody reads', async () => {
  const file = await OutputFile.open(workDir(), 100_000);
  const stopped = Promise.withResolvers<string>();
  let stops = 0;
  file.watch(() => stopped.resolve(`stopped ${++stops} times`));
  writeSync(file.fd, 'x'.repeat(100_000));
  expect(await Promise.race([stopped.promise, delay(200).then(() => 'goes on')])).toBe('goes on');
  writeSync(file.fd, 'x');
  expect(await stopped.promise).toBe('stopped 1 times');
  await file.close();
});

test('a session that is closed while its program starts leaves neither a program nor a file behind', async () => {
  const open = (): number => readdirSync('/proc/self/fd').length;
  const before = open();
  for (const waitMs of [0, 1, 3, 6, 12]) {
    const runId = `r-late-${waitMs}`;
    const { session } = await openSession('setInterval(() => {}, 1000)', 'stdin-file', runId);
    const told = Array.fromAsync(session.send({ kind: 'ask', prompt: 'x' }));
    await delay(waitMs);
    await session.close();
    await told;
    expect(endMarked(runId)).toBe(0);
  }
  expect(open()).toBeLessThanOrEqual(before);
});

test('an agent that writes to a file is ended in the middle of it like any other', async () => {
  const { session } = await openSession('setInterval(() => process.stdout.write("word "), 5)', 'stdin');
  const types = new Set<string>();
  for await (const { type } of session.send({ kind: 'ask', prompt: '' })) {
    types.add(type);
    session.interrupt();
  }
  expect(types).not.toContain('error');
  expect(await session.close()).toMatchObject({ signal: 'SIGTERM' });
});

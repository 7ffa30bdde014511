import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StampSchema, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { onTestFinished, test } from 'vitest';
import { isEnd, lineOf, notes, SHIP, stamped } from '../test/events.ts';
import {
  findTranscript,
  type ReadOptions,
  readTranscript,
  readTranscriptLines,
  repairTranscript,
  type Skipped,
} from './transcript.ts';
import { readEntry } from './transcript-entry.ts';
import { splitLines } from './transcript-lines.ts';

async function store(content: string | Buffer, name = 'transcript.ndjson'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-transcript-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

function read(file: string, options?: ReadOptions): Promise<TranscriptEvent[]> {
  return Array.fromAsync(readTranscript(file, options));
}

const THREE = lineOf(1) + lineOf(2) + lineOf(3, SHIP);
const UNKNOWN = `${JSON.stringify({ type: 'critique.hologram', seq: 2, at: stamped(2).at, depth: 3 })}\n`;

test('a transcript reads back as it was, plain and compressed, by its extension', async ({ expect }) => {
  const expected = [stamped(1), stamped(2), stamped(3, SHIP)];
  expect(await read(await store(THREE))).toEqual(expected);
  expect(await read(await store(gzipSync(THREE), 'transcript.ndjson.gz'))).toEqual(expected);
  expect(await read(await store(''))).toEqual([]);
});

test('lines come with their stored JSON, from any seq on', async ({ expect }) => {
  const file = await store(THREE);
  const lines = await Array.fromAsync(readTranscriptLines(file, { after: 1, validation: 'stamp' }));
  expect(lines).toEqual([
    { event: stamped(2), line: lineOf(2).trimEnd() },
    { event: stamped(3, SHIP), line: lineOf(3, SHIP).trimEnd() },
  ]);
});

test('every cut of the last line is tolerated and reported, whole lines are not', async ({ expect }) => {
  const last = lineOf(3, SHIP);
  const before = lineOf(1) + lineOf(2);
  for (let length = 0; length <= last.length; length += 1) {
    const skipped: Skipped[] = [];
    const file = await store(before + last.slice(0, length));
    const events = await read(file, { onSkip: (skip) => skipped.push(skip) });
    // The newline alone may be missing: the JSON is whole, and so is the event.
    const whole = length >= last.length - 1;
    expect(events).toHaveLength(whole ? 3 : 2);
    expect(skipped).toEqual(whole || length === 0 ? [] : [{ kind: 'partial_line', line: 3, bytes: length }]);
  }
});

test('an event of a newer build is skipped and counted, its seq holds its place', async ({ expect }) => {
  const skipped: Skipped[] = [];
  const file = await store(lineOf(1) + UNKNOWN + lineOf(3));
  expect(await read(file, { onSkip: (skip) => skipped.push(skip) })).toEqual([stamped(1), stamped(3)]);
  expect(skipped).toEqual([{ kind: 'unknown_event', line: 2, type: 'critique.hologram' }]);
  expect(await repairTranscript(file, isEnd)).toMatchObject({ events: 3, lastSeq: 3, corruptLines: 0 });
});

test.for([
  ['no JSON', '{"type":"critique.ship",\n', 'is not JSON'],
  ['JSON of somebody else', '{"hello":"world"}\n', 'is not an event of ours'],
  ['an array', '[1,2]\n', 'is not an event of ours'],
  ['an empty line', '\n', 'is not JSON'],
  [
    'a stamp without sense',
    `${JSON.stringify({ ...stamped(2), at: 'yesterday' })}\n`,
    'is not an event of ours',
  ],
  [
    'a field of the wrong type',
    `${JSON.stringify({ ...stamped(2), round: 'one' })}\n`,
    'is not a valid critique.panelist_notes',
  ],
  ['a repeated seq', lineOf(1), 'has seq 1 after 1'],
  ['a gap', lineOf(3), 'has seq 3 after 1'],
] as const)(
  'a middle line with %s is named, or skipped and counted',
  async ([, bad, problem], { expect }) => {
    const file = await store(lineOf(1) + bad + lineOf(4));
    const reading = read(file);
    await expect(reading).rejects.toMatchObject({
      name: 'TranscriptError',
      reason: 'corrupt',
      line: 2,
      file,
    });
    await expect(reading).rejects.toThrow(`transcript.ndjson:2: ${problem}`);
    const skipped: Skipped[] = [];
    expect(await read(file, { corrupt: 'skip', onSkip: (skip) => skipped.push(skip) })).toEqual([
      stamped(1),
      stamped(4),
    ]);
    expect(skipped).toEqual([{ kind: 'corrupt_line', line: 2, problem: expect.stringContaining(problem) }]);
  },
);

test('bytes that are no text are named by their line', async ({ expect }) => {
  const file = await store(
    Buffer.concat([Buffer.from(lineOf(1)), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from(lineOf(2))]),
  );
  await expect(read(file)).rejects.toMatchObject({ reason: 'corrupt', line: 2 });
});

test.for([
  ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), 'page.png', 1],
  ['a web page', '<!doctype html>\n<html>\n</html>\n', 'page.html', 1],
  ['JSON lines of another tool', '{"level":"info"}\n{"level":"warn"}\n', 'app.log', 1],
  ['gzip without its extension', gzipSync(THREE), 'transcript.ndjson', 1],
  ['one line of minified HTML', '<p>hello</p>', 'page.html', 1],
  ['JSON without an end of line', '{"hello":"world"}', 'data.json', 1],
  ['plain text named .gz', THREE, 'transcript.ndjson.gz', null],
] as const)('%s is foreign', async ([, content, name, line], { expect }) => {
  const file = await store(Buffer.from(content), name);
  const reading = read(file);
  await expect(reading).rejects.toMatchObject({ name: 'TranscriptError', reason: 'foreign', line });
  await expect(read(file, { corrupt: 'skip' })).rejects.toMatchObject({ reason: 'foreign' });
});

test('a file that is not there, a folder and a named pipe are refused at once', async ({ expect }) => {
  const file = await store(THREE);
  await expect(read(`${file}.none`)).rejects.toMatchObject({ reason: 'missing' });
  await expect(read(join(file, '..'))).rejects.toMatchObject({ name: 'TranscriptError', reason: 'foreign' });
  execFileSync('mkfifo', [`${file}.pipe`]);
  await expect(read(`${file}.pipe`)).rejects.toMatchObject({ reason: 'foreign' });
});

test('a damaged gzip file is corrupt', async ({ expect }) => {
  const whole = gzipSync(
    Array.from({ length: 5_000 }, (_, index) => lineOf(index + 1, notes(String(Math.random())))).join(''),
  );
  const file = await store(whole.subarray(0, whole.byteLength - 40_000), 'transcript.ndjson.gz');
  await expect(read(file)).rejects.toMatchObject({ name: 'TranscriptError', reason: 'corrupt' });
});

test('a gzip bomb is stopped by its ratio long before its size', async ({ expect }) => {
  const lines = Array.from({ length: 64 }, (_, index) => lineOf(index + 1, notes('a'.repeat(1_048_576))));
  const file = await store(gzipSync(lines.join('')), 'transcript.ndjson.gz');
  const seen: number[] = [];
  const reading = (async () => {
    for await (const event of readTranscript(file)) seen.push(event.seq);
  })();
  await expect(reading).rejects.toMatchObject({ name: 'TranscriptError', reason: 'gzip_bomb' });
  expect(seen.length).toBeLessThan(20);
});

test('a bomb of one endless line is stopped by the length of the line', async ({ expect }) => {
  const file = await store(gzipSync(Buffer.alloc(64 * 1_048_576, 'a')), 'transcript.ndjson.gz');
  await expect(read(file)).rejects.toMatchObject({ reason: 'line_too_long', line: 1 });
});

test.for([
  [-1, true],
  [0, true],
  [1, false],
] as const)('damaged lines at their bound %i are skipped: %s', async ([over, accepted], { expect }) => {
  const file = await store(lineOf(1) + '?\n'.repeat(10 + over) + lineOf(2, SHIP));
  const reading = read(file, { corrupt: 'skip', maxCorruptLines: 10 });
  if (accepted) expect(await reading).toHaveLength(2);
  else await expect(reading).rejects.toMatchObject({ reason: 'corrupt', line: 12 });
});

test.for([
  [-1, false],
  [0, true],
  [1, true],
] as const)('the ratio at its bound %i is accepted: %s', async ([over, accepted], { expect }) => {
  const text = lineOf(1, notes('x'.repeat(40_000)));
  const packed = gzipSync(text);
  const file = await store(packed, 'transcript.ndjson.gz');
  const maxRatio = text.length / packed.byteLength + over / packed.byteLength;
  const reading = read(file, { maxRatio, ratioFromBytes: 0 });
  if (accepted) expect(await reading).toHaveLength(1);
  else await expect(reading).rejects.toMatchObject({ reason: 'gzip_bomb' });
});

test.for([
  [-1, false],
  [0, true],
  [1, true],
] as const)('the size at its bound %i is accepted: %s', async ([over, accepted], { expect }) => {
  for (const file of [await store(THREE), await store(gzipSync(THREE), 'transcript.ndjson.gz')]) {
    const reading = read(file, { maxBytes: THREE.length + over });
    if (accepted) expect(await reading).toHaveLength(3);
    else await expect(reading).rejects.toMatchObject({ reason: 'too_large' });
  }
});

test.for([
  [-1, false],
  [0, true],
  [1, true],
] as const)('a line at its bound %i is accepted: %s', async ([over, accepted], { expect }) => {
  const long = lineOf(2, notes('x'.repeat(200_000)));
  const file = await store(lineOf(1) + long + lineOf(3));
  const reading = read(file, { maxLineBytes: long.length + over });
  if (accepted) expect(await reading).toHaveLength(3);
  else await expect(reading).rejects.toMatchObject({ reason: 'line_too_long', line: 2 });
});

test('lines do not depend on how the bytes are cut', async ({ expect }) => {
  const bytes = Buffer.from(`${lineOf(1, notes('é'))}\n${lineOf(2)}half`);
  async function* cut(size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
  }
  const split = (size: number) => Array.fromAsync(splitLines(cut(size), { file: 'f', maxLineBytes: 1_000 }));
  const whole = await split(bytes.byteLength);
  for (let size = 1; size < 40; size += 1) expect(await split(size)).toEqual(whole);
  expect(whole.map((line) => [line.number, line.complete])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ]);
  expect(whole.at(-1)?.end).toBe(bytes.byteLength);
});

test('the quick check of a stamp agrees with its schema', ({ expect }) => {
  const stamps = [
    { seq: 1, at: '2026-01-31T12:00:00.000Z' },
    { seq: 0, at: '2026-01-31T12:00:00.000Z' },
    { seq: 1.5, at: '2026-01-31T12:00:00.000Z' },
    { seq: 1, at: '2026-13-31T12:00:00.000Z' },
    { seq: 1, at: '2026-01-31T24:00:00.000Z' },
    { seq: 1, at: '2026-01-31T12:00:00Z' },
    { seq: 1, at: '2026-01-31' },
    { seq: 1, at: '2026-01-32T12:00:00.000Z' },
  ];
  for (const stamp of stamps) {
    const kind = readEntry(Buffer.from(JSON.stringify({ ...notes(), ...stamp })), 'stamp').kind;
    expect([stamp, kind]).toEqual([stamp, StampSchema.safeParse(stamp).success ? 'event' : 'bad']);
  }
});

test('repair cuts a half line off, and only that', async ({ expect }) => {
  const whole = lineOf(1) + lineOf(2);
  const file = await store(`${whole}{"type":"crit`);
  expect(await repairTranscript(file, isEnd)).toEqual({
    events: 2,
    lastSeq: 2,
    terminal: null,
    corruptLines: 0,
    cutBytes: 13,
  });
  expect(await readFile(file, 'utf8')).toBe(whole);
  expect(await repairTranscript(file, isEnd)).toMatchObject({ events: 2, cutBytes: 0 });
});

test.for([
  ['half an event', '{"type":"crit'],
  ['zeros, as a power cut leaves them', '\0'.repeat(20)],
] as const)('repair empties a log that holds nothing but %s', async ([, content], { expect }) => {
  const file = await store(content);
  expect(await repairTranscript(file, isEnd)).toMatchObject({
    events: 0,
    cutBytes: content.length,
    corruptLines: 0,
  });
  expect(await readFile(file, 'utf8')).toBe('');
});

test('repair ends a last line whose newline alone was lost', async ({ expect }) => {
  const file = await store(THREE.trimEnd());
  expect(await repairTranscript(file, isEnd)).toMatchObject({
    events: 3,
    lastSeq: 3,
    terminal: stamped(3, SHIP),
    cutBytes: 0,
  });
  expect(await readFile(file, 'utf8')).toBe(THREE);
});

test('repair leaves a damaged middle line and finds the terminal event behind it', async ({ expect }) => {
  const content = `${lineOf(1)}\0\0\0\n${lineOf(3, SHIP)}`;
  const file = await store(content);
  expect(await repairTranscript(file, isEnd)).toMatchObject({
    events: 2,
    lastSeq: 3,
    corruptLines: 1,
    terminal: { seq: 3 },
  });
  expect(await readFile(file, 'utf8')).toBe(content);
});

test('repair reads a compressed transcript without changing it, and nothing where there is none', async ({
  expect,
}) => {
  const file = await store(gzipSync(THREE), 'transcript.ndjson.gz');
  const { mtimeMs } = await stat(file);
  expect(await repairTranscript(file, isEnd)).toMatchObject({
    events: 3,
    terminal: { type: 'critique.ship' },
  });
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  expect(await repairTranscript(`${file}.none`, isEnd)).toMatchObject({
    events: 0,
    lastSeq: 0,
    terminal: null,
  });
});

test("a folder's transcript is found, the plain one before the compressed", async ({ expect }) => {
  const gz = await store(gzipSync(THREE), 'transcript.ndjson.gz');
  const folder = join(gz, '..');
  expect(await findTranscript(folder)).toBe(gz);
  await writeFile(join(folder, 'transcript.ndjson'), THREE);
  expect(await findTranscript(folder)).toBe(join(folder, 'transcript.ndjson'));
  expect(await findTranscript(join(folder, 'none'))).toBeNull();
});

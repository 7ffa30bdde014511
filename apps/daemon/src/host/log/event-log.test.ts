import { mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { onTestFinished, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { isEnd, lineOf, notes, SHIP } from '../test/events.ts';
import { createEventLog, type EventLog, type EventLogOptions, OVERRUN_BYTES } from './event-log.ts';
import { COMPRESS_ABOVE_BYTES } from './seal.ts';
import { readTranscript, repairTranscript } from './transcript.ts';
import { DEFAULT_READ_LIMITS } from './transcript-lines.ts';

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'artifacts', 'a1', 'transcript.ndjson');
}

function openLog(file: string, options: Partial<EventLogOptions> = {}): EventLog {
  const log = createEventLog({ isTerminal: isEnd, file, clock: () => 1_770_000_000_000, ...options });
  onTestFinished(() => log.close());
  return log;
}

test('an event is stamped, encoded once, and stored as the very line it returned', async ({ expect }) => {
  const file = await temporaryFile();
  const log = openLog(file);
  const { stamped, line } = log.append(notes('é "quoted"\n\u2028'));
  expect(stamped).toEqual({ ...notes('é "quoted"\n\u2028'), seq: 1, at: '2026-02-02T02:40:00.000Z' });
  expect(JSON.parse(line)).toEqual(stamped);
  expect(log.append(notes()).stamped.seq).toBe(2);
  await log.flush();
  const text = await readFile(file, 'utf8');
  expect(text.split('\n')[0]).toBe(line);
  expect(text.endsWith('}\n')).toBe(true);
  expect(log.lastSeq).toBe(2);
});

test('stamps never go back, even when the clock does', async ({ expect }) => {
  const times = [2_000, 1_000, 3_000];
  const log = openLog(await temporaryFile(), { clock: () => times.shift() ?? 0 });
  const stamps = [1, 2, 3].map(() => log.append(notes()).stamped.at);
  expect(stamps).toEqual([
    '1970-01-01T00:00:02.000Z',
    '1970-01-01T00:00:02.000Z',
    '1970-01-01T00:00:03.000Z',
  ]);
});

test('events are written by themselves within a few milliseconds', async ({ expect }) => {
  const file = await temporaryFile();
  const log = openLog(file);
  log.append(notes());
  await expect
    .poll(() => readFile(file, 'utf8').catch(() => ''), { interval: 5, timeout: 500 * machinePace() })
    .toContain('"seq":1');
});

test('an event taken from another log is stamped anew', async ({ expect }) => {
  const log = openLog(await temporaryFile());
  const { stamped } = log.append({ ...notes(), ...{ seq: 99, at: 'never' } });
  expect([stamped.seq, stamped.at]).toEqual([1, '2026-02-02T02:40:00.000Z']);
});

test('a log holds one terminal event', async ({ expect }) => {
  const log = openLog(await temporaryFile());
  log.append(SHIP);
  expect(() => log.append({ ...SHIP })).toThrow(
    expect.objectContaining({ name: 'EventLogError', reason: 'terminal' }),
  );
  await log.flush();
  expect(log.lastSeq).toBe(1);
});

test('a new log never continues a file that exists; a resumed one does', async ({ expect }) => {
  const file = await temporaryFile();
  const first = openLog(file);
  first.append(notes());
  await first.close();
  const second = openLog(file);
  second.append(notes());
  await expect(second.flush()).rejects.toMatchObject({ name: 'EventLogError', reason: 'exists' });
  const resumed = openLog(file, { resume: await repairTranscript(file, isEnd) });
  expect(resumed.append(SHIP).stamped.seq).toBe(2);
  await resumed.flush();
  expect(await Array.fromAsync(readTranscript(file))).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  const again = openLog(file, { resume: await repairTranscript(file, isEnd) });
  expect(() => again.append(SHIP)).toThrow(expect.objectContaining({ reason: 'terminal' }));
});

test("a symbolic link in the file's place is not followed", async ({ expect }) => {
  const file = await temporaryFile();
  const folder = dirname(dirname(dirname(file)));
  const link = join(folder, 'transcript.ndjson');
  await symlink(join(folder, 'target'), link);
  const log = openLog(link, { resume: { lastSeq: 0, terminal: null } });
  log.append(notes());
  await expect(log.flush()).rejects.toMatchObject({ reason: 'symlink' });
  expect(await readdir(folder)).toEqual(['transcript.ndjson']);
});

test('pressure begins just above its bound and ends when the log has caught up', async ({ expect }) => {
  const size = Buffer.byteLength(lineOf(1));
  for (const [pressureBytes, waits] of [
    [size - 1, true],
    [size, false],
    [size + 1, false],
  ] as const) {
    const log = openLog(await temporaryFile(), { pressureBytes });
    log.append(notes());
    const pressure = log.pressure();
    expect(pressure !== null).toBe(waits);
    await pressure;
    await log.flush();
    expect(log.pressure()).toBeNull();
  }
});

test('a producer that never waits is refused before memory runs out', async ({ expect }) => {
  const log = openLog(await temporaryFile());
  const big = notes('x'.repeat(1_000_000));
  expect(() => {
    for (let index = 0; index < 100; index += 1) log.append(big);
  }).toThrow(expect.objectContaining({ reason: 'overrun' }));
  expect(log.lastSeq).toBe(Math.ceil(OVERRUN_BYTES / (1_000_000 + 120)));
  await log.flush();
  log.append(notes());
});

test.for([
  [-1, true],
  [0, true],
  [1, false],
] as const)('a line at the bound of the readers %i is accepted: %s', async ([over, accepted], { expect }) => {
  const file = await temporaryFile();
  const log = openLog(file);
  const empty = Buffer.byteLength(lineOf(1, notes('')));
  const event = notes('x'.repeat(DEFAULT_READ_LIMITS.maxLineBytes - empty + over));
  if (!accepted) {
    expect(() => log.append(event)).toThrow(expect.objectContaining({ reason: 'too_long' }));
    expect(log.append(notes()).stamped.seq).toBe(1);
    return;
  }
  log.append(event);
  await log.flush();
  expect(await Array.fromAsync(readTranscript(file))).toHaveLength(1);
});

async function logOfSize(bytes: number): Promise<EventLog> {
  const log = openLog(await temporaryFile());
  const empty = Buffer.byteLength(lineOf(1, notes('')));
  log.append(notes('x'.repeat(bytes - empty)));
  return log;
}

test.for([
  [-1, false],
  [0, false],
  [1, true],
] as const)('sealing at 256 KiB %i compresses: %s', async ([over, compressed], { expect }) => {
  const log = await logOfSize(COMPRESS_ABOVE_BYTES + over);
  const sealed = await log.seal();
  const path = compressed ? 'transcript.ndjson.gz' : 'transcript.ndjson';
  const stored = join(dirname(log.file), path);
  expect(sealed).toEqual({ path, bytes: (await stat(stored)).size, compressed });
  expect(await readdir(dirname(log.file))).toEqual([path]);
  const content = await readFile(stored);
  expect((compressed ? gunzipSync(content) : content).byteLength).toBe(COMPRESS_ABOVE_BYTES + over);
  expect(() => log.append(notes())).toThrow(expect.objectContaining({ reason: 'closed' }));
  expect(await Array.fromAsync(readTranscript(stored))).toHaveLength(1);
});

test('compressing a large log does not stop the event loop', async ({ expect }) => {
  const log = openLog(await temporaryFile());
  for (let index = 0; index < 200; index += 1) {
    log.append(notes(Array.from({ length: 2_000 }, () => Math.random().toString(36)).join(' ')));
    await log.pressure();
  }
  await log.flush();
  // Counted, not timed: on a busy machine any stall may be long, but a blocked loop beats only once or twice.
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
  }, 1);
  await log.seal();
  clearInterval(heartbeat);
  expect(beats).toBeGreaterThan(10);
});

test('a seal that died half-way is done again, over what it left', async ({ expect }) => {
  const log = await logOfSize(COMPRESS_ABOVE_BYTES + 1);
  await log.flush();
  await writeFile(`${log.file}.gz.tmp`, 'half');
  await writeFile(`${log.file}.gz`, 'old');
  await log.seal();
  expect(await readdir(dirname(log.file))).toEqual(['transcript.ndjson.gz']);
});

test('a log that cannot be written says so from flush and pressure, and never on its own', async ({
  expect,
}) => {
  const file = await temporaryFile();
  const blocked = dirname(dirname(dirname(file)));
  await writeFile(join(blocked, 'artifacts'), 'a file where the folder should be');
  const log = openLog(file);
  log.append(notes());
  // The background write fails here, with nobody waiting: an unhandled rejection would fail the test run.
  await sleep(30);
  await expect(log.pressure()).rejects.toMatchObject({
    name: 'EventLogError',
    reason: expect.stringMatching(/missing|exists/),
  });
  log.append(notes());
  await expect(log.flush()).rejects.toMatchObject({ name: 'EventLogError' });
  await rm(join(blocked, 'artifacts'));
  await log.flush();
  expect(await Array.fromAsync(readTranscript(file))).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  expect(log.pressure()).toBeNull();
});

test('a log that is closed while a write is asked for again opens its file no more', async ({ expect }) => {
  const file = await temporaryFile();
  const asked: PromiseWithResolvers<boolean>[] = [];
  const log = openLog(file, {
    mayWrite: () => {
      const may = Promise.withResolvers<boolean>();
      asked.push(may);
      return may.promise;
    },
  });
  log.append(notes());
  const closed = log.close();
  await expect.poll(() => asked.length).toBe(1);
  // Somebody else who waited for the same write asks again as soon as it is refused.
  const again = log.flush().catch(() => log.flush());
  asked[0]?.resolve(false);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve(true);
  await Promise.allSettled([closed, again]);
  const held = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  expect(held).not.toContain(file);
});

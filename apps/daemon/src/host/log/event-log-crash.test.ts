/** The log under a real SIGKILL, a really full disk and a really read-only folder. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished, test } from 'vitest';
import { testProgram } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { isEnd, notes, SHIP } from '../test/events.ts';
import { createEventLog } from './event-log.ts';
import { readTranscript, repairTranscript } from './transcript.ts';

const APPEND_EVENTS = fileURLToPath(new URL('../test/append-events.ts', import.meta.url));
const APPEND_UNTIL_FULL = fileURLToPath(new URL('../test/append-until-full.ts', import.meta.url));
const MOMENTS = 36;
/** Group commit waits 4 ms; the rest is a busy machine's share. */
const LOSS_WINDOW_MS = 150 * machinePace();

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-crash-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Said {
  appended: { seq: number; ms: number }[];
  flushed: number;
  terminal: number | null;
}

/** Kills the writer `delayMs` after its first word. */
async function killAfter(file: string, events: number, delayMs: number | null): Promise<Said> {
  const child = spawn(process.execPath, [...testProgram(APPEND_EVENTS), file, String(events)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Said = { appended: [], flushed: 0, terminal: null };
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(said, line.split(' '));
  });
  await once(child.stdout, 'data');
  // A machine that is busy may need long for the terminal event: that moment is waited for, not guessed.
  if (delayMs === null) while (said.terminal === null) await sleep(5);
  else await sleep(delayMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return said;
}

function hear(said: Said, [word, seq, ms]: string[]): void {
  if (word === 'a') said.appended.push({ seq: Number(seq), ms: Number(ms) });
  else if (word === 'f') said.flushed = Number(seq);
  else if (word === 't') said.terminal = Number(seq);
}

test(`killed at ${MOMENTS} random moments, a log keeps every flushed event in order`, {
  timeout: 120_000 * machinePace(),
}, async ({ expect }) => {
  const folder = await temporaryFolder();
  let terminals = 0;
  let cut = 0;
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const file = join(folder, `${moment}.ndjson`);
    // Short runs too, so that some moments fall around and after the terminal event.
    const events = moment % 3 === 0 ? 40 : 5_000;
    const said = await killAfter(file, events, moment % 9 === 0 ? null : Math.random() * 60);
    const repaired = await repairTranscript(file, isEnd);
    // Killed before the first group was written, there is no file yet: make one, as a resumed log would.
    await appendFile(file, '');
    const read = await Array.fromAsync(readTranscript(file));
    expect(read.map((event) => event.seq)).toEqual(read.map((_, index) => index + 1));
    expect(repaired).toMatchObject({ events: read.length, lastSeq: read.length, corruptLines: 0 });
    expect(read.length).toBeGreaterThanOrEqual(said.flushed);
    const last = said.appended.at(-1);
    const lost = said.appended.filter(({ seq }) => seq > read.length);
    if (last !== undefined && lost[0] !== undefined)
      expect(last.ms - lost[0].ms).toBeLessThan(LOSS_WINDOW_MS);
    if (said.terminal !== null) {
      terminals += 1;
      expect(repaired.terminal).toMatchObject({ type: 'critique.ship', seq: said.terminal });
    }
    cut += repaired.cutBytes > 0 ? 1 : 0;
  }
  expect(terminals).toBeGreaterThan(0);
  expect(cut).toBeLessThan(MOMENTS);
});

/** Mounts need root; the size limit of a shell works everywhere. */
function mountTmpfs(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  return true;
}

test('a file-size limit ends typed, and the file holds exactly what was flushed', async ({ expect }) => {
  const file = join(await temporaryFolder(), 'transcript.ndjson');
  const script = 'ulimit -f 32; exec "$0" "$@"';
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    script,
    process.execPath,
    APPEND_UNTIL_FULL,
    file,
  ]);
  const told = JSON.parse(stdout);
  expect(told).toEqual({ reason: 'full', flushed: expect.any(Number) });
  expect(told.flushed).toBeGreaterThan(10);
  expect(await Array.fromAsync(readTranscript(file))).toHaveLength(told.flushed);
  expect((await readFile(file)).at(-1)).toBe(0x0a);
});

test('a full disk ends typed, damages nothing, and the log goes on when there is space', async ({
  expect,
  skip,
}) => {
  const folder = await temporaryFolder();
  if (!mountTmpfs(folder, '256k')) skip('mounts are not allowed here');
  const file = join(folder, 'transcript.ndjson');
  const log = createEventLog({ isTerminal: isEnd, file, clock: Date.now });
  onTestFinished(() => log.close());
  log.append(notes());
  await log.flush();
  const filler = join(folder, 'filler');
  await writeFile(filler, Buffer.alloc(200 * 1024));
  for (let index = 0; index < 100; index += 1) log.append(notes('x'.repeat(1_000)));
  await expect(log.flush()).rejects.toMatchObject({ name: 'EventLogError', reason: 'full' });
  await expect(log.pressure()).rejects.toMatchObject({ reason: 'full' });
  expect(await Array.fromAsync(readTranscript(file))).toMatchObject([{ seq: 1 }]);
  await rm(filler);
  log.append(SHIP);
  await log.flush();
  const read = await Array.fromAsync(readTranscript(file));
  expect(read).toHaveLength(102);
  expect(read.at(-1)).toMatchObject({ type: 'critique.ship', seq: 102 });
});

test('a read-only folder ends typed', async ({ expect, skip }) => {
  const folder = await temporaryFolder();
  const mounted = mountTmpfs(folder, '256k');
  if (!mounted && process.getuid?.() === 0) skip('root without mounts: nothing is read-only to it');
  if (mounted) execFileSync('mount', ['-o', 'remount,ro', folder]);
  else chmodSync(folder, 0o555);
  const log = createEventLog({ file: join(folder, 'a1', 'transcript.ndjson'), clock: Date.now });
  onTestFinished(() => log.close());
  log.append(SHIP);
  await expect(log.flush()).rejects.toMatchObject({ name: 'EventLogError', reason: 'readonly' });
});

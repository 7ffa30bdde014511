import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linesOf, logFiles, openLogFile } from './log-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'jury-log-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const fail = (error: unknown): void => {
  throw error;
};

async function all(): Promise<string[]> {
  const lines: string[] = [];
  for (const file of await logFiles(dataDir)) for await (const line of linesOf(file)) lines.push(line);
  return lines;
}

test('lines stand in the order they were written, in a file that only its owner can read', async () => {
  const log = openLogFile({ dataDir, onProblem: fail });
  for (let n = 0; n < 1_000; n += 1) log.write(`{"n":${n}}`);
  await log.flush();
  expect(await all()).toEqual(Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}`));
  expect(statSync(join(dataDir, 'logs/jury.ndjson')).mode & 0o077).toBe(0);
});

test('a file that is full is put aside; four of them are kept, the oldest goes', async () => {
  const log = openLogFile({ dataDir, onProblem: fail, maxBytes: 100 });
  for (let n = 0; n < 40; n += 1) {
    log.write(`{"n":"${'x'.repeat(30)}${n}"}`);
    await log.flush();
  }
  expect(readdirSync(join(dataDir, 'logs'))).toHaveLength(5);
  for (const file of await logFiles(dataDir)) expect(statSync(file).size).toBeLessThanOrEqual(100);
  const lines = await all();
  expect(lines.at(-1)).toContain('x39"');
  expect(lines).toEqual(lines.toSorted((a, b) => Number(a.match(/\d+/)) - Number(b.match(/\d+/))));
});

test('two that write at once lose nothing of each other', async () => {
  const logs = [openLogFile({ dataDir, onProblem: fail }), openLogFile({ dataDir, onProblem: fail })];
  for (let n = 0; n < 200; n += 1) logs[n % 2]?.write(`{"n":${n}}`);
  await Promise.all(logs.map((log) => log.flush()));
  expect((await all()).map((line) => JSON.parse(line).n).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, n) => n),
  );
});

test('a file that another process put aside or took away is not written any more', async () => {
  const log = openLogFile({ dataDir, onProblem: fail });
  const file = join(dataDir, 'logs/jury.ndjson');
  const write = async (line: string): Promise<void> => {
    log.write(line);
    await log.flush();
  };
  await write('{"n":1}');
  renameSync(file, join(dataDir, 'logs/jury.1.ndjson'));
  await write('{"n":2}');
  expect(readFileSync(file, 'utf8')).toBe('{"n":2}\n');
  expect(await all()).toEqual(['{"n":1}', '{"n":2}']);
  rmSync(join(dataDir, 'logs'), { recursive: true });
  await write('{"n":3}');
  expect(await all()).toEqual(['{"n":3}']);
});

test.skipIf(process.platform !== 'linux')(
  'who closes it holds no file; a line that comes later is written all the same',
  async () => {
    const log = openLogFile({ dataDir, onProblem: fail });
    const held = (): number => readdirSync('/proc/self/fd').filter((fd) => pointsInto(fd, dataDir)).length;
    log.write('{"n":1}');
    await log.flush();
    expect(held()).toBe(1);
    await log.close();
    expect(held()).toBe(0);
    log.write('{"n":2}');
    await log.flush();
    expect(held()).toBe(0);
    expect(await all()).toEqual(['{"n":1}', '{"n":2}']);
  },
);

function pointsInto(fd: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
  } catch {
    return false;
  }
}

test('where nothing can be written the run goes on: the problem is told once', async () => {
  writeFileSync(join(dataDir, 'logs'), 'a file where the folder should be');
  const problems: unknown[] = [];
  const log = openLogFile({ dataDir, onProblem: (error) => problems.push(error) });
  log.write('{"n":1}');
  await log.flush();
  log.write('{"n":2}');
  await log.flush();
  expect(problems).toHaveLength(1);
  expect(readFileSync(join(dataDir, 'logs'), 'utf8')).toContain('a file');
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { crashReport } from './crash.ts';
import { logCrash } from './crash-log.ts';
import { recordingShell } from './test/recording-shell.ts';

const env = { OD_TOKEN: 'planted-c0ffee00-secret-value', PATH: '/usr/bin' };

test('a crash tells where it was, and no secret', () => {
  const report = crashReport(
    new Error(`cannot reach x with ${env.OD_TOKEN}, Bearer abcdefghijkl`),
    env,
    null,
  );
  expect(report).toMatch(
    /^jury: internal error: Error: cannot reach x with \[redacted\], Bearer \[redacted\]\n {4}at [\s\S]*\nThis is a bug in Design Jury, not a verdict\. /,
  );
  expect(report).not.toContain(env.OD_TOKEN);
});

test('what is thrown need not be an error', () => {
  expect(crashReport('plain words', env, null)).toMatch(/^jury: internal error: plain words\nThis is a bug /);
});

test('what the log has of a crash is found by the id that the crash is told with', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-crash-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { shell } = recordingShell(dataDir, { OD_TOKEN: env.OD_TOKEN });
  const error = new Error(`nobody expected ${env.OD_TOKEN}`, { cause: new Error('the disk') });
  const id = await logCrash(error, ['review', '--data', dataDir], shell);
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  expect(crashReport(error, env, id)).toContain(
    `Please report it with the lines above (report ${id}: jury logs ${id}).`,
  );
  const lines = (await readFile(join(dataDir, 'logs', 'jury.ndjson'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      event: 'internal_fault',
      report: id,
      message: 'nobody expected [redacted]',
      cause: 'Error: the disk',
      stack: expect.arrayContaining([expect.stringContaining('crash.test.ts')]),
    }),
  ]);
});

test('a crash makes no folder, and writes nothing where the log is off', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-crash-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const off = recordingShell(dataDir, { OD_LOG_LEVEL: 'off' }).shell;
  expect(await logCrash(new Error('x'), [`--data=${dataDir}`], off)).toBeNull();
  const { shell } = recordingShell(dataDir);
  expect(await logCrash(new Error('x'), ['--data', join(dataDir, 'none')], shell)).toBeNull();
  expect(await readdir(dataDir)).toEqual([]);
});

/** `jury serve` over runs that another process has left: it is there before they are ended, and says when they are. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestEngine } from '../host/test/engine.ts';
import { openDatabase } from '../store/database.ts';
import type { Shell } from './shell.ts';
import { callCommand, place } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';

/** A run that its process has left under way. */
async function leaveRun(dataDir: string): Promise<void> {
  const engine = await openTestEngine({ gone: ['crashes', 'model-happy-2-rounds', '3'] }, { dataDir });
  const { run } = await engine.start({ agent: 'gone' });
  await engine.finished(run.id);
  await engine.close();
  const db = await openDatabase(join(dataDir, 'jury.db'));
  await sql`update runs set state = 'running', ended_at = null, owner = null`.execute(db);
  await sql`delete from questions`.execute(db);
  await db.destroy();
}

/** In this process, where its code is loaded already: what is waited for below is waited for by nothing else. */
async function served(dataDir: string, path: string, whileServed: (url: string) => Promise<void>) {
  using here = place();
  const recorded = recordingShell(here.folder, { HOME: here.folder, PATH: path });
  const stop = Promise.withResolvers<(signal: 'SIGTERM') => void>();
  const told = Promise.withResolvers<string>();
  const shell: Shell = {
    ...recorded.shell,
    onStop(listener) {
      stop.resolve(listener);
      return () => {};
    },
    out(text) {
      recorded.shell.out(text);
      told.resolve(text);
    },
  };
  const ended = callCommand(['serve', '--port', '0', '--json', '--data', dataDir], { ...recorded, shell });
  const { url } = JSON.parse(await Promise.race([told.promise, ended.then(({ stderr }) => stderr)]));
  await whileServed(url);
  (await stop.promise)('SIGTERM');
  return ended;
}

test('it listens before what an earlier process left is ended, and is ready when that is over', async () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'jury-slow-')));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const path = `${outside}:/usr/bin:/bin`;
  const dataDir = join(outside, 'data');
  await served(join(outside, 'empty'), '/usr/bin:/bin', async () => {});
  await leaveRun(dataDir);
  // Who ends such a run asks who else could try it: a program that does not answer holds that up for seconds.
  const [asked, released] = [join(outside, 'asked'), join(outside, 'released')];
  writeFileSync(
    join(outside, 'codex'),
    `#!/bin/sh\ntouch ${asked}\nwhile [ ! -e ${released} ]; do sleep 0.05; done\necho 1.0.0\n`,
  );
  chmodSync(join(outside, 'codex'), 0o755);
  const seen: unknown[] = [];
  const { status, stderr } = await served(dataDir, path, async (url) => {
    const headers = { Authorization: `Bearer ${readFileSync(join(dataDir, 'token'), 'utf8').trim()}` };
    const look = async (): Promise<number> => (await fetch(`${url}/api/ready`, { headers })).status;
    seen.push(await look());
    await expect.poll(() => existsSync(asked), { timeout: 20_000 }).toBe(true);
    writeFileSync(released, '');
    await expect.poll(look, { timeout: 20_000 }).toBe(200);
    seen.push(await look());
  });
  expect([status, seen]).toEqual([0, [503, 200]]);
  expect(stderr).toMatch(/run r-[\w-]+ of an earlier process ended: failed/);
});

/** Disks that fill up, folders that cannot be written, databases that are locked: the run ends typed. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTerminalEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { openEngine } from '../engine.ts';
import { createServer } from '../server.ts';
import { StoreError } from '../store/errors.ts';
import { findTranscript, readTranscript } from './log/transcript.ts';
import { openTestEngine, temporaryFolder } from './test/engine.ts';

/** A file system of its own, this large; null where the machine does not let us. */
async function smallDisk(size: string): Promise<string | null> {
  const folder = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
}

/** Files of this folder that this process still holds open. */
async function openFilesBelow(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(`${folder}/`));
}

test('[R4] a disk that fills up ends the run as storage_error; what was written stays readable, and a restart ends it once', async ({
  skip,
}) => {
  const disk = await smallDisk('3m');
  if (disk === null) return skip('mounting a small file system is not allowed here');
  try {
    const engine = await openTestEngine(
      { fake: ['rounds-forever', '400000'] },
      { dataDir: disk, config: { maxRounds: 20, parserMaxBlockBytes: 1_000_000 } },
    );
    const { run } = await engine.start({ agent: 'fake' });
    await engine.heard((event) => isTerminalEvent(event));
    expect(engine.events.filter(isTerminalEvent)).toMatchObject([
      { type: 'critique.failed', cause: 'storage_error' },
    ]);
    await engine.close();
    // Room again: pages of the run go, as an operator would make them.
    const folder = join(disk, 'artifacts', run.artifactId);
    execFileSync('bash', ['-c', 'ls "$1"/*.html | head -3 | xargs rm -f', 'bash', folder]);
    const again = await openEngine({ dataDir: disk });
    expect((await again.jury.runSnapshot(engine.projectId, run.id)).run.state).toMatch(/failed|interrupted/);
    const file = await findTranscript(folder);
    const events = [];
    for await (const event of readTranscript(file ?? '')) events.push(event);
    expect(events.filter(isTerminalEvent)).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'critique.round_end').length).toBeGreaterThan(1);
    await again.close();
  } finally {
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  }
});

test('[R4] an artifact folder that cannot be made ends the run before it begins, and says so', async () => {
  const engine = await openTestEngine({ fake: ['plays', 'model-happy-1-round'] });
  // A file where the folder of all artifacts should be: no permission can help, not even root's.
  await rm(join(engine.dataDir, 'artifacts'), { recursive: true, force: true });
  await writeFile(join(engine.dataDir, 'artifacts'), 'in the way');
  await expect(engine.start({ agent: 'fake' })).rejects.toThrow(/artifacts/);
  await rm(join(engine.dataDir, 'artifacts'));
  await mkdir(join(engine.dataDir, 'artifacts'));
  const { run } = await engine.start({ agent: 'fake' });
  expect((await engine.finished(run.id)).run.state).toBe('shipped');
  await engine.dispose();
});

test('[R4] a database that another process holds is waited for, then refused in a sentence, and nothing is lost', async () => {
  const engine = await openTestEngine({ fake: ['plays', 'model-happy-1-round'] });
  const holder = spawn(process.execPath, [
    '-e',
    `const { DatabaseSync } = require('node:sqlite');
     const db = new DatabaseSync(process.argv[1]);
     db.exec('BEGIN IMMEDIATE');
     process.stdout.write('held');
     process.stdin.once('data', () => { db.exec('ROLLBACK'); process.exit(0); });`,
    join(engine.dataDir, 'jury.db'),
  ]);
  await once(holder.stdout, 'data');
  const refused = engine.start({ agent: 'fake' });
  await expect(refused).rejects.toBeInstanceOf(StoreError);
  await expect(refused).rejects.toMatchObject({ reason: 'locked' });
  holder.stdin.write('go');
  await once(holder, 'exit');
  const { run } = await engine.start({ agent: 'fake' });
  expect((await engine.finished(run.id)).run.state).toBe('shipped');
  await engine.dispose();
});

test('[R4] with a full disk the daemon is not ready and refuses runs with 503; with room again it goes on by itself', {
  timeout: 120_000 * machinePace(),
}, async ({ skip }) => {
  const disk = await smallDisk('4m');
  if (disk === null) return skip('mounting a small file system is not allowed here');
  const filler = join(disk, 'filler');
  const engine = await openTestEngine(
    { fake: ['plays', 'model-happy-1-round'], endless: ['rounds-forever', '20000'] },
    { dataDir: disk, serves: true, leaseMs: 1_500, config: { maxRounds: 20 } },
  );
  const { jury, bus } = engine;
  const server = createServer({ jury, bus, report: () => {} });
  try {
    const { url } = await server.listen();
    const runs = `${url}/api/projects/${engine.projectId}/runs`;
    const post = (agent: string): Promise<Response> =>
      fetch(runs, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ brief: 'A page about invoices.', agent }),
      });
    const { run: kept } = await engine.start({ agent: 'fake' });
    await engine.finished(kept.id);
    const { run: underWay } = await engine.start({ agent: 'endless' });
    await engine.heard((event) => event.type === 'critique.round_end' && event.runId === underWay.id);
    execFileSync('bash', ['-c', 'cat /dev/zero > "$1" 2>/dev/null || true', 'bash', filler]);

    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(503);
    const checks = (await (await fetch(`${url}/api/ready`)).json()) as {
      checks: { name: string; ok: boolean }[];
    };
    expect(checks.checks).toContainEqual(expect.objectContaining({ name: 'storage', ok: false }));
    const refused = await post('fake');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({
      error: { code: 'unavailable', message: expect.stringMatching(/full/) },
    });
    // What is there is still served.
    expect((await fetch(`${runs}/${kept.id}`)).status).toBe(200);
    expect((await fetch(`${runs}/${kept.id}/artifact`)).status).toBe(200);

    await rm(filler);
    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(200);
    await expect
      .poll(async () => (await engine.host.get(underWay.id)).state, { timeout: 60_000 * machinePace() })
      .toMatch(/failed|interrupted|below_threshold|shipped|degraded/);
    const started = await post('fake');
    expect(started.status).toBe(201);
    const { run } = (await started.json()) as { run: { id: string } };
    expect((await engine.finished(run.id)).run.state).toBe('shipped');
    await server.close(100);
    await engine.close();
    expect(await openFilesBelow(disk)).toEqual([]);
  } finally {
    await server.close(100);
    await engine.close();
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  }
});

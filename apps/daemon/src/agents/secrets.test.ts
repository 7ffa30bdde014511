/** A planted key, printed by a real child on both of its channels, is in nothing that a run leaves behind. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { isTerminalEvent, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEngine } from '../engine.ts';
import { temporaryFolder } from '../host/test/engine.ts';
import { ownAgents } from './test/own-agents.ts';

const SECRET = 'planted-77aa01fe-secret-value';
const LEAKS = fileURLToPath(new URL('./test/leaks.mjs', import.meta.url));

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Every file below, packed ones unpacked. */
async function everything(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    files.set(entry.name, (isPacked ? gunzipSync(bytes) : bytes).toString('latin1'));
  }
  return files;
}

test.each([
  ['ends well', '0'],
  ['crashes', '3'],
])('an agent that %s', async (_, code) => {
  const program = {
    id: 'leaks',
    name: 'Leaks',
    command: process.execPath,
    args: [LEAKS, code],
    env: ['PLANTED_KEY'],
  };
  const engine = await openEngine({
    dataDir,
    env: { PATH: process.env.PATH, PLANTED_KEY: SECRET, ...ownAgents(dataDir, [program]) },
    limits: { killGraceMs: 500 },
  });
  const said: TranscriptEvent[] = [];
  try {
    const project = await engine.jury.createProject({ name: 'secrets' });
    engine.bus.listen(project.id, ({ event }) => said.push(event as TranscriptEvent));
    const { run } = await engine.jury.startRun(project.id, { brief: 'A page.', agent: 'leaks' });
    await expect.poll(() => said.some(isTerminalEvent)).toBe(true);
    const snapshot = await engine.jury.runSnapshot(project.id, run.id);
    expect(JSON.stringify([said, snapshot])).not.toContain(SECRET);
    expect(JSON.stringify(said)).toContain('my key is [redacted]');
    expect(said.find(isTerminalEvent)).toMatchObject(
      code === '0'
        ? { type: 'critique.degraded' }
        : {
            type: 'critique.failed',
            message: 'the agent ended with code 3: Error: key [redacted] was refused',
          },
    );
  } finally {
    await engine.close();
  }
  const files = await everything(dataDir);
  expect([...files.keys()]).toEqual(expect.arrayContaining(['jury.db']));
  for (const [name, text] of files) expect(text.includes(SECRET), name).toBe(false);
});

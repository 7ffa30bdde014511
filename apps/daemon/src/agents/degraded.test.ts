import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearDegraded, listDegraded, markDegraded, readDegraded } from './degraded.ts';

const NOW = Date.parse('2026-11-16T00:00:00Z');
const DAY_MS = 86_400_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-degraded-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a degraded mark', () => {
  it('holds for 24 hours, to the millisecond', async () => {
    await markDegraded(folder, 'gemini', '9 of 11 runs could be read', NOW);
    const mark = { reason: '9 of 11 runs could be read', until: '2026-11-17T00:00:00.000Z' };
    expect(await readDegraded(folder, 'gemini', NOW + DAY_MS - 1)).toEqual(mark);
    expect(await readDegraded(folder, 'gemini', NOW + DAY_MS)).toBeNull();
    expect(await readDegraded(folder, 'codex', NOW)).toBeNull();
  });

  it('is taken away by hand, and others stay', async () => {
    await markDegraded(folder, 'gemini', 'a', NOW);
    await markDegraded(folder, 'codex', 'b', NOW);
    expect(await clearDegraded(folder, 'gemini', NOW)).toBe(true);
    expect(await clearDegraded(folder, 'gemini', NOW)).toBe(false);
    expect([...(await listDegraded(folder, NOW)).keys()]).toEqual(['codex']);
  });

  it('marks that ran out are dropped when the file is written again', async () => {
    await markDegraded(folder, 'gemini', 'a', NOW);
    await markDegraded(folder, 'codex', 'b', NOW + DAY_MS);
    expect([...(await listDegraded(folder, NOW)).keys()]).toEqual(['codex']);
  });

  it.each(['', '{', '[]', '{"gemini":{"until":"soon"}}'])(
    'a file that reads %j marks nobody',
    async (text) => {
      await writeFile(join(folder, 'degraded.json'), text);
      expect(await readDegraded(folder, 'gemini', NOW)).toBeNull();
      await markDegraded(folder, 'gemini', 'a', NOW);
      expect(await readDegraded(folder, 'gemini', NOW)).not.toBeNull();
    },
  );
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConformanceCycle, ConformanceReportSchema } from '@design-jury/contracts/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addToHistory,
  conformanceReport,
  historyFile,
  MAX_HISTORY_LINES,
  readHistory,
} from './cycle-history.ts';
import { markDegraded } from './degraded.ts';
import { healthOf, isBad } from './health.ts';

function cycle(patch: Partial<ConformanceCycle> = {}): ConformanceCycle {
  return {
    agent: 'gemini',
    version: '0.61.0',
    transport: 'acp',
    model: 'scripted',
    at: '2026-11-16T00:00:00.000Z',
    cases: 100,
    complete: 100,
    cleanParse: 100,
    passed: 100,
    failures: [],
    ...patch,
  };
}

describe('health', () => {
  it.each([
    [{ complete: 90 }, false],
    [{ complete: 89 }, true],
    [{ cleanParse: 95 }, false],
    [{ cleanParse: 94 }, true],
  ])('%j: bad is %s', (patch, bad) => {
    expect(isBad(cycle(patch))).toBe(bad);
  });

  it('verdicts do not count: a jury that always says no is healthy', () => {
    expect(healthOf([cycle({ passed: 0 }), cycle({ passed: 0 })])).toEqual({ state: 'healthy' });
  });

  it('one bad cycle is a warning, two in a row take the agent off the panel', () => {
    const bad = cycle({ cleanParse: 70, failures: ['saas-landing: malformed_block'] });
    expect(healthOf([])).toEqual({ state: 'unknown' });
    expect(healthOf([bad]).state).toBe('wavering');
    expect(healthOf([bad, cycle(), bad]).state).toBe('wavering');
    expect(healthOf([cycle(), bad, bad])).toEqual({
      state: 'degraded',
      reason: '70 of 100 runs could be read (saas-landing: malformed_block), 2 cycles in a row',
    });
  });

  it('a clean cycle ends it', () => {
    const bad = cycle({ complete: 10 });
    expect(healthOf([bad, bad, cycle()])).toEqual({ state: 'healthy' });
  });
});

describe('history', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jury-history-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('what is added is read again, oldest first; lines that do not read are left out', async () => {
    const file = join(folder, 'deep/conformance.ndjson');
    expect(await readHistory(file)).toEqual([]);
    await addToHistory(file, [cycle({ agent: 'a' })]);
    await writeFile(file, `${await readFile(file, 'utf8')}{"agent":7}\nnot json\n`);
    await addToHistory(file, [cycle({ agent: 'b' })]);
    expect((await readHistory(file)).map(({ agent }) => agent)).toEqual(['a', 'b']);
  });

  it('the report names everybody who was tried or is marked, with the latest cycles', async () => {
    await addToHistory(
      historyFile(folder),
      Array.from({ length: 12 }, (_, i) => cycle({ agent: 'pi', cleanParse: i === 11 ? 0 : 100 })),
    );
    await markDegraded(folder, 'amp', 'by hand', Date.parse('2026-11-16T00:00:00Z'));
    const { agents } = ConformanceReportSchema.parse(
      await conformanceReport(folder, Date.parse('2026-11-16T01:00:00Z')),
    );
    expect(
      agents.map(({ id, health, degraded, cycles }) => [id, health.state, degraded?.reason, cycles.length]),
    ).toEqual([
      ['amp', 'unknown', 'by hand', 0],
      ['pi', 'wavering', undefined, 10],
    ]);
  });

  it(`keeps ${MAX_HISTORY_LINES} cycles and lets the oldest go`, async () => {
    const file = join(folder, 'conformance.ndjson');
    const many = Array.from({ length: MAX_HISTORY_LINES }, (_, i) => cycle({ agent: `a${i}` }));
    await addToHistory(file, many);
    await addToHistory(file, [cycle({ agent: 'last' })]);
    const kept = await readHistory(file);
    expect([kept.length, kept[0]?.agent, kept.at(-1)?.agent]).toEqual([500, 'a1', 'last']);
  });
});

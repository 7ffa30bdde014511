import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConformanceCycle } from '@design-jury/contracts/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDegraded } from '../agents/degraded.ts';
import { recordCycles } from './verdict.ts';

const NOW = Date.parse('2026-11-16T00:00:00Z');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-verdict-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function cycle(agent: string, cleanParse: number): ConformanceCycle {
  const at = new Date(NOW).toISOString();
  return {
    agent,
    version: null,
    transport: 'stdio',
    model: 'scripted',
    at,
    cases: 10,
    complete: cleanParse,
    cleanParse,
    passed: cleanParse,
    failures: [],
  };
}

const record = async (agent: string, cleanParse: number): Promise<[string, string, boolean]> => {
  const [verdict] = await recordCycles(folder, [cycle(agent, cleanParse)], NOW);
  return [
    verdict?.health.state ?? '',
    verdict?.mark ?? '',
    (await readDegraded(folder, agent, NOW)) !== null,
  ];
};

it('two bad cycles mark an agent, one clean cycle clears it, and another agent does not notice', async () => {
  expect(await record('codex', 10)).toEqual(['healthy', 'none', false]);
  expect(await record('gemini', 5)).toEqual(['wavering', 'none', false]);
  expect(await record('gemini', 5)).toEqual(['degraded', 'set', true]);
  expect(await record('codex', 5)).toEqual(['wavering', 'none', false]);
  expect(await record('gemini', 10)).toEqual(['healthy', 'cleared', false]);
});

it('two bad cycles of one night count as two', async () => {
  const [verdict] = await recordCycles(folder, [cycle('pi', 0), cycle('pi', 0)], NOW);
  expect(verdict).toMatchObject({ agent: 'pi', mark: 'set' });
});

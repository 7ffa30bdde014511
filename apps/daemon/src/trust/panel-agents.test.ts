import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { version } from '../version.ts';
import { makeRun, scriptOf } from './certificate/test/runs.ts';
import { panelAgents } from './panel-agents.ts';

const folder = mkdtempSync(join(tmpdir(), 'jury-panel-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { run } = makeRun(scriptOf(2));

function asked(request: object, versions?: Record<string, string>): void {
  const kept = {
    request: { brief: 'A page for boats', ...request },
    path: null,
    ...(versions !== undefined && { versions }),
  };
  writeFileSync(join(folder, 'request.json'), JSON.stringify(kept));
}

test('every agent of a panel has the version that was noted when the run began', async () => {
  asked({ agent: 'codex', seats: { critic: 'gemini' }, panelMode: 'independent' }, { codex: '0.166.0' });
  expect(await panelAgents({ ...run, agent: 'independent:codex+gemini', model: 'small' }, folder)).toEqual([
    { id: 'codex', model: 'small', version: '0.166.0' },
    { id: 'gemini', model: null, version: null },
  ]);
});

test('what comes with the product has its version; of other protocols the record says it', async () => {
  asked({});
  expect(await panelAgents({ ...run, agent: 'grounded' }, folder)).toEqual([
    { id: 'grounded', model: run.model, version: version() },
  ]);
  const config = { agentVersions: { claude: '2.1.325' } };
  const converged = { ...run, protocol: 'convergence', agent: 'grounded-reader,claude', model: null, config };
  expect(await panelAgents(converged, folder)).toEqual([
    { id: 'grounded-reader', model: null, version: version() },
    { id: 'claude', model: null, version: '2.1.325' },
  ]);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { testProgram } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { agentAt } from '../../agents/models/test/providers-at.ts';
import { type ModelServer, startModelServer } from '../../conformance/model-server/server.ts';
import { loadContentLibrary } from './library.ts';
import { modelContentAgent } from './model-agent.ts';
import { offlineContentAgent } from './offline/agent.ts';
import { type EvalResult, runContentEvals } from './test/content-eval.ts';
import { SCRIPTED_AGENTS, SCRIPTED_NAMES, type ScriptedName } from './test/scripted-agents.ts';

vi.setConfig({ testTimeout: 120_000 * machinePace() });

const library = await loadContentLibrary();
const failing = (results: readonly EvalResult[]): EvalResult[] => results.filter(({ passed }) => !passed);

test('the content scenarios hold for the author and critics without a model', async () => {
  const results = await runContentEvals(offlineContentAgent(), library);
  expect(failing(results)).toEqual([]);
  expect(new Set(results.map(({ family }) => family)).size).toBe(4);
});

describe('on agents that are scripts at the far end of a socket', () => {
  let server: ModelServer;
  const folder = mkdtempSync(join(tmpdir(), 'jury-eval-'));
  const played = {} as Record<ScriptedName, EvalResult[]>;

  async function results(name: ScriptedName, provider: 'anthropic' | 'openai-compatible') {
    const agent = agentAt(provider, server.urlFor(name));
    const contentAgent = modelContentAgent({
      agent,
      runId: 'eval',
      workDir: folder,
      settings: { ...DEFAULT_CONTENT_SETTINGS, selectionRetries: 0 },
    });
    return runContentEvals(contentAgent, library);
  }

  beforeAll(async () => {
    server = await startModelServer({ scenarios: SCRIPTED_AGENTS });
    for (const name of SCRIPTED_NAMES) played[name] = await results(name, 'anthropic');
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('one that does its work passes every scenario, over either kind of API', async () => {
    expect(failing(played.editor)).toEqual([]);
    expect(failing(await results('editor', 'openai-compatible'))).toEqual([]);
  });

  test('each of them was asked over the socket, as any model is', () => {
    for (const name of SCRIPTED_NAMES)
      expect(server.answers().filter(({ scenario }) => scenario === name).length).toBeGreaterThan(20);
  });

  test('one that likes everything and changes nothing fails wherever something had to be found', () => {
    const failed = failing(played.flatterer).map(({ family }) => family);
    expect(failed.filter((family) => family === 'critique')).toHaveLength(4);
    expect(failed.filter((family) => family === 'regression-guard')).toHaveLength(2);
    expect(failed.filter((family) => family === 'baseline')).toHaveLength(4);
    expect(failed.filter((family) => family === 'selection').length).toBeGreaterThanOrEqual(2);
  });

  test('one that likes nothing fails the sound page, the guards and the comparison', () => {
    const failed = failing(played.grumbler).map(({ name }) => name);
    expect(failed).toContain('a sound page gives nobody a high issue');
    expect(failed).toContain('a headline that contradicts the positioning');
    expect(failed).toContain('a mended order of headings keeps the headline and the call to action');
    expect(failed).toContain('tidewatch, written from its documents');
    expect(failed.filter((name) => name.startsWith('a website gets'))).toHaveLength(1);
  });

  test('every scenario can pass and can fail', () => {
    const all = SCRIPTED_NAMES.flatMap((name) => played[name]);
    for (const name of new Set(all.map((result) => result.name))) {
      const verdicts = all.filter((result) => result.name === name).map(({ passed }) => passed);
      expect(verdicts, name).toContain(true);
      expect(verdicts, name).toContain(false);
    }
  });
});

describe('npm run eval:content', () => {
  const evaluate = (...args: string[]) => {
    const script = join(import.meta.dirname, '../../../../../scripts/eval-content.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [...testProgram(script), ...args], {
      env: { PATH: process.env.PATH, HOME: tmpdir(), ...COMPILE_CACHE },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  test('the report names who produced it; a bad performance is a failed run', () => {
    const good = evaluate('--scripted', 'editor', '--json');
    expect(JSON.parse(good.stdout)).toMatchObject({ agent: 'scripted editor', passed: 15 });
    expect(good.status).toBe(0);
    const bad = evaluate('--scripted', 'flatterer');
    expect(bad.stdout).toMatch(/^content scenarios on .+ \(agent: scripted flatterer\)$/m);
    expect(bad.stdout).toContain('FAIL  critique');
    expect(bad.status).toBe(1);
  });

  test.each([
    [['--scripted', 'poet'], '--scripted takes editor, flatterer, grumbler'],
    [['--agent', 'nobody-knows'], 'agent: there is no "nobody-knows"'],
    [['--agents'], "Unknown option '--agents'"],
  ])('%s is refused in a sentence', (args, message) => {
    const { status, stderr } = evaluate(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(2);
  });
});

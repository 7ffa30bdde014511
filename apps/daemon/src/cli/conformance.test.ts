import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { place } from './test/jury.ts';

describe('jury conformance', () => {
  it.each([
    [['--agent', 'nonesuch'], 'There is no agent "nonesuch" to test; there are: gemini, codex'],
    [['--brief', 'nonesuch'], 'There is no brief "nonesuch"; there are: canonical, saas-landing'],
    [['--cycles', '0'], '--cycles is "0"; it takes a whole number from 1 to 20.'],
    [['gemini'], 'conformance takes no "gemini"; name agents with --agent.'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    using here = place();
    const { status, stdout, stderr } = await here.jury('conformance', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  it('whole cycles are kept, and shown by what came of them', {
    timeout: 180_000 * machinePace(),
  }, async () => {
    using here = place();
    const { status, stdout } = await here.start([
      ...['conformance', '--agent', 'ollama', '--cycles', '2', '--quiet', '--data', 'data'],
    ]);
    expect(status).toBe(0);
    expect(stdout.match(/^ollama +– +model-api +11 +11 +11 +11$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^ollama +healthy$/m);
    const kept = readFileSync(join(here.folder, 'data', 'conformance.ndjson'), 'utf8')
      .trim()
      .split('\n');
    expect(kept.map((line) => JSON.parse(line).agent)).toEqual(['ollama', 'ollama']);
  });

  it('one brief with a real CLI: a look, which is reported and not kept', {
    timeout: 180_000 * machinePace(),
  }, async () => {
    using here = place();
    const { status, stdout, stderr } = await here.start([
      ...['conformance', '--agent', 'codex', '--brief', 'canonical', '--json', '--data', 'data'],
    ]);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^codex canonical: ok \(/m)]);
    expect(JSON.parse(stdout)).toMatchObject({
      cycles: [
        {
          agent: 'codex',
          version: '0.166.0',
          transport: 'codex-app-server',
          cases: 1,
          passed: 1,
          failures: [],
        },
      ],
      verdicts: [{ agent: 'codex', health: { state: 'healthy' }, mark: 'none' }],
      notRun: [],
    });
    expect(existsSync(join(here.folder, 'data', 'conformance.ndjson'))).toBe(false);
  });
});

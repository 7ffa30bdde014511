import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { markDegraded } from '../agents/degraded.ts';
import { logMarks } from './conformance.ts';
import { place } from './test/jury.ts';

describe('jury conformance', () => {
  it('who is set aside, and who is no longer, is a line of the log; who stays as it was is none', async () => {
    using here = place();
    const bad = { state: 'degraded', reason: '7 of 11 could be read, 2 cycles in a row' } as const;
    const good = { state: 'healthy' } as const;
    const where = { dataDir: here.dataDir, env: {} };
    await logMarks(
      [
        { agent: 'pi', health: bad, mark: 'set' },
        { agent: 'codex', health: good, mark: 'none' },
        { agent: 'gemini', health: good, mark: 'cleared' },
      ],
      where,
    );
    await logMarks([{ agent: 'pi', health: bad, mark: 'set' }], { ...where, env: { OD_LOG_LEVEL: 'off' } });
    const { stdout } = await here.jury('logs');
    expect(stdout.replaceAll(/^\S+ \S+ /gm, '').split('\n')).toEqual([
      'warn host adapter_set_aside agent=pi reason=7 of 11 could be read, 2 cycles in a row',
      'info host adapter_returned agent=gemini by=cycle',
      '',
    ]);
  });

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
    const dataDir = join(here.folder, 'data');
    await markDegraded(dataDir, 'ollama', 'two bad cycles', Date.now());
    const { status, stdout } = await here.start([
      ...['conformance', '--agent', 'ollama', '--cycles', '2', '--quiet', '--data', 'data'],
    ]);
    expect(status).toBe(0);
    expect(stdout.match(/^ollama +– +model-api +11 +11 +11 +11$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^ollama +healthy; back on the panel$/m);
    const kept = readFileSync(join(here.folder, 'data', 'conformance.ndjson'), 'utf8')
      .trim()
      .split('\n');
    expect(kept.map((line) => JSON.parse(line).agent)).toEqual(['ollama', 'ollama']);
    expect((await here.jury('logs', '--data', dataDir)).stdout).toMatch(
      / info +host adapter_returned agent=ollama by=cycle\n$/,
    );
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

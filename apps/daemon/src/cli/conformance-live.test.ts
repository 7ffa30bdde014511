/** The live mode, at a provider that is our scripted server: the same addresses and keys a user would set. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { type ModelServer, startModelServer } from '../conformance/model-server/server.ts';
import { liveAlone } from '../conformance/test/stage.ts';
import { run } from './conformance.ts';
import { processShell, type Shell } from './shell.ts';

const scratch = mkdtempSync(join(tmpdir(), 'jury-live-test-'));
let far: ModelServer;
beforeAll(async () => {
  far = await startModelServer();
});
afterAll(async () => {
  await far.close();
  rmSync(scratch, { recursive: true, force: true });
});

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

async function jury(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const shell: Shell = {
    ...processShell(),
    cwd: scratch,
    env: { HOME: scratch, PATH: '/usr/bin:/bin', ...env },
    out: (text) => {
      said.stdout += text;
    },
    error: (text) => {
      said.stderr += text;
    },
    onStop: () => () => {},
  };
  return { status: await run([...args, '--data', join(scratch, 'data')], shell), ...said };
}

describe('jury conformance --live', () => {
  it('is refused where CI is set, whoever is named', async () => {
    const before = far.requests.length;
    const { status, stderr } = await jury(
      { CI: 'true', OLLAMA_HOST: far.url },
      '--live',
      '--agent',
      'ollama',
    );
    expect([status, far.requests.length]).toEqual([2, before]);
    expect(stderr).toContain('costs money: it is refused where CI is set');
  });

  it('asks nobody who was not named', async () => {
    const { status, stderr } = await jury({}, '--live');
    expect(status).toBe(2);
    expect(stderr).toContain('name the agents with --agent');
  });

  it('names who could be asked, and whom it cannot', async () => {
    const unknown = await jury({}, '--live', '--agent', 'grounded');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('There is no agent "grounded" to test; there are: claude, codex');
    const absent = await jury({}, '--live', '--agent', 'codex');
    expect(absent.status).toBe(3);
    expect(absent.stderr).toContain('codex: not installed; npm install -g @openai/codex');
  });

  it('says what it costs, plays the canonical brief alone with the user’s own settings, and keeps nothing', async () => {
    const before = far.answers().length;
    const env = {
      OLLAMA_HOST: far.urlFor('good'),
      OD_OLLAMA_MODEL: 'own-model',
      OD_CRITIQUE_MAX_COST_USD: '2',
    };
    const { status, stdout, stderr } = await jury(env, '--live', '--agent', 'ollama', '--json', '--quiet');
    expect(stderr).toContain('--live asks ollama with your own login, at the real provider.');
    expect(stderr).toContain('1 brief in up to 3 rounds, and your provider bills them; at most 2 USD');
    expect(JSON.parse(stdout)).toMatchObject({
      isolated: false,
      cycles: [{ agent: 'ollama', model: 'live', cases: 1, complete: 1, passed: 1, failures: [] }],
    });
    expect(status).toBe(0);
    const asked = far.answers().slice(before);
    expect(asked.length).toBe(3);
    expect(new Set(asked.map(({ request }) => request?.model))).toEqual(new Set(['own-model']));
    expect(asked.map(({ temperature }) => temperature)).toEqual([0, 0, 0]);
    expect(existsSync(join(scratch, 'data', 'conformance.ndjson'))).toBe(false);
  });

  it('a whole cycle is asked for in words, and is then kept as live', {
    timeout: 120_000 * machinePace(),
  }, async () => {
    const env = { OLLAMA_HOST: far.urlFor('good'), OD_OLLAMA_MODEL: 'own-model' };
    const { status, stderr } = await jury(env, '--live', '--agent', 'ollama', '--brief', 'all', '--quiet');
    expect(status).toBe(0);
    expect(stderr).toContain('11 briefs in up to 3 rounds');
    expect(stderr).toContain('no limit is set');
    const [line = ''] = (await readFile(join(scratch, 'data', 'conformance.ndjson'), 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ agent: 'ollama', model: 'live', cases: 11, complete: 11 });
  });

  it('a provider that refuses the key is a failed cycle, with its reason', async () => {
    const env = { OLLAMA_HOST: far.urlFor('401'), OD_OLLAMA_MODEL: 'own-model' };
    const { status, stdout } = await jury(env, '--live', '--agent', 'ollama', '--json', '--quiet');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ cycles: [{ complete: 0, passed: 0 }] });
  });

  it('a real CLI is found as users have it: on PATH, with its own home', {
    timeout: 120_000 * machinePace(),
  }, async () => {
    const { status, stdout, stderr, left } = await liveAlone({ agent: 'codex' });
    expect(stderr).toContain('--live asks codex with your own login');
    expect(JSON.parse(stdout)).toMatchObject({
      cycles: [
        { agent: 'codex', version: '0.166.0', transport: 'codex-app-server', model: 'live', passed: 1 },
      ],
    });
    expect([status, left]).toEqual([0, 0]);
  });
});

/** What is found of agents: programs, versions, logins. Everything here is a folder made for the test. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLI_AGENTS, type CliAgent } from './cli-table.ts';
import { argumentsFor, compare, createProber, detect, isLoggedIn } from './detect.ts';
import { createTableAgent } from './table-agent.ts';
import { CONVERSATIONALISTS } from './transports/agent.ts';
import { refusalOf, refusalWithoutSandbox } from './unsafe-version.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jury-detect-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const LINUX = { platform: 'linux', arch: 'x64' };
const row = (id: string): CliAgent => {
  const found = CLI_AGENTS.find((agent) => agent.id === id);
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
};

async function file(path: string, text: string, mode = 0o644): Promise<string> {
  const whole = join(root, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, text);
  await chmod(whole, mode);
  return whole;
}

/** As npm leaves it: the package, its wrapper, and a link on PATH. */
async function installed(name: string, version: string, wrapper: string, command: string): Promise<void> {
  await file(`lib/node_modules/${name}/package.json`, JSON.stringify({ name, version }));
  const target = await file(`lib/node_modules/${name}/${wrapper}`, '#!/bin/sh\nexit 1\n', 0o755);
  await mkdir(join(root, 'bin'), { recursive: true });
  await symlink(target, join(root, 'bin', command));
}

const env = () => ({ PATH: `/nowhere::${join(root, 'bin')}:/usr/bin:/bin`, HOME: join(root, 'home') });

describe('programs', () => {
  test('none on PATH is none; a folder of that name is none either', async () => {
    await mkdir(join(root, 'bin', 'claude'), { recursive: true });
    expect(await detect(row('claude'), env(), LINUX)).toBeNull();
  });

  test('the version is read from the package, and nothing is started', async () => {
    await installed('@google/gemini-cli', '0.61.0', 'bundle/gemini.js', 'gemini');
    const path = join(root, 'bin', 'gemini');
    expect(await detect(row('gemini'), env(), LINUX)).toEqual({
      path,
      command: path,
      version: '0.61.0',
      supported: true,
    });
  });

  test.each([
    ['beside the package', 'lib/node_modules/'],
    ['inside of it', 'lib/node_modules/@openai/codex/node_modules/'],
  ])('the native binary %s is preferred to the wrapper', async (_, place) => {
    await installed('@openai/codex', '0.166.0', 'bin/codex.js', 'codex');
    const native = await file(
      `${place}@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex`,
      '',
      0o755,
    );
    expect(await detect(row('codex'), env(), LINUX)).toMatchObject({ command: native });
  });

  test('a version older than the table supports is said to be', async () => {
    await installed('@openai/codex', '0.9.0', 'bin/codex.js', 'codex');
    expect(await detect(row('codex'), env(), LINUX)).toMatchObject({ version: '0.9.0', supported: false });
  });

  test.each(CLI_AGENTS)(
    '$id that does not tell its version is new enough only where any is',
    async (agent) => {
      await file(`bin/${agent.command}`, '#!/bin/sh\necho hello\n', 0o755);
      const found = await detect(agent, env(), LINUX);
      expect(found).toMatchObject({ version: null, supported: agent.minimumVersion === null });
    },
  );

  test('a program that is no package is asked for its version, in a home of its own', async () => {
    await file('bin/aider', '#!/bin/sh\necho "aider 0.86.1 $HOME $SECRET_KEY" >&2\n', 0o755);
    const found = await detect(row('aider'), { ...env(), SECRET_KEY: 'x' }, LINUX);
    expect(found).toMatchObject({ version: '0.86.1', supported: true });
  });
});

test('a program is asked once, until its file changes', async () => {
  const path = await file('bin/aider', '#!/bin/sh\necho x >> "$(dirname "$0")/asked"\necho 1.0.0\n', 0o755);
  const { ask: probe } = createProber();
  const times = async () => (await readFile(join(root, 'bin/asked'), 'utf8')).length / 2;
  for (let i = 0; i < 3; i++) await detect(row('aider'), env(), LINUX, probe);
  expect(await times()).toBe(1);
  await utimes(path, 1, 1);
  await detect(row('aider'), env(), LINUX, probe);
  expect(await times()).toBe(2);
});

test('a program that gave no answer is asked again', async () => {
  await file('bin/aider', '#!/bin/sh\ncat "$(dirname "$0")/version"\n', 0o755);
  const { ask: probe } = createProber();
  expect(await detect(row('aider'), env(), LINUX, probe)).toMatchObject({ version: null });
  await file('bin/version', '1.0.0');
  expect(await detect(row('aider'), env(), LINUX, probe)).toMatchObject({ version: '1.0.0' });
});

test('a question that is still open is ended with whoever asked it', async () => {
  const pid = join(root, 'pid');
  await file('bin/aider', `#!/bin/sh\necho $$ > ${pid}\nexec sleep 60\n`, 0o755);
  const prober = createProber();
  const asked = detect(row('aider'), env(), LINUX, prober.ask);
  const isStarted = () => readFile(pid, 'utf8').catch(() => '');
  while ((await isStarted()) === '') await new Promise((resolve) => setTimeout(resolve, 10));
  const child = Number(await isStarted());
  expect(() => process.kill(child, 0)).not.toThrow();
  await prober.close();
  expect(() => process.kill(child, 0)).toThrow('ESRCH');
  expect(await asked).toMatchObject({ version: null });
});

test.each([
  ['1.10.0', '1.9.9', 1],
  ['2.1.325', '2.1.325', 0],
  ['0.9', '0.9.1', -1],
  ['v2026.01.17-abc', '2026.1.16', 1],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compare(a, b))).toBe(sign);
});

describe('arguments', () => {
  const gated = (help: string) => file('bin/codex', `#!/bin/sh\necho '${help}'\n`, 0o755);
  const found = (command: string, version: string) => ({ path: command, command, version, supported: true });

  test('the version that was tried gets every flag, and is not asked', async () => {
    const args = await argumentsFor(
      row('codex'),
      row('codex').run,
      found('/does/not/exist', '0.166.0'),
      env(),
    );
    expect(args.slice(0, 8)).toEqual([
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-s',
      'read-only',
      '--ephemeral',
      '--color',
      'never',
    ]);
    expect(args).toEqual(
      expect.arrayContaining(['notify=[]', 'features.hooks=false', 'features.shell_tool=false']),
    );
  });

  test.each([
    ['names it', 'Options: --skip-trust', true],
    ['does not', 'Options: --json', false],
  ])('another version gets a gated flag where its help %s', async (_, help, has) => {
    const args = await argumentsFor(
      row('gemini'),
      row('gemini').run,
      found(await gated(help), '0.55.0'),
      env(),
    );
    expect(args.includes('--skip-trust')).toBe(has);
  });

  test.each(
    CLI_AGENTS.flatMap((agent) => [
      { id: agent.id, way: 'alone', flags: agent.run },
      { id: agent.id, way: 'in conversation', flags: agent.conversationFlags ?? [] },
    ]),
  )('$id $way: a flag that protects is passed though the help hides it', async ({ id, flags }) => {
    const args = await argumentsFor(row(id), flags, found(await gated('Options: none'), '99.0.0'), env());
    const protecting = flags.flatMap((one) => ('protects' in one ? one.protects : []));
    expect(protecting.filter((flag) => !args.includes(flag))).toEqual([]);
  });

  test('a version that does not take such a flag is refused with a sentence, and asked once', async () => {
    const starts = join(root, 'starts');
    const command = await file(
      'bin/qwen',
      `#!/bin/sh\necho x >> ${starts}\necho 'Unknown arguments: safe-mode, safeMode' >&2\nexit 1\n`,
      0o755,
    );
    const agent = await createTableAgent(
      row('qwen'),
      found(command, '0.20.5'),
      { model: null, turns: 'one-shot', probe: async () => '' },
      // It leaves a mark outside of its folder.
      { ...env(), OD_AGENT_SANDBOX: 'off' },
      { killGraceMs: 100 },
    );
    const request = { runId: 'r-old', subject: { kind: 'brief', text: '' }, workDir: root } as const;
    const session = await agent.open(request, new AbortController().signal);
    const heard = await Array.fromAsync(session.send({ kind: 'ask', prompt: 'x' }));
    await session.close();
    expect(heard.at(-1)).toEqual({
      type: 'error',
      kind: 'other',
      final: true,
      message:
        'Qwen Code 0.20.5 does not take --safe-mode, without which it cannot be made safe: it is not used. Update it: npm install -g @qwen-code/qwen-code',
    });
    expect(await readFile(starts, 'utf8')).toBe('x\n');
  });

  test('a version older than the oldest that can be held back is refused', () => {
    expect(refusalOf(row('qwen'), { ...found('/x', '0.19.0'), supported: false })).toBe(
      'Qwen Code 0.19.0 is older than 0.20.0, and cannot be kept from using tools and starting programs. Update it: npm install -g @qwen-code/qwen-code',
    );
    expect(refusalOf(row('qwen'), found('/x', '0.20.0'))).toBeNull();
  });

  test('a version that is not told is refused where not every one can be held back', () => {
    const unknown = (supported: boolean) => ({ path: '/x', command: '/x', version: null, supported });
    expect(refusalOf(row('claude'), unknown(false))).toBe(
      'Claude Code does not tell its version, and before 2.1.0 it cannot be kept from using tools and starting programs. Update it: npm install -g @anthropic-ai/claude-code',
    );
    expect(refusalOf(row('amp'), unknown(true))).toBeNull();
  });

  test.each(CLI_AGENTS)(
    '$id was tried, or is started in a sandbox or by the word of its operator',
    (agent) => {
      const refused = refusalWithoutSandbox(agent, 'auto', null);
      expect(refused !== null).toBe(agent.triedVersion === null);
      if (refused !== null) expect(refused).toContain('say --sandbox off');
      expect(refusalWithoutSandbox(agent, 'auto', 'bubblewrap')).toBeNull();
      expect(refusalWithoutSandbox(agent, 'off', null)).toBeNull();
    },
  );

  test('a model is named the way the agent is spoken to; one that cannot be told in conversation answers once', async () => {
    const make = async (id: string, model: string | null) =>
      createTableAgent(row(id), found('/x', row(id).triedVersion ?? ''), { model }, env(), {
        killGraceMs: 1,
      });
    expect((await make('claude', 'opus')).capabilities.turns).toBe('conversational');
    expect((await make('opencode', null)).capabilities.turns).toBe('conversational');
    expect((await make('opencode', 'x/y')).capabilities.turns).toBe('one-shot');
    expect((await make('amp', null)).capabilities).toMatchObject({ turns: 'one-shot', transport: 'stdio' });
  });
});

describe('logins', () => {
  test.each([
    ['a variable', 'gemini', { GEMINI_API_KEY: 'x' }, null],
    ['a file in the home folder', 'codex', {}, 'home/.codex/auth.json'],
    ['a file where a variable points', 'codex', { CODEX_HOME: 'elsewhere' }, 'elsewhere/auth.json'],
  ])('%s is one', async (_, id, variables: Record<string, string>, path) => {
    if (path !== null) await file(path, '{"tokens":"…"}', 0o000);
    const named = Object.entries(variables).map(([name, value]) => [
      name,
      name.endsWith('HOME') ? join(root, value) : value,
    ]);
    expect(await isLoggedIn(row(id), { ...env(), ...Object.fromEntries(named) })).toBe(true);
  });

  test('an empty file is none; where it may be kept elsewhere, that is not known', async () => {
    await file('home/.pi/agent/auth.json', '{}');
    expect(await isLoggedIn(row('pi'), env())).toBeNull();
    expect(await isLoggedIn(row('continue'), env())).toBe(false);
  });
});

describe('the table', () => {
  test('names the twelve, once each', () => {
    expect(CLI_AGENTS.map(({ id }) => id)).toEqual([
      'claude',
      'codex',
      'gemini',
      'opencode',
      'qwen',
      'copilot',
      'kimi',
      'pi',
      'continue',
      'cursor-agent',
      'amp',
      'aider',
    ]);
  });

  test('everybody who holds a conversation has a row', () => {
    for (const id of Object.keys(CONVERSATIONALISTS)) expect(row(id).id).toBe(id);
  });

  test.each(CLI_AGENTS)('$id: variables are names, and those that log in are let through', (agent) => {
    const { allow = [] } = agent.environment;
    for (const name of allow) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
    expect(new Set(allow).size).toBe(allow.length);
    for (const name of agent.login.variables) expect(allow).toContain(name);
    for (const { variable } of agent.login.files)
      if (variable !== undefined) expect(allow).toContain(variable);
  });
});

/** Real child processes: what they see, what arrives, what is read of them, and that nothing of them is left. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { CLI_AGENTS } from './cli-table.ts';
import type { EnvironmentRule } from './environment.ts';
import { endMarked, groupLives } from './process-group.ts';
import { MAX_QUESTIONS } from './question-count.ts';
import { canLimitNetwork, findSandbox } from './sandbox.ts';
import { type Launch, PROCESS_FILE, type SupervisedChild, startChild } from './supervise.ts';

const SECRET = 'planted-1b44c0de-secret-value';

let folder: string;
let runId: string;
const children: SupervisedChild[] = [];
beforeEach(async () => {
  runId = `r-${randomUUID()}`;
  folder = await mkdtemp(join(tmpdir(), 'jury-supervise-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.end();
  expect(endMarked(runId), 'processes left behind').toBe(0);
  await rm(folder, { recursive: true, force: true });
});

async function start(
  script: string,
  {
    environment = {},
    surroundings = {},
    args = [],
    inside = {},
  }: {
    inside?: Pick<Launch, 'sandbox' | 'reach' | 'proxied'>;
    environment?: EnvironmentRule;
    surroundings?: Record<string, string>;
    args?: readonly string[];
  } = {},
): Promise<SupervisedChild> {
  const child = await startChild(
    {
      name: 'Fake',
      command: process.execPath,
      args: script.endsWith('.mjs') ? [script, ...args] : ['--input-type=module', '-e', script, ...args],
      environment,
      surroundings: { PATH: process.env.PATH ?? '', ...surroundings },
      killGraceMs: 500,
      ...inside,
    },
    { runId, workDir: folder },
    new AbortController().signal,
  );
  children.push(child);
  return child;
}

const textOf = async (child: SupervisedChild): Promise<string> =>
  Buffer.concat(await Array.fromAsync(child.output())).toString('utf8');

test.each(CLI_AGENTS)(
  'the child of $id sees what its row names, and nothing else',
  async ({ environment }) => {
    const { allow = [], fixed = {} } = environment;
    const common = { HOME: '/srv/of/user', TERM: 'dumb', LANG: 'C.UTF-8' };
    const surroundings: Record<string, string> = {
      ...common,
      AWS_ELSE: 'ours',
      OD_TOKEN: SECRET,
      npm_config_x: 'y',
    };
    for (const name of allow) surroundings[name] = `value of ${name}`;
    const fake = fileURLToPath(new URL('./test/prints-environment.mjs', import.meta.url));
    const file = join(folder, 'environment.json');
    const child = await start(fake, { environment, surroundings, args: [file] });
    await textOf(child);
    const { env, cwd } = JSON.parse(await readFile(file, 'utf8'));
    expect(env).toEqual({
      ...common,
      PATH: process.env.PATH,
      TMPDIR: join(child.folder, 'tmp'),
      DESIGN_JURY_RUN: runId,
      ...Object.fromEntries(allow.map((name) => [name, `value of ${name}`])),
      ...fixed,
    });
    expect(cwd).toBe(child.folder);
  },
);

test('a prompt of 300 KB arrives whole, though the child reads late and slowly', async () => {
  const prompt = `${'Zeile "mit" \\ und 日本\n'.repeat(12_000)}end`;
  expect(Buffer.byteLength(prompt)).toBeGreaterThan(300_000);
  const child = await start(`
    import { createHash } from 'node:crypto';
    import { setTimeout as delay } from 'node:timers/promises';
    await delay(100);
    const hash = createHash('sha256');
    for await (const piece of process.stdin) { hash.update(piece); await delay(5); }
    process.stdout.write(hash.digest('hex'));
  `);
  child.endInput(prompt);
  expect(await textOf(child)).toBe(createHash('sha256').update(prompt).digest('hex'));
});

test('a grandchild that holds the pipe open does not hold up the end', async () => {
  const child = await start(`
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1e8)'], { stdio: 'inherit' });
    process.stdout.write('all of it', () => process.exit(0));
  `);
  const before = performance.now();
  expect(await textOf(child)).toBe('all of it');
  expect(performance.now() - before).toBeLessThan(10_000 * machinePace());
  expect(await child.exited()).toMatchObject({ code: 0 });
  await child.end();
  expect(endMarked(runId)).toBe(0);
});

test('a grandchild that goes on writing is not listened to for ever', async () => {
  const child = await start(`
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', 'setInterval(() => process.stdout.write("more "), 20)'], { stdio: 'inherit' });
    process.stdout.write('said ', () => setTimeout(() => process.exit(0), 50));
  `);
  const before = performance.now();
  expect(await textOf(child)).toContain('said ');
  expect(performance.now() - before).toBeLessThan(20_000 * machinePace());
});

test('everything written before the exit is read, also by a reader that takes its time', async () => {
  const child = await start(`process.stdout.write('x'.repeat(400_000) + 'end', () => process.exit(0));`);
  let length = 0;
  let last = '';
  for await (const bytes of child.output()) {
    if (length === 0) await new Promise((resolve) => setTimeout(resolve, 600));
    length += bytes.length;
    last = bytes.toString('utf8').slice(-3);
  }
  expect([length, last]).toEqual([400_003, 'end']);
});

test.each([
  ['before its first piece', 0],
  ['between two pieces', 1],
])('a child that exits while its reader is busy %s loses nothing', async (_when, pieces) => {
  const child = await start(`
    process.stdout.write('first ');
    setTimeout(() => process.stdout.write('last', () => process.exit(0)), 300);
  `);
  const busy = async (): Promise<void> => {
    await child.exited();
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  if (pieces === 0) await busy();
  let text = '';
  for await (const bytes of child.output()) {
    if (text === '' && pieces === 1) await busy();
    text += bytes.toString('utf8');
  }
  expect(text).toBe('first last');
});

test('a child that ignores SIGTERM and one that left the group are gone all the same', async () => {
  const child = await start(`
    import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => {});
    const stray = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setTimeout(() => {}, 1e8)'],
      { detached: true, stdio: 'ignore' });
    process.stdout.write(String(stray.pid) + '\\n');
    setTimeout(() => {}, 1e8);
  `);
  const reading = child.output();
  const stray = Number((await reading.next()).value);
  const { pgid } = JSON.parse(await readFile(join(folder, PROCESS_FILE), 'utf8'));
  expect(groupLives(stray)).toBe(true);
  const exit = await child.end();
  expect(exit.signal).toBe('SIGKILL');
  expect((await reading.next()).done).toBe(true);
  await expect.poll(() => groupLives(pgid) || groupLives(stray)).toBe(false);
});

test('last words are whole, and without the child’s secrets', async () => {
  const child = await start(
    `process.stderr.write('x'.repeat(9_000) + '\\nError: key ' + process.env.THE_KEY + ' refused\\n', () => process.exit(7));`,
    { environment: { allow: ['THE_KEY'] }, surroundings: { THE_KEY: SECRET } },
  );
  await textOf(child);
  const exit = await child.exited();
  expect(exit.code).toBe(7);
  expect(exit.stderrTail.endsWith('Error: key [redacted] refused')).toBe(true);
  expect(exit.stderrTail.length).toBeLessThanOrEqual(4_096);
});

test('a program that asks its model again and again is ended in a sandbox, whatever it tells of it', async ({
  skip,
}) => {
  const kind = await findSandbox();
  if (kind === null || !(await canLimitNetwork(kind))) skip('this machine gives no network of its own');
  let asked = 0;
  const model = createServer((request, response) => {
    request.resume().on('end', () => {
      asked++;
      response.end('<html>');
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    model.close();
  });
  const { port } = model.address() as AddressInfo;
  const prompt = 'x'.repeat(10_000);
  const asks = `for (;;) await fetch('http://127.0.0.1:${port}/', { method: 'POST', body: '${prompt}' }).then((r) => r.text()).catch(() => {});`;
  const child = await start(asks, {
    inside: { sandbox: 'require', reach: { known: true, addresses: [{ host: '127.0.0.1', port }] } },
  });
  child.asks(prompt);
  const { stderrTail } = await child.exited();
  expect(stderrTail).toContain('ended by us: it asked its model more than 40 times');
  expect(asked).toBe(MAX_QUESTIONS);
}, 60_000);

test('a start that fails leaves nothing of what the child kept in its home by the name of its folder', async () => {
  const keeps = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { basename, join } from 'node:path';
    const place = join(process.env.HOME, '.kept/tmp');
    for (const name of [basename(process.cwd()).toLowerCase(), 'site'])
      mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(process.env.HOME, 'has-kept'), '');
    setTimeout(() => {}, 1e8);
  `;
  const { signal } = new AbortController();
  let asked = 0;
  // The second time it is asked the child has been started; stopped only once it has written.
  signal.throwIfAborted = () => {
    if (++asked === 1) return;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(join(folder, 'has-kept'))) Atomics.wait(pause, 0, 0, 20);
    throw new Error('stopped');
  };
  const started = startChild(
    {
      name: 'Fake',
      command: process.execPath,
      args: ['--input-type=module', '-e', keeps],
      environment: {},
      surroundings: { PATH: process.env.PATH ?? '', HOME: folder },
      killGraceMs: 500,
      traces: ['.kept/tmp'],
    },
    { runId, workDir: folder },
    signal,
  );
  await expect(started).rejects.toThrow('Fake cannot be started: stopped');
  expect(await readdir(join(folder, '.kept/tmp'))).toEqual(['site']);
  expect(await readdir(join(folder, '.local/state/design-jury/agents'))).toEqual([]);
});

test('one that may ask without end is counted before the proxy of its user, too', async () => {
  const heard: string[] = [];
  const company = createServer((asked, answer) => {
    heard.push(`${asked.method} ${asked.url}`);
    asked.resume().on('end', () => answer.end('z'.repeat(400)));
  });
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void company.close());
  const theirs = `http://ann:word@127.0.0.1:${(company.address() as AddressInfo).port}`;
  const child = await start(
    `import { request } from 'node:http';
    const { hostname, port, username, password } = new URL(process.env.HTTP_PROXY);
    const headers = { 'proxy-authorization': 'Basic ' + Buffer.from(username + ':' + password).toString('base64') };
    process.stdout.write(username + ' ' + process.env.NO_PROXY + '\\n');
    const ask = () => request({ hostname, port, method: 'POST', path: 'http://api.model.test/v1', headers }, (said) =>
      said.resume().on('end', ask)).on('error', () => {}).end('x'.repeat(10_000));
    ask();
    setInterval(() => {}, 1_000);`,
    {
      environment: { allow: ['HTTP_PROXY', 'NO_PROXY'] },
      surroundings: { HTTP_PROXY: theirs, NO_PROXY: 'other.test,localhost' },
      inside: { sandbox: 'off', proxied: true },
    },
  );
  child.asks('x'.repeat(10_000));
  expect(await textOf(child)).toBe('jury localhost\n');
  expect((await child.end()).stderrTail).toContain('more than 40 times');
  expect(heard).toEqual(Array.from({ length: MAX_QUESTIONS }, () => 'POST http://api.model.test/v1'));
});

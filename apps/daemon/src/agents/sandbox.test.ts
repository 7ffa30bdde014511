/** What is inside sees and writes what it may, and nothing else. Each kind that works on this machine is tried. */
import { spawn, spawnSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openRelay, RELAY_SOCKET } from './network-relay.ts';
import { QuestionCount } from './question-count.ts';
import {
  canLimitNetwork,
  HOSTS_FILE,
  type Inside,
  insideOf,
  placesOf,
  type SandboxKind,
  sandboxModeOf,
} from './sandbox.ts';

const uncounted = new QuestionCount(() => {});

let root: string;
let inside: Inside;
beforeEach(async () => {
  // Not below /tmp: that is hidden inside, and would hide what is tried.
  const cache = join(process.cwd(), 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  root = await mkdtemp(join(cache, 'jury-sandbox-'));
  for (const name of [
    ...['home/.ssh', 'home/.config/design-jury', 'home/.local/bin', 'project'],
    ...['design-jury/agents/jury-agent-1-1-AbCdEf', 'design-jury/runs', 'project/data', 'disk/moved'],
  ])
    await mkdir(join(root, name), { recursive: true });
  await writeFile(join(root, 'home/.ssh/id'), 'a key');
  await writeFile(join(root, 'home/.bashrc'), 'before');
  await writeFile(join(root, 'home/.netrc'), 'a login');
  // As people have it who keep their settings in one folder.
  await mkdir(join(root, 'home/dotfiles'));
  await symlink(join(root, 'home/dotfiles'), join(root, 'home/.config/nvim'));
  await symlink('dotfiles', join(root, 'home/.kube'));
  await writeFile(join(root, 'home/.config/design-jury/keys.json'), '{}');
  for (const place of ['design-jury/runs', 'project/data', 'disk/moved'])
    await writeFile(join(root, place, 'token'), 'a token');
  await symlink('disk/moved', join(root, 'moved'));
  inside = {
    command: '/bin/sh',
    args: [],
    env: { PATH: process.env.PATH ?? '', HOME: join(root, 'home') },
    folder: join(root, 'design-jury/agents/jury-agent-1-1-AbCdEf'),
    project: join(root, 'project'),
    hidden: [join(root, 'design-jury'), join(root, 'project/data'), join(root, 'moved')],
  };
});
afterEach(() => rm(root, { recursive: true, force: true }));

function does(kind: SandboxKind, script: string): { status: number | null; stdout: string; stderr: string } {
  const { command, args } = insideOf(kind, { ...inside, args: ['-c', script] });
  return spawnSync(command, args, { env: inside.env, encoding: 'utf8' });
}

describe.each(['bubblewrap', 'namespaces'] as const)('%s', (kind) => {
  const probe = (skip: (why: string) => never): void => {
    const { status, stderr } = does(kind, 'exit 0');
    if (status !== 0) skip(`${kind} does not work on this machine: ${stderr?.trim() || 'not installed'}`);
  };

  test('the project is read-only, the private folder and the home are not', async ({ skip }) => {
    probe(skip);
    expect(does(kind, `touch ${inside.project}/x`).status).not.toBe(0);
    expect(existsSync(join(inside.project, 'x'))).toBe(false);
    expect(does(kind, `touch ${inside.folder}/x "$HOME/x"`).status).toBe(0);
    expect([existsSync(join(inside.folder, 'x')), existsSync(join(root, 'home/x'))]).toEqual([true, true]);
  });

  test('no process of ours is seen, and no environment of ours can be read', ({ skip }) => {
    probe(skip);
    process.env.JURY_OUTSIDE = 'planted';
    onTestFinished(() => {
      delete process.env.JURY_OUTSIDE;
    });
    // A process beside it, with something to hide.
    const beside = spawn('sleep', ['30'], { env: { ...process.env }, stdio: 'ignore' });
    onTestFinished(() => void beside.kill('SIGKILL'));
    const seen = does(
      kind,
      'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -c "^JURY_OUTSIDE="; ls /proc | grep -c "^[0-9]"',
    );
    const [planted, processes] = seen.stdout.trim().split('\n').map(Number);
    expect(planted).toBe(0);
    expect(processes).toBeLessThan(10);
  });

  test('everything inside ends with it, also what left its group', async ({ skip }) => {
    probe(skip);
    const mark = join(inside.folder, 'alive');
    const script = `setsid sh -c 'while :; do date +%s%N > ${mark}; sleep 0.05; done' & sleep 60`;
    const { command, args } = insideOf(kind, { ...inside, args: ['-c', script] });
    const child = spawn(command, args, { env: inside.env, stdio: 'ignore' });
    await expect.poll(() => existsSync(mark)).toBe(true);
    child.kill('SIGKILL');
    const isWritten = async (): Promise<boolean> => {
      const last = await readFile(mark, 'utf8');
      await new Promise((resolve) => setTimeout(resolve, 500));
      return (await readFile(mark, 'utf8')) !== last;
    };
    await expect.poll(isWritten).toBe(false);
    // Not only late.
    expect(await isWritten()).toBe(false);
  });
});

describe.each(['bubblewrap', 'namespaces'] as const)('%s without a network', (kind) => {
  const listen = async (server: Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  /** What a program inside gets from each address; its own words for why not. */
  const asks = `for (const url of process.argv.slice(1))
    console.log(await fetch(url).then((answer) => answer.text(), (error) => error.cause?.code ?? error.message));`;

  test('the addresses of the model are reached, under their own names too, and nothing else', async ({
    skip,
  }) => {
    if (does(kind, 'exit 0').status !== 0 || !(await canLimitNetwork(kind)))
      skip(`${kind} gives no network of its own on this machine`);
    const model = await listen(createServer((_, response) => response.end('the model')));
    const other = await listen(createServer((_, response) => response.end('another')));
    // A name that only exists inside is handed on to where the relay is told.
    const reached = [
      { host: '127.0.0.1', port: model },
      { host: 'api.model.invalid', port: 80 },
    ];
    await writeFile(join(inside.folder, HOSTS_FILE), placesOf(reached).hosts);
    const handedOn = { host: '127.0.0.1', port: model };
    const relay = await openRelay(inside.folder, [handedOn, handedOn], uncounted);
    onTestFinished(() => relay.close());
    const urls = [
      `http://127.0.0.1:${model}/`,
      'http://api.model.invalid/',
      `http://127.0.0.1:${other}/`,
      'http://192.0.2.1/',
      'http://other.invalid/',
    ];
    const { command, args } = insideOf(kind, {
      ...inside,
      command: process.execPath,
      args: ['--input-type=module', '-e', asks, ...urls],
      network: reached,
    });
    const child = spawn(command, args, {
      cwd: inside.folder,
      env: inside.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await text(child.stdout);
    expect(said.trim().split('\n')).toEqual([
      'the model',
      'the model',
      'ECONNREFUSED',
      'ENETUNREACH',
      expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    ]);
  });

  test('what it says stays as it was given to it: whoever writes waits for a slow reader', async ({
    skip,
  }) => {
    if (does(kind, 'exit 0').status !== 0 || !(await canLimitNetwork(kind)))
      skip(`${kind} gives no network of its own on this machine`);
    const model = await listen(createServer((_, response) => response.end('the model')));
    const reached = [{ host: '127.0.0.1', port: model }];
    await writeFile(join(inside.folder, HOSTS_FILE), placesOf(reached).hosts);
    const relay = await openRelay(inside.folder, reached, uncounted);
    onTestFinished(() => relay.close());
    const asks = `exec 3<>/dev/tcp/127.0.0.1/${model}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3
      tail -n 1 <&3; echo; cat /proc/self/fdinfo/1`;
    const { command, args } = insideOf(kind, {
      ...inside,
      command: 'bash',
      args: ['-c', asks],
      network: reached,
    });
    const child = spawn(command, args, {
      cwd: inside.folder,
      env: inside.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await text(child.stdout);
    expect(said).toContain('the model');
    const flags = Number.parseInt(/flags:\s*(\d+)/.exec(said)?.[1] ?? '', 8);
    expect(flags & constants.O_NONBLOCK).toBe(0);
  });

  test('its exit code and its grace are its own', async ({ skip }) => {
    if (does(kind, 'exit 0').status !== 0 || !(await canLimitNetwork(kind)))
      skip(`${kind} gives no network of its own on this machine`);
    await writeFile(join(inside.folder, HOSTS_FILE), placesOf([]).hosts);
    const { command, args } = insideOf(kind, { ...inside, args: ['-c', 'exit 7'], network: [] });
    expect(spawnSync(command, args, { cwd: inside.folder, env: inside.env }).status).toBe(7);
  });
});

test('the relay knows the addresses it was given and no others', async () => {
  const relay = await openRelay(inside.folder, [], uncounted);
  onTestFinished(() => relay.close());
  for (const words of ['0\n', 'GET http://127.0.0.1/ HTTP/1.1\r\n', '-1\n', '__proto__\n']) {
    const socket = connect(relative(process.cwd(), join(inside.folder, RELAY_SOCKET)));
    socket.end(words);
    expect(await text(socket).catch(() => ''), words).toBe('');
  }
});

describe('bubblewrap', () => {
  test('what we keep is hidden wherever it lies, also in the project, and the private folder is put back into it', () => {
    const mounts = (more: Partial<Inside>): string[] => {
      const { args } = insideOf('bubblewrap', { ...inside, ...more });
      const at = args.indexOf(inside.project);
      return args.slice(at - 1, args.indexOf('--chdir'));
    };
    const [state, own, moved] = ['design-jury', 'project/data', 'disk/moved'].map((name) => join(root, name));
    expect(mounts({})).toEqual([
      ...['--ro-bind', inside.project, inside.project],
      ...['--tmpfs', state, '--tmpfs', own, '--tmpfs', moved],
      ...['--bind', inside.folder, inside.folder],
    ]);
    // What is not there cannot be hidden; a folder that holds the home or the program must not be.
    expect(mounts({ hidden: [root, '/', '/bin', join(root, 'gone'), 'relative', ''] })).not.toContain(
      '--tmpfs',
    );
  });

  test('/tmp is empty, keys are not there, and nothing else can be written', async ({ skip }) => {
    if (does('bubblewrap', 'exit 0').status !== 0) skip('bubblewrap does not work on this machine');
    const outside = await mkdtemp(join(tmpdir(), 'jury-outside-'));
    try {
      expect(does('bubblewrap', `ls ${outside}`).status).not.toBe(0);
      expect(does('bubblewrap', `cat "$HOME/.ssh/id"`).status).not.toBe(0);
      expect(does('bubblewrap', `echo evil >> "$HOME/.bashrc"`).status).not.toBe(0);
      expect(does('bubblewrap', `cat ${root}/design-jury/runs/token`).status).not.toBe(0);
      for (const place of ['project/data', 'disk/moved', 'moved'])
        expect(does('bubblewrap', `cat ${root}/${place}/token`).status).not.toBe(0);
      expect(does('bubblewrap', `touch ${root}/design-jury/runs/x`).status).not.toBe(0);
      expect(does('bubblewrap', `cat "$HOME/.config/design-jury/keys.json"`).status).not.toBe(0);
      expect(does('bubblewrap', `cat "$HOME/.netrc"`).stdout).toBe('');
      expect(does('bubblewrap', `echo evil > "$HOME/.local/bin/ls"`).status).not.toBe(0);
      expect(existsSync(join(root, 'design-jury/runs/x'))).toBe(false);
      expect(does('bubblewrap', `touch ${root}/x`).status).not.toBe(0);
      expect(await readFile(join(root, 'home/.bashrc'), 'utf8')).toBe('before');
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  test('nobody who starts programs outside for others is there to be asked', async ({ skip }) => {
    if (does('bubblewrap', 'exit 0').status !== 0) skip('bubblewrap does not work on this machine');
    expect(does('bubblewrap', 'ls -A /run/user /run/podman 2>/dev/null | grep -v ":$"').stdout.trim()).toBe(
      '',
    );
    expect(does('bubblewrap', 'find /run -name "docker.sock" -type s -o -name "*bus*" -type s').stdout).toBe(
      '',
    );
  });

  test('a program and a home below /tmp are still there', async ({ skip }) => {
    if (does('bubblewrap', 'exit 0').status !== 0) skip('bubblewrap does not work on this machine');
    const below = await mkdtemp(join(tmpdir(), 'jury-below-'));
    try {
      await mkdir(join(below, 'home'));
      await writeFile(join(below, 'program'), '#!/bin/sh\ntouch "$HOME/written"\n', { mode: 0o755 });
      inside = {
        ...inside,
        command: join(below, 'program'),
        env: { ...inside.env, HOME: join(below, 'home') },
      };
      expect(does('bubblewrap', '').status).toBe(0);
      expect(existsSync(join(below, 'home/written'))).toBe(true);
    } finally {
      await rm(below, { recursive: true });
    }
  });
});

test('the mode is a word of the operator; another word is refused', () => {
  expect(
    [undefined, '', 'off', 'require'].map((OD_AGENT_SANDBOX) => sandboxModeOf({ OD_AGENT_SANDBOX })),
  ).toEqual(['auto', 'auto', 'off', 'require']);
  expect(() => sandboxModeOf({ OD_AGENT_SANDBOX: 'never' })).toThrow(
    'OD_AGENT_SANDBOX is "never"; it takes auto, off or require',
  );
});

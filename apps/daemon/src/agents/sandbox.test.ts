/** What is inside sees and writes what it may, and nothing else. Each kind that works on this machine is tried. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Inside, insideOf, type SandboxKind, sandboxModeOf } from './sandbox.ts';

let root: string;
let inside: Inside;
beforeEach(async () => {
  // Not below /tmp: that is hidden inside, and would hide what is tried.
  root = await mkdtemp(join(process.cwd(), 'node_modules/.cache/jury-sandbox-'));
  for (const name of [
    ...['home/.ssh', 'home/.config/design-jury', 'home/.local/bin', 'project'],
    ...['design-jury/agents/jury-agent-1-1-AbCdEf', 'design-jury/runs'],
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
  await writeFile(join(root, 'design-jury/runs/token'), 'a token');
  inside = {
    command: '/bin/sh',
    args: [],
    env: { PATH: process.env.PATH ?? '', HOME: join(root, 'home') },
    folder: join(root, 'design-jury/agents/jury-agent-1-1-AbCdEf'),
    project: join(root, 'project'),
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
    await new Promise((resolve) => setTimeout(resolve, 500));
    const last = await readFile(mark, 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await readFile(mark, 'utf8')).toBe(last);
  });
});

describe('bubblewrap', () => {
  test('/tmp is empty, keys are not there, and nothing else can be written', async ({ skip }) => {
    if (does('bubblewrap', 'exit 0').status !== 0) skip('bubblewrap does not work on this machine');
    const outside = await mkdtemp(join(tmpdir(), 'jury-outside-'));
    try {
      expect(does('bubblewrap', `ls ${outside}`).status).not.toBe(0);
      expect(does('bubblewrap', `cat "$HOME/.ssh/id"`).status).not.toBe(0);
      expect(does('bubblewrap', `echo evil >> "$HOME/.bashrc"`).status).not.toBe(0);
      expect(does('bubblewrap', `cat ${root}/design-jury/runs/token`).status).not.toBe(0);
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

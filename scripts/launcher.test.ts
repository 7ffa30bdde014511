import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './files.ts';

function jury(args: readonly string[], { program = join(ROOT, 'jury'), path = process.env.PATH ?? '' } = {}) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [program, ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  return { status, stdout, stderr };
}

test('the launcher runs from any folder and keeps stdout to the result', () => {
  expect(jury(['--version'])).toEqual({
    status: 0,
    stdout: 'design-jury 0.1.0 (node 26.10.0)\n',
    stderr: '',
  });
});

test('the launcher finds its home through a chain of symbolic links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jury-link-'));
  try {
    symlinkSync(join(ROOT, 'jury'), join(folder, 'first'));
    symlinkSync('first', join(folder, 'second'));
    expect(jury(['--version'], { program: join(folder, 'second') }).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('--help goes to stdout; an unknown command is one sentence on stderr and exit 2', () => {
  const help = jury(['--help']);
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toContain(`Usage: ${join(ROOT, 'jury')} <command> [options]`);
  expect(jury(['no-such-command'])).toEqual({
    status: 2,
    stdout: '',
    stderr: `jury: "no-such-command" is not a command. See ${join(ROOT, 'jury')} --help.\n`,
  });
});

test('no command at all shows the help on stderr and exits 2', () => {
  const { status, stdout, stderr } = jury([]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: .*jury </m);
});

test.each([
  ['as it was typed', './jury', ROOT, ''],
  ['shortly where it is found by its name', 'jury', tmpdir(), `${ROOT}:`],
])('hints name the launcher %s', (_, typed, cwd, path) => {
  const env = { ...process.env, PATH: `${path}${process.env.PATH}` };
  const { stdout } = spawnSync(typed, ['--help'], { cwd, encoding: 'utf8', env });
  expect(stdout).toContain(`Usage: ${typed} <command> [options]`);
});

const TELLS_WHAT_IS_LOADED = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

test.each(['--help', '--version'])('%s answers at once: no package is loaded for it', (flag) => {
  const hook = `data:text/javascript,${encodeURIComponent(TELLS_WHAT_IS_LOADED)}`;
  const main = join(ROOT, 'apps/daemon/src/main.ts');
  const { stderr } = spawnSync(process.execPath, ['--import', hook, main, flag], { encoding: 'utf8' });
  expect(stderr).toContain('/main.ts\n');
  expect(stderr.split('\n').filter((url) => url.includes('/node_modules/'))).toEqual([]);
});

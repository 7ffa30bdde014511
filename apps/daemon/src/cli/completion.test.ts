/** The scripts that complete commands and flags, run by the shells themselves where they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { run } from './completion.ts';
import { recordingShell } from './test/recording-shell.ts';

async function script(...argv: string[]) {
  const { shell, output, errors } = recordingShell('/');
  return { exit: await run(argv, shell), output: output(), errors: errors() };
}

const has = (program: string): boolean => spawnSync(program, ['-c', 'true']).status === 0;

describe.skipIf(!has('bash'))('bash', () => {
  const completed = async (...words: string[]): Promise<string[]> => {
    const { output } = await script('bash');
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const call = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _jury; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', `${output}\n${call}`], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  };

  test('completes every command by its name', async () => {
    expect(await completed('jury', '')).toEqual(COMMANDS.map(({ name }) => name));
    expect(await completed('jury', 'rev')).toEqual(['review']);
  });

  test('completes the flags of the command that stands there, and leaves words to the files', async () => {
    expect(await completed('jury', 'check', '--bas')).toEqual(['--base', '--baseline']);
    expect(await completed('jury', 'agents', '--base')).toEqual([]);
    expect(await completed('jury', 'check', 'pa')).toEqual([]);
  });
});

test.each(['zsh', 'fish'] as const)('%s reads its script', async (name) => {
  const { output, exit } = await script(name);
  expect(exit).toBe(0);
  for (const command of COMMANDS) expect(output).toContain(command.name);
  expect(output).toContain('update-baseline');
  if (!has(name)) return;
  const checked = spawnSync(name, ['-n'], { input: output, encoding: 'utf8' });
  expect({ status: checked.status, stderr: checked.stderr }).toEqual({ status: 0, stderr: '' });
});

test('refuses a shell it does not know, with the one that was meant', async () => {
  const { exit, errors } = await script('bsh');
  expect(exit).toBe(2);
  expect(errors).toContain('Did you mean "bash"?');
  expect((await script()).errors).toContain('Name one shell');
});

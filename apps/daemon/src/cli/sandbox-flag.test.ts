/** Where an agent's program is started, whoever starts it says in what. */
import { expect, test } from 'vitest';
import { COMMAND_FLAGS, type CommandName } from './command-flags.ts';
import { COMMANDS } from './commands.ts';
import { inProject, sandboxShell } from './panel-flags.ts';
import { recordingShell } from './test/recording-shell.ts';

/** What starts no agent, or starts it in a stage of its own. */
const NO_AGENT: readonly CommandName[] = [
  ...(['init', 'skills', 'db', 'token', 'open', 'replay', 'rejudge', 'key', 'certify', 'verify'] as const),
  ...(['stats', 'witness', 'drill', 'agents', 'conformance', 'data', 'trust', 'logs'] as const),
  ...(['completion', 'uninstall', 'doctor'] as const),
];

test('every command that starts agents takes --sandbox', () => {
  const without = COMMANDS.map(({ name }) => name).filter((name) => !('sandbox' in COMMAND_FLAGS[name]));
  expect(without.toSorted()).toEqual([...NO_AGENT].toSorted());
});

test('the flag wins over the variable, and a word it does not take is refused', () => {
  const { shell } = recordingShell('/', { OD_AGENT_SANDBOX: 'off' });
  expect(sandboxShell(shell, undefined)).toBe(shell);
  expect(sandboxShell(shell, 'require').env.OD_AGENT_SANDBOX).toBe('require');
  expect(() => sandboxShell(shell, 'never')).toThrow('--sandbox is "never"; it takes auto, off, require');
});

test('a folder the user has named as the project stays it', () => {
  expect(inProject({}, '/root').OD_PROJECT_DIR).toBe('/root');
  expect(inProject({ OD_PROJECT_DIR: '/mine' }, '/root').OD_PROJECT_DIR).toBe('/mine');
});

/** One call of every command, in the process of the test, as somebody makes it who has just cloned a checkout. */
import { join } from 'node:path';
import type { CommandName } from '../../command-flags.ts';
import { type Shell, safeEnvironment } from '../../shell.ts';
import { callCommand } from '../jury.ts';
import { recordingShell } from '../recording-shell.ts';

/** A command that is not here fails the test that uses it. */
export const CALLS: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  review: ['index.html', '--plain', '--browser', 'never'],
  run: ['--brief', 'A page for a harbour', '--skill', 'saas-landing', '--plain', '--browser', 'never'],
  skills: [],
  serve: ['--port', '0', '--json'],
  replay: ['transcript.ndjson', '--speed', 'instant'],
  rejudge: ['transcript.ndjson'],
  drill: ['index.html', '--quiet'],
  agents: [],
  conformance: ['--agent', 'claude', '--quiet'],
  converge: ['--task', 'task', '--type', 'error-analysis'],
  'plan-check': ['plan.md'],
  accept: ['--task', 'task'],
  content: ['idea'],
  loop: ['spec.md', '--command', 'spec'],
  doctor: [],
  check: ['index.html'],
  open: [],
  data: [],
  trust: ['--list'],
};

export interface Called {
  code: number;
  said: string;
}

/** `home` is the user's, with their state folder in it; `token` is what their keys are. */
export async function call(
  argv: readonly string[],
  { folder, home, token }: { folder: string; home: string; token: string },
): Promise<Called> {
  const recorded = recordingShell(folder);
  const env = {
    ...recorded.shell.env,
    PATH: [folder, '.', 'bin', join(folder, 'node_modules/.bin'), '/usr/bin', '/bin'].join(':'),
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    GITHUB_TOKEN: token,
    ANTHROPIC_API_KEY: token,
    OPENAI_API_KEY: token,
    CI: '1',
  };
  const shell: Shell = {
    ...recorded.shell,
    env: safeEnvironment(env, folder),
    // A server is ended as soon as it has said where it is.
    onStop(listener) {
      if (argv[0] !== 'serve') return () => {};
      const timer = setInterval(() => recorded.output() !== '' && listener('SIGTERM'), 20);
      return () => clearInterval(timer);
    },
    exitNow: () => {
      throw new Error('left at once');
    },
  };
  const { status, stdout, stderr } = await callCommand(argv, { ...recorded, shell });
  return { code: status, said: stdout + stderr };
}

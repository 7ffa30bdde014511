/** Commands a brief names, run in the project without a shell and with little of our environment. */
import { execFile } from 'node:child_process';
import { MARK_VARIABLE } from '../../agents/process-group.ts';

export interface CommandEnd {
  /** Null when a signal ended it, or it could not be started. */
  code: number | null;
  tail: string;
  /** There is no such program on this machine. */
  isAbsent: boolean;
}

const TIMEOUT_MS = 300_000;
const MAX_OUTPUT = 1_048_576;
const ENV = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', MARK_VARIABLE] as const;

/**
 * One at a time, for two builds in one folder break each other. Who asks for a command that ended well is told so;
 * one that failed is run again for the next who asks, so that a failure two workers share happened twice.
 */
export class CommandRuns {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #well = new Map<string, CommandEnd>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  run(
    command: string,
    project: string,
    signal: AbortSignal,
    say: (message: string) => void,
  ): Promise<CommandEnd> {
    const key = JSON.stringify([project, command]);
    const mine = this.#turn.then(async () => {
      const known = this.#well.get(key);
      if (known !== undefined) return known;
      say(`runs ${command}`);
      const end = await runCommand(command, project, this.#env, signal);
      say(`${command} ended with ${end.code ?? 'a signal'}`);
      if (end.code === 0) this.#well.set(key, end);
      return end;
    });
    this.#turn = mine.catch(() => {});
    return mine;
  }
}

function runCommand(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const [program = '', ...args] = command.split(/\s+/);
  const childEnv = Object.fromEntries(
    ENV.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: childEnv, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT, signal },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, tail: `${stdout}\n${stderr}`.trim(), isAbsent: error?.code === 'ENOENT' });
      },
    );
  });
}

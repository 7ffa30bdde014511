/** Commands a brief names, run in the project without a shell and with little of our environment. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { MARK_VARIABLE } from '../../agents/process-group.ts';
import { listFiles } from './project-look.ts';

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
      const end = await runCommand(command, await folderFor(command, project), this.#env, signal);
      say(`${command} ended with ${end.code ?? 'a signal'}`);
      if (end.code === 0) this.#well.set(key, end);
      return end;
    });
    this.#turn = mine.catch(() => {});
    return mine;
  }
}

/** What a program needs to find where it is started. */
const NEEDED: Readonly<Record<string, string>> = {
  npm: 'package.json',
  npx: 'package.json',
  cargo: 'Cargo.toml',
  go: 'go.mod',
  make: 'Makefile',
};
const FILE = /^(?:\.\/)?[\w@-][\w./@-]*\.\w{1,5}$/;

/** The project, or the one folder of it that has the files a command names: work may lie beside its brief. */
async function folderFor(command: string, project: string): Promise<string> {
  const [program = '', ...args] = command.split(/\s+/);
  const named = args.filter((arg) => FILE.test(arg)).map((arg) => arg.replace(/^\.\//, ''));
  const needed = NEEDED[program];
  const [wanted] = [...named, ...(needed === undefined ? [] : [needed])];
  if (wanted === undefined || wanted.includes('..')) return project;
  const { files } = await listFiles(project);
  if (files.has(wanted)) return project;
  const folders = [...files].filter((file) => file.endsWith(`/${wanted}`));
  const [only] = folders;
  return only === undefined || folders.length > 1
    ? project
    : join(project, only.slice(0, only.length - wanted.length));
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

/** The CLI in a folder of its own: each command in the process of the test, or in one of its own as its users have it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { type OwnProgram, ownAgents } from '../../agents/test/own-agents.ts';
import { dataFolderOf } from '../../home/data-folder.ts';
import { stateHome } from '../../home/places.ts';
import { openStore } from '../../store/database.ts';
import { COMMANDS } from '../commands.ts';
import { type Shell, safeEnvironment } from '../shell.ts';
import { recordingShell } from './recording-shell.ts';

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface Place {
  folder: string;
  write(name: string, content: string | Uint8Array): string;
  /** Where its runs are kept unless a flag says otherwise. */
  dataDir: string;
  /** Lists programs of the user's own. */
  agents(programs: readonly OwnProgram[]): void;
  /** In this process: quicker by far, and the same but for what `main` does. */
  jury(...args: string[]): Promise<Ended>;
  /** In a process of its own. `onText` hears both channels as they come. */
  start(
    args: string[],
    onText?: (text: string, child: ChildProcess) => void,
    more?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
  /** The names of the projects that the calls before have left. */
  projects(): Promise<string[]>;
  [Symbol.dispose](): void;
}

/** What a command returns as its exit code, and what it printed. */
export async function callCommand(
  [name = '', ...argv]: readonly string[],
  { shell, output, errors }: ReturnType<typeof recordingShell>,
): Promise<Ended & { status: number }> {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`there is no command ${name}; start it to see what main says`);
  const { run } = await command.load();
  const status = await (run as (argv: string[], shell: Shell) => Promise<number>)(argv, shell);
  return { status, stdout: output(), stderr: errors() };
}

export function place(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jury-cli-')));
  // Nothing inherited but what finds programs: a verdict must not depend on who runs the tests, or on their browser.
  const surroundings = () => ({
    PATH: process.env.PATH ?? '',
    HOME: folder,
    LANG: 'C.UTF-8',
    OD_BROWSER: '/nonexistent',
  });
  const dataDir = dataFolderOf(folder, stateHome({ HOME: folder }));
  const start: Place['start'] = (args, onText = () => {}, more = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Ended>();
    const child = spawn(process.execPath, [...JURY_PROGRAM, ...args], {
      cwd: folder,
      env: { ...surroundings(), ...COMPILE_CACHE, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = { stdout: '', stderr: '' };
    for (const channel of ['stdout', 'stderr'] as const) {
      child[channel].setEncoding('utf8').on('data', (text: string) => {
        ended[channel] += text;
        onText(text, child);
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...ended }));
    return promise;
  };
  return {
    folder,
    dataDir,
    agents: (programs) => void ownAgents(folder, programs),
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    start,
    jury(...args) {
      const recorded = recordingShell(folder, surroundings());
      const shell = { ...recorded.shell, env: safeEnvironment(recorded.shell.env, folder) };
      return callCommand(args, { ...recorded, shell });
    },
    async projects() {
      const file = join(dataDir, 'jury.db');
      if (!existsSync(file)) return [];
      const store = await openStore(file);
      try {
        return (await store.listProjects()).map(({ name }) => name);
      } finally {
        await store.close();
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const GOOD_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Tide times and berths for small boats in Stavanger harbour, updated every hour.">
<title>Tide times for Stavanger harbour</title>
<style>
body { margin: 0; font: 1rem/1.5 Georgia, serif; color: #222; background: #fff; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
a { color: #0b4f8a; }
a:focus-visible { outline: 3px solid #0b4f8a; }
</style>
</head>
<body>
<main>
<h1>Tide times for Stavanger harbour</h1>
<p>High water is at ten past four this afternoon. The guest berths at the north quay are free.</p>
<p><a href="mailto:harbour@stavanger.example">Write to the harbour office</a></p>
</main>
</body>
</html>
`;

export const POOR_PAGE = `<html>
<head><title>Document</title></head>
<body>
<div style="color:#bbb;background:#fff">Lorem ipsum dolor sit amet, consectetur adipiscing elit.</div>
<a href="#">Click here</a>
<img src="https://via.placeholder.com/400x300">
</body>
</html>
`;

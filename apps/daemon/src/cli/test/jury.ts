/** The CLI as its users have it: a real process, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OwnProgram, ownAgents } from '../../agents/test/own-agents.ts';
import { dataFolderOf } from '../../home/data-folder.ts';
import { stateHome } from '../../home/places.ts';
import { openStore } from '../../store/database.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** Kept between the tests' processes, as the launcher does for its users. */
const COMPILED = join(tmpdir(), 'jury-cli-compiled');

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
  jury(...args: string[]): Promise<Ended>;
  /** `onText` hears both channels as they come. */
  start(args: string[], onText?: (text: string, child: ChildProcess) => void): Promise<Ended>;
  /** The names of the projects that the calls before have left. */
  projects(): Promise<string[]>;
  [Symbol.dispose](): void;
}

export function place(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jury-cli-')));
  const dataDir = dataFolderOf(folder, stateHome({ HOME: folder }));
  const start: Place['start'] = (args, onText = () => {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Ended>();
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      // Nothing inherited but what finds programs: a verdict must not depend on who runs the tests.
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', NODE_COMPILE_CACHE: COMPILED },
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
    jury: (...args) => start(args),
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

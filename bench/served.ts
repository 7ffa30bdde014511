/** A server of a benchmark: a process of its own that tells its address in a line of JSON. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MAIN = join(ROOT, 'apps/daemon/src/main.ts');

/** Ours to choose: the daemon and its clients are both the benchmark's. */
const TOKEN = 'the-token-of-a-benchmark';
export const AUTHORIZED = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

export interface Served {
  url: string;
  child: ChildProcess;
  ended: Promise<void>;
}

export function startDaemon(folder: string, env: Readonly<Record<string, string>>): Promise<Served> {
  return startServer(folder, [MAIN, 'serve', '--port', '0', '--json', '--data', join(folder, 'data')], env);
}

export async function startServer(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', OD_TOKEN: TOKEN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-MAX_TOLD_CHARS);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const url = /"url":"([^"]+)"/.exec(text)?.[1];
    if (url !== undefined) resolve(url);
  });
  const ended = new Promise<void>((gone) => {
    child.on('close', () => {
      reject(new Error(`the server ended: ${told}`));
      gone();
    });
  });
  return { url: await promise, child, ended };
}

const MAX_TOLD_CHARS = 10_000;

/** `jury serve` as a process of its own, on a data folder that other processes share. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { type Place, place } from '../apps/daemon/src/cli/test/jury.ts';
import { enter } from './session.ts';

interface Served {
  url: string;
  entryUrl: string;
  /** Resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Daemon extends AsyncDisposable {
  url: string;
  here: Place;
  /** In a process of its own beside the daemon. */
  jury(...args: string[]): ReturnType<Place['start']>;
  /** Ends the process, as a crash would unless told otherwise, and starts another on the same folder and address. */
  restart(signal?: NodeJS.Signals): Promise<void>;
}

/** @param prepare puts in place what must be there before the daemon is */
export async function openDaemon(
  prepare: (dataDir: string, here: Place) => void | Promise<void> = () => {},
): Promise<Daemon> {
  const here = place();
  const dataDir = join(here.folder, 'data');
  await prepare(dataDir, here);
  let served = await serve(here, dataDir);
  await enter(served.entryUrl);
  return {
    get url() {
      return served.url;
    },
    here,
    jury: (...args) => here.start([...args, '--data', dataDir]),
    async restart(signal = 'SIGKILL') {
      await served.stop(signal);
      served = await serve(here, dataDir, new URL(served.url).port);
    },
    async [Symbol.asyncDispose]() {
      await served.stop();
      here[Symbol.dispose]();
    },
  };
}

async function serve(here: Place, dataDir: string, port = '0'): Promise<Served> {
  const ready = Promise.withResolvers<{ url: string; entryUrl: string; child: ChildProcess }>();
  let told = '';
  const ended = here.start(['serve', '--port', port, '--json', '--data', dataDir], (text, child) => {
    told += text;
    const [, url, entryUrl] = /"url":"([^"]+)","entryUrl":"([^"]+)"/.exec(told) ?? [];
    if (url !== undefined && entryUrl !== undefined) ready.resolve({ url, entryUrl, child });
  });
  ended.then(({ stderr }) => ready.reject(new Error(stderr)), ready.reject);
  const { url, entryUrl, child } = await ready.promise;
  return {
    url,
    entryUrl,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/**
 * The daemon's second door: a socket in the data folder, for programs of the same user. Its folder is closed to others,
 * so it needs no token. Where the path is too long for a socket, or the disk has none, it lies in a short private folder.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, realpath, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../make-folders.ts';

/** What every system takes; some take a few more. */
const MAX_PATH_BYTES = 100;
const OTHERS = 0o077;
const SHORT_FOLDER = '/tmp';
const CONNECT_MS = 2_000;

export type OwnSocket = { path: string } | { path: null; problem: string };

/** Where a daemon on this folder has its socket, the likelier place first. */
export async function socketPaths(dataDir: string): Promise<string[]> {
  const uid = process.getuid?.();
  if (uid === undefined) return [];
  const own = await realpath(dataDir).catch(() => dataDir);
  const name = createHash('sha256').update(own).digest('hex').slice(0, 16);
  const paths = [join(own, 'run', 'jury.sock'), join(SHORT_FOLDER, `design-jury-${uid}`, `${name}.sock`)];
  return paths.filter((path) => Buffer.byteLength(path) <= MAX_PATH_BYTES);
}

/** Whether the socket is in a folder that nobody else could have put it into. */
export async function isOwnSocket(path: string): Promise<boolean> {
  const [folder, socket] = await Promise.all(
    [lstat(dirname(path)), lstat(path)].map((found) => found.catch(() => null)),
  );
  if (folder == null || socket == null || !socket.isSocket()) return false;
  return isPrivate(folder) && socket.uid === process.getuid?.();
}

export async function listenOnSocket(server: Server, dataDir: string): Promise<OwnSocket> {
  let problem = 'this system has no sockets in folders';
  for (const path of await socketPaths(dataDir)) {
    try {
      await makeFolders(dirname(path), 0o700);
      if (!isPrivate(await lstat(dirname(path))))
        throw new Error(`${dirname(path)} is not this user's alone`);
      if (await answers(path)) return { path: null, problem: 'another daemon on this data folder has it' };
      await unlink(path).catch(() => {});
      server.listen({ path });
      await once(server, 'listening');
      await chmod(path, 0o600);
      return { path };
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  return { path: null, problem };
}

function isPrivate(folder: Awaited<ReturnType<typeof lstat>>): boolean {
  return folder.isDirectory() && folder.uid === process.getuid?.() && (Number(folder.mode) & OTHERS) === 0;
}

/** A socket that a killed process left behind refuses. */
async function answers(path: string): Promise<boolean> {
  const socket = connect({ path, timeout: CONNECT_MS });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('timeout', () => resolve(true));
  socket.once('error', () => resolve(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

/**
 * A real PostgreSQL on a port of its own, in a folder of its own. It refuses to run as root: there it runs as the user
 * `postgres` that its package makes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface PostgresServer {
  /** Of a new database, empty or as another is now. */
  database(like?: string): Promise<string>;
  /** Of one that has this name. */
  urlOf(database: string): string;
  readonly folder: string;
  start(): Promise<void>;
  /** Its open transactions are given up, its clients cut off. */
  stop(): Promise<void>;
  /** Ended at once, as by a power cut. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

const FOLDERS = ['/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/15/bin'];

function program(name: string): string | null {
  for (const folder of [...FOLDERS, ...(process.env.PATH ?? '').split(delimiter)]) {
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Why there is none here; null when there is. */
export function noPostgres(): string | null {
  return program('initdb') === null
    ? 'PostgreSQL is not installed (on Debian: the package postgresql)'
    : null;
}

/** The user that runs it, where we are root. */
function runner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const ids = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid: ids[0] ?? 0, gid: ids[1] ?? 0 };
}

export interface ServerSettings {
  /** More lines of its configuration. @default none */
  settings?: Record<string, string>;
  /** Where its folder is made. @default the temporary folder */
  within?: string;
}

export async function postgresServer({
  settings = {},
  within = tmpdir(),
}: ServerSettings = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(within, 'jury-postgres-'));
  const user = runner();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = user === null ? {} : user;
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
  const data = join(folder, 'data');
  const args = ['-D', data, '-U', 'jury', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'];
  execFileSync(program('initdb') ?? '', args, {
    ...as,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const port = await freePort();
  const urlOf = (database: string): string => `postgres://jury@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | null = null;
  let databases = 0;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null) return;
    const over = once(child, 'exit');
    child.kill(signal);
    await over;
    child = null;
  };
  const start = async (): Promise<void> => {
    const given = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      // What is tested is what survives the end of a process, not of the machine.
      fsync: 'off',
      max_connections: '100',
      shared_buffers: '64MB',
      ...settings,
    };
    const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawn(program('postgres') ?? '', ['-D', data, ...flags], {
      ...as,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-4_000);
    });
    for (let tries = 0; !(await answers(urlOf('postgres'))); tries++) {
      if (tries > 600 || child.exitCode !== null) throw new Error(`postgres did not start: ${said}`);
      await delay(25);
    }
  };
  await start();
  return {
    folder,
    urlOf,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    async database(like) {
      const name = `jury_${++databases}_${process.pid}`;
      const template = like === undefined ? null : new URL(like).pathname.slice(1);
      // A database cannot be copied while somebody is connected to it; whoever still is has nothing to do there.
      if (template !== null)
        await query(
          urlOf('postgres'),
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
        );
      await query(
        urlOf('postgres'),
        `create database ${name}${template === null ? '' : ` template ${template}`}`,
      );
      return urlOf(name);
    },
    async remove() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}

/** A connection of the caller's own, with nothing of ours. */
export async function plainClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function query(url: string, text: string): Promise<void> {
  const client = await plainClient(url);
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A real Redis on a port of its own, in a folder of its own, that keeps every write. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** Ended at once, as by a power cut. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Why there is none here; null when there is. */
export function noRedis(): string | null {
  return program() === null ? 'redis-server is not installed (on Debian: the package redis-server)' : null;
}

function program(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      const path = join(folder, 'redis-server');
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

export async function redisServer(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-redis-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const over = once(child, 'exit');
    child.kill('SIGKILL');
    await over;
    child = null;
  };
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    child = spawn(program() ?? '', [...args, '--appendonly', 'yes', '--appendfsync', 'always'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout?.on('data', (text) => (said += text));
    for (let tries = 0; !said.includes('Ready to accept connections'); tries++) {
      if (tries > 600) throw new Error(`redis-server did not start: ${said}`);
      await delay(50);
    }
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

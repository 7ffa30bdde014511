/** What stands around an agent in its sandbox shares two descriptors with it, and leaves them as they are. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openRelay, RELAY_SOCKET } from './network-relay.ts';
import { QuestionCount } from './question-count.ts';

const INSIDE = fileURLToPath(new URL('./network-inside.mjs', import.meta.url));
const NON_BLOCKING = 0o4000;

const uncounted = new QuestionCount(() => {});

/** Told to, says how its standard output and error are opened: not by Node, which would open them its own way. */
const AGENT = ['/bin/sh', '-c', 'echo ready; read _; cat /proc/self/fdinfo/1 /proc/self/fdinfo/2 >&2'];

test('an agent whose model was asked through the relay still writes to descriptors that block', async ({
  skip,
}) => {
  if (process.platform !== 'linux') skip('the sandbox is of Linux');
  const folder = await mkdtemp(join(tmpdir(), 'jury-inside-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const model = createServer((socket) => socket.end('an answer\n'));
  const port = await listening(model);
  const free = createServer();
  const place = await listening(free);
  await new Promise((resolve) => free.close(resolve));
  const relay = await openRelay(folder, [{ host: '127.0.0.1', port }], uncounted);
  onTestFinished(async () => {
    await relay.close();
    model.close();
  });
  const spec = JSON.stringify({ socket: RELAY_SOCKET, places: [{ at: '127.0.0.1', port: place, index: 0 }] });
  const child = spawn(process.execPath, [INSIDE, spec, ...AGENT], { cwd: folder });
  await once(child.stdout, 'data');
  expect(await text(connect(place, '127.0.0.1'))).toBe('an answer\n');
  child.stdin.end('\n');
  const said = await text(child.stderr);
  const flags = [...said.matchAll(/flags:\s*(\d+)/g)].map(([, octal = '']) => Number.parseInt(octal, 8));
  expect(flags).toHaveLength(2);
  for (const flag of flags) expect(flag & NON_BLOCKING).toBe(0);
});

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

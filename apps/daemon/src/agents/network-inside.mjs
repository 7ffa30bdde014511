/**
 * Runs inside of the sandbox, before the agent and around it: gives the addresses that the agent may reach places of
 * their own on its loopback, and hands whoever connects there on to the relay outside. Plain JavaScript without imports
 * of ours: it is started by file name, with nothing but Node.
 *
 * Arguments: a JSON document `{ socket, places: [{ at, port, index }] }`, the command, its arguments.
 */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

/**
 * The agent writes to the same two descriptors. Where a module of Node only looks at `process.stdout`, as `pipe` does, it
 * makes them non-blocking for both, and an agent that expects them to block loses its words once its reader is slow.
 */
for (const name of ['stdout', 'stderr']) Object.defineProperty(process, name, { value: null });

const [spec = '{}', command = '', ...args] = process.argv.slice(2);
const { socket, places } = JSON.parse(spec);

for (const { at, port, index } of places) {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const out = connect({ path: socket, allowHalfOpen: true });
    out.write(`${index}\n`);
    client.pipe(out).on('error', () => client.destroy());
    out.pipe(client).on('error', () => out.destroy());
    client.on('close', () => out.destroy());
    out.on('close', () => client.destroy());
  });
  await new Promise((resolve, reject) => {
    // A machine without the second kind of addresses has nobody who asks for one.
    server.once('error', (error) => (at.includes(':') ? resolve() : reject(error)));
    server.listen(port, at, resolve);
  });
}

// The agent is told by the same signal, and is waited for.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
const child = spawn(command, args, { stdio: 'inherit' });
child.on('error', (error) => {
  writeSync(2, `${error.message}\n`);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]));

/**
 * The only way out of a sandbox without a network: a socket in the agent's private folder, and behind it the addresses
 * it may reach, each by its number. Bytes pass as they are, so that encryption and certificates stay the agent's own.
 */
import { open } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import type { Address } from './model-addresses.ts';
import type { CountedConnection, QuestionCount } from './question-count.ts';

/** In the private folder, which is the working directory inside: a relative name is never too long for a socket. */
export const RELAY_SOCKET = 'network.sock';

/** One agent's connections at a time; whoever needs more than this is not asking a model. */
const MAX_CONNECTIONS = 64;
const LONGEST_NUMBER = 8;

export interface Relay {
  close(): Promise<void>;
}

export async function openRelay(
  folder: string,
  addresses: readonly Address[],
  questions: QuestionCount,
): Promise<Relay> {
  const live = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    live.add(inside);
    inside.on('close', () => live.delete(inside));
    inside.on('error', () => inside.destroy());
    if (live.size > MAX_CONNECTIONS) inside.destroy();
    else firstLine(inside, (number) => handOn(inside, addresses[Number(number)], questions.connection()));
  });
  // By the folder's descriptor: the name of a socket may have no more than some hundred letters, and a home may have more.
  const handle = await open(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(`/proc/self/fd/${handle.fd}/${RELAY_SOCKET}`, resolve);
    });
  } catch (error) {
    await handle.close();
    throw error;
  }
  // Nobody waits for an agent because of it.
  server.unref();
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of live) socket.destroy();
      await closed;
      await handle.close();
    },
  };
}

function handOn(inside: Socket, address: Address | undefined, counted: CountedConnection): void {
  if (address === undefined) {
    inside.destroy();
    return;
  }
  const out = connect({ host: address.host, port: address.port, allowHalfOpen: true });
  out.on('error', () => inside.destroy());
  out.on('close', () => inside.destroy());
  inside.on('close', () => out.destroy());
  // Before the pipe hears of it.
  inside.on('data', (bytes: Buffer) => {
    if (!counted.sends(bytes.length)) out.destroy();
  });
  out.on('data', (bytes: Buffer) => counted.hears(bytes.length));
  inside.pipe(out);
  out.pipe(inside);
}

/** What stands before the first line break; more than a number does not belong there. */
function firstLine(socket: Socket, then: (line: string) => void): void {
  let held = Buffer.alloc(0);
  const read = (bytes: Buffer): void => {
    held = Buffer.concat([held, bytes]);
    const end = held.indexOf(0x0a);
    if (end === -1 ? held.length > LONGEST_NUMBER : end > LONGEST_NUMBER) {
      socket.destroy();
      return;
    }
    if (end === -1) return;
    socket.off('data', read);
    socket.pause();
    socket.unshift(held.subarray(end + 1));
    then(held.subarray(0, end).toString('latin1'));
  };
  socket.on('data', read);
}

/**
 * A program that furnishes its home when it is started for the first time does that alone: several at once would write
 * over each other. The first one to be heard has done it, and then all others of this process may come; another process
 * waits for it, and then starts its own first one.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent, AgentSession } from './session.ts';

/** A first start that is not heard of by then no longer holds up the others. */
const LONGEST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

interface Gate {
  isOpen: boolean;
  last: Promise<void>;
}

/** By program and home, for this process. */
const gates = new Map<string, Gate>();

/** `home`: what is furnished; those with the same one wait for each other. */
export function aloneAtFirst(agent: Agent, home: string): Agent {
  return {
    ...agent,
    async open(request, signal) {
      const gate = gates.get(home) ?? { isOpen: false, last: Promise.resolve() };
      gates.set(home, gate);
      if (gate.isOpen) return agent.open(request, signal);
      const before = gate.last;
      const mine = Promise.withResolvers<void>();
      gate.last = before.then(() => mine.promise);
      await Promise.race([before, aborted(signal)]);
      if (gate.isOpen || signal.aborted) {
        mine.resolve();
        return agent.open(request, signal);
      }
      const release = await takeTurn(home, signal);
      const patience = setTimeout(() => leave(false), LONGEST_WAIT_MS);
      const leave = (heard: boolean): void => {
        gate.isOpen ||= heard;
        clearTimeout(patience);
        release();
        mine.resolve();
      };
      try {
        return watched(await agent.open(request, signal), leave);
      } catch (error) {
        leave(false);
        throw error;
      }
    },
  };
}

/**
 * Among the processes of this user: whoever listens under the name has the turn. The kernel gives the name back when its
 * holder ends, however it ends. Where there are no such names, or none is given back in time, nobody waits.
 */
export async function takeTurn(home: string, signal: AbortSignal): Promise<() => void> {
  if (process.platform !== 'linux') return () => {};
  const own = createHash('sha256').update(`${process.getuid?.()}\n${home}`).digest('hex');
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!signal.aborted && Date.now() < deadline) {
    const server = await listenAt(`\0design-jury-first-start-${own}`);
    if (server !== null) return () => server.close();
    await delay(LOOK_EVERY_MS);
  }
  return () => {};
}

/** Null where another has the name. */
function listenAt(path: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', () => resolve(null));
    server.listen({ path }, () => resolve(server));
  });
}

function watched(session: AgentSession, leave: (heard: boolean) => void): AgentSession {
  return {
    interrupt: () => session.interrupt(),
    async close() {
      const exit = await session.close();
      leave(false);
      return exit;
    },
    async *send(turn) {
      for await (const delta of session.send(turn)) {
        if (delta.type === 'text' || delta.type === 'thinking' || delta.type === 'usage') leave(true);
        yield delta;
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

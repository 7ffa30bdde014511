/**
 * A program that furnishes its home when it is started for the first time does that alone: several at once would write
 * over each other. The first one to be heard has done it, and then all others may come.
 */
import type { Agent, AgentSession } from './session.ts';

/** A first start that is not heard of by then no longer holds up the others. */
const LONGEST_WAIT_MS = 20_000;

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
      const patience = setTimeout(() => mine.resolve(), LONGEST_WAIT_MS);
      const leave = (heard: boolean): void => {
        gate.isOpen ||= heard;
        clearTimeout(patience);
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

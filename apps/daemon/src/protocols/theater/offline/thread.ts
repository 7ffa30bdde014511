/** A measuring thread: plays one grounded session after the other for the thread that started it. */
import { parentPort } from 'node:worker_threads';
import type { AgentDelta, AgentSession } from '../../../agents/session.ts';
import type { BrowserFacts, BrowserInput } from '../../../measure/browser/facts.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import { openHere } from './grounded-agent.ts';
import type { BrowserCall, FromThread, Question, ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('thread.ts is started by threads.ts');

const say = (message: FromThread): void => port.postMessage(message);
let session: AgentSession | null = null;
let turn: AsyncIterator<AgentDelta> | null = null;
const calls = new Map<number, PromiseWithResolvers<unknown>>();
let lastCall = 0;

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'interrupt':
      session?.interrupt();
      return;
    case 'browser': {
      const call = calls.get(message.id);
      calls.delete(message.id);
      if (message.answer.ok) call?.resolve(message.answer.value);
      else call?.reject(new Error(message.answer.message));
      return;
    }
    default:
      answer(message).then(
        (delta) => say({ type: 'answer', delta }),
        (error: unknown) =>
          say({ type: 'failure', message: error instanceof Error ? error.message : String(error) }),
      );
  }
});

async function answer(question: Question): Promise<AgentDelta | null> {
  switch (question.type) {
    case 'open': {
      const { browser: when, ...options } = question.options;
      const browser = when === null ? null : { meter: farMeter, when };
      // Asked to stop from outside by `interrupt` and `close`; a signal cannot be sent.
      session = openHere(question.subject, { ...options, browser }, new AbortController().signal);
      return null;
    }
    case 'send':
      turn = session?.send(question.turn)[Symbol.asyncIterator]() ?? null;
      return null;
    case 'next': {
      const next = await turn?.next();
      return next === undefined || next.done === true ? null : next.value;
    }
    case 'close':
      await session?.close();
      session = null;
      turn = null;
      return null;
  }
}

/** The browser belongs to the main thread. Its answers are ours, so they are taken as what they were sent as. */
const farMeter: Meter = {
  measure: (input: BrowserInput) => ask({ method: 'measure', input }) as Promise<BrowserFacts>,
  pixelChange: (before, after) => ask({ method: 'pixelChange', before, after }) as Promise<number>,
};

function ask(call: BrowserCall): Promise<unknown> {
  lastCall += 1;
  const pending = Promise.withResolvers<unknown>();
  calls.set(lastCall, pending);
  say({ type: 'browser', id: lastCall, call });
  return pending.promise;
}

/** A grounded session as the task of a measuring thread. */
import type { AgentDelta } from '../../../agents/session.ts';
import type { BrowserFacts } from '../../../measure/browser/facts.ts';
import type { BrowserCall } from '../../../measure/browser/host-task.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import type { Outside, StartTask } from '../../../measure/threads/messages.ts';
import { openHere } from './grounded-session.ts';
import type { SessionInput, SessionQuestion } from './session-messages.ts';

/** What comes in was sent by `ThreadSession`, and is taken as what it was sent as. */
export const startTask: StartTask = (input, outside) => {
  const { subject, options } = input as SessionInput;
  const { browser: when, ...rest } = options;
  const browser = when === null ? null : { meter: farMeter(outside), when };
  // Asked to stop from outside by `interrupt` and `close`; a signal cannot be sent.
  const session = openHere(subject, { ...rest, browser }, new AbortController().signal);
  let turn: AsyncIterator<AgentDelta> | null = null;
  return {
    async answer(asked) {
      const question = asked as SessionQuestion;
      if (question.type === 'send') {
        turn = session.send(question.turn)[Symbol.asyncIterator]();
        return null;
      }
      return turn === null ? null : nextOf(turn);
    },
    interrupt: () => session.interrupt(),
    close: () => session.close(),
  };
};

/** What is said without delay, as one; a notice goes at once, because what it tells of takes long. */
async function nextOf(turn: AsyncIterator<AgentDelta>): Promise<AgentDelta[] | null> {
  const said: AgentDelta[] = [];
  for (;;) {
    const next = await turn.next();
    if (next.done === true) return said.length === 0 ? null : said;
    said.push(next.value);
    if (next.value.type !== 'text' && next.value.type !== 'abstain') return said;
  }
}

/** The browser belongs to the main thread. */
function farMeter(outside: Outside): Meter {
  const ask = (call: BrowserCall): Promise<unknown> => outside(call);
  return {
    measure: (input) => ask({ method: 'measure', input }) as Promise<BrowserFacts>,
    pixelChange: (before, after) => ask({ method: 'pixelChange', before, after }) as Promise<number>,
  };
}

/** A fifth protocol: counts up by steps, asks a person at one of them, and does one of them exactly once. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Protocol } from '../protocol.ts';

const RequestSchema = z.object({
  steps: z.int().min(1),
  askAt: z.int().nullable(),
  stepMs: z.number(),
});
export type ToyRequest = z.infer<typeof RequestSchema>;

interface ToyState {
  count: number;
  answer: string | null;
  over: 'counted' | 'cancelled' | null;
}
type ToyInput = { type: 'counted'; n: number } | { type: 'answered'; choice: string } | { type: 'cancelled' };
type ToyEffect = { type: 'count'; n: number } | { type: 'ask' };
type ToyEvent =
  | { type: 'toy.started'; steps: number }
  | { type: 'toy.counted'; n: number }
  | { type: 'toy.answered'; choice: string };

const QUESTION = {
  id: 'go-on',
  key: 'toy go on',
  question: 'Go on?',
  issue: 'half way',
  why: '',
  options: [
    { label: 'Yes', description: '', pro: '', con: '' },
    { label: 'No', description: '', pro: '', con: '' },
  ],
};

function next({ count, answer }: ToyState, { steps, askAt }: ToyRequest): ToyEffect[] {
  if (askAt === count && answer === null) return [{ type: 'ask' }];
  return count < steps ? [{ type: 'count', n: count + 1 }] : [];
}

export const toyProtocol: Protocol<ToyRequest, ToyState, ToyInput, ToyEffect, ToyEvent> = {
  id: 'toy',
  resumable: true,
  parseRequest: (stored) => RequestSchema.parse(stored),
  begin({ request }) {
    const state: ToyState = { count: 0, answer: null, over: null };
    const started: ToyEvent = { type: 'toy.started', steps: request.steps };
    return [state, [{ type: 'emit', event: started }, ...next(state, request)]];
  },
  transition(state, input, { request }) {
    switch (input.type) {
      case 'counted': {
        if (input.n !== state.count + 1) return [state, []];
        const counted: ToyState = {
          ...state,
          count: input.n,
          over: input.n === request.steps ? 'counted' : null,
        };
        const said: ToyEvent = { type: 'toy.counted', n: input.n };
        return [counted, [{ type: 'emit', event: said }, ...next(counted, request)]];
      }
      case 'answered': {
        const answered = { ...state, answer: input.choice };
        const said: ToyEvent = { type: 'toy.answered', choice: input.choice };
        return [answered, [{ type: 'emit', event: said }, ...next(answered, request)]];
      }
      case 'cancelled':
        return [{ ...state, over: 'cancelled' }, []];
    }
  },
  pending: (state, { request }) => next(state, request),
  async perform(effect, context) {
    if (effect.type === 'ask') {
      const asked = await context.ask([QUESTION], { terminal: null, waits: false, onUnattended: 'pause' });
      if (asked.status === 'waiting') return { park: 'waiting', reason: 'a question is open' };
      const [answered] = asked.answers.values();
      return context.feed({ type: 'answered', choice: String(answered?.answer.choice) });
    }
    await delay(context.request.stepMs, undefined, { signal: context.signal }).catch(() => {});
    if (context.signal.aborted) return;
    // Once: whoever repeats the step finds it done.
    const file = join(context.folder, 'steps.txt');
    const done = await readFile(file, 'utf8').catch(() => '');
    if (!done.split('\n').includes(`step ${effect.n}`)) await appendFile(file, `step ${effect.n}\n`);
    return context.feed({ type: 'counted', n: effect.n });
  },
  stopped: (ending) =>
    ending.type === 'interrupted' && ending.recoveryReason !== null
      ? { park: 'paused', reason: ending.recoveryReason }
      : { type: 'cancelled' },
  ending: ({ over }) =>
    over === null
      ? null
      : { state: 'ended', outcome: over, exitCode: over === 'counted' ? 0 : 130, cause: null },
  view: {
    initial: { events: 0 },
    fold: (view) => ({ events: (view as { events: number }).events + 1 }),
  },
};

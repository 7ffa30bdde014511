/**
 * A program is asked a second time where its first failure may pass: a limit of a moment, a stream that was cut, a
 * process that did not come up. Its own retries are turned off or cannot be bounded, so this one is ours: once for a
 * turn, a few times for a session, told with a notice.
 *
 * What was said before a second try is withdrawn (`restart`). Whoever has judged part of it by then holds the new
 * text to the old words, as with every restart.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import { namingPage } from './decoders/error-kind.ts';
import {
  type Agent,
  type AgentDelta,
  type AgentExit,
  type AgentRequest,
  type AgentSession,
  type AgentTurn,
  AgentUnavailableError,
} from './session.ts';
import { UNCOUNTED } from './spending.ts';

export interface SecondTryPolicy {
  /** Turns of one session that are asked twice. */
  maxPerSession: number;
  waitMs: number;
  /** After a limit was met, and nobody said for how long. */
  limitedWaitMs: number;
  /** It asks its model more than it tells the use of. @default false */
  usageIsLeast?: boolean;
}

export const SECOND_TRY: SecondTryPolicy = { maxPerSession: 3, waitMs: 500, limitedWaitMs: 2_000 };

type Failure = Extract<AgentDelta, { type: 'error' }>;

/** What another try may mend. A key, a refusal or a prompt that is too long stays what it is. */
const PASSING: ReadonlySet<AgentErrorKind> = new Set([
  'rate_limit',
  'server',
  'connection',
  'cut',
  'exit',
] satisfies AgentErrorKind[]);
/** Refused before the model was asked: nothing was used. */
const FREE: ReadonlySet<AgentErrorKind> = new Set(['rate_limit', 'auth', 'too_long']);

/** A program that is not there will not be there in half a second either. */
const NOT_THERE = /ENOENT|EACCES|ENOEXEC|cannot be made safe/;

export function withSecondTry(agent: Agent, policy: SecondTryPolicy = SECOND_TRY): Agent {
  return {
    ...agent,
    async open(request, signal) {
      const first = await agent.open(request, signal).catch(async (error: unknown) => {
        if (!(error instanceof AgentUnavailableError) || signal.aborted || NOT_THERE.test(error.message))
          throw error;
        await delay(policy.waitMs, null, { signal }).catch(() => {});
        return agent.open(request, signal);
      });
      return new TwiceAskedSession(agent, request, signal, policy, first);
    },
  };
}

class TwiceAskedSession implements AgentSession {
  readonly #agent: Agent;
  readonly #request: AgentRequest;
  readonly #signal: AbortSignal;
  readonly #policy: SecondTryPolicy;
  #session: AgentSession;
  /** A fresh one that is on its way. */
  #opening: Promise<AgentSession> | null = null;
  #stop = new AbortController();
  #turns = 0;
  #retried = 0;
  #closing: Promise<AgentExit> | null = null;

  constructor(
    agent: Agent,
    request: AgentRequest,
    signal: AbortSignal,
    policy: SecondTryPolicy,
    first: AgentSession,
  ) {
    this.#agent = agent;
    this.#request = request;
    this.#signal = signal;
    this.#policy = policy;
    this.#session = first;
  }

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    this.#stop = new AbortController();
    this.#turns++;
    const first = yield* this.#try(turn);
    if (first === null) return;
    const { failure, hasSpoken } = first;
    if (!this.#mayAskAgain(failure)) {
      yield failure;
      return;
    }
    this.#retried++;
    const waitMs = failure.kind === 'rate_limit' ? this.#policy.limitedWaitMs : this.#policy.waitMs;
    yield notice(failure, waitMs);
    await delay(waitMs, null, { signal: this.#stopSignal }).catch(() => {});
    if (this.#isStopped) return;
    if (hasSpoken) yield { type: 'restart', message: `${this.#agent.name} is asked again` };
    const problem = await this.#renew();
    if (this.#isStopped) return;
    if (problem !== null) {
      yield { type: 'error', kind: 'other', message: problem };
      return;
    }
    const second = yield* this.#try(turn);
    if (second !== null) yield second.failure;
  }

  /** Null when there is nothing more to say. */
  async *#try(
    turn: AgentTurn,
  ): AsyncGenerator<AgentDelta, { failure: Failure; hasSpoken: boolean } | null, undefined> {
    let hasSpoken = false;
    let isLeast = this.#policy.usageIsLeast === true;
    for await (const delta of this.#session.send(turn)) {
      if (delta.type === 'error') {
        // What it told until then may not be all.
        if (this.#agent.capabilities.usage && !FREE.has(delta.kind)) yield UNCOUNTED;
        return { failure: { ...delta, message: namingPage(delta.message) }, hasSpoken };
      }
      if (delta.type === 'text') hasSpoken = true;
      if (delta.type === 'restart') {
        hasSpoken = false;
        // The program has asked its model again by itself: of an answer that broke off nobody told the whole use.
        isLeast = true;
      }
      yield delta.type === 'usage' && isLeast ? { ...delta, atLeast: true } : delta;
    }
    return null;
  }

  #mayAskAgain({ kind, final }: Failure): boolean {
    return (
      PASSING.has(kind) && final !== true && this.#retried < this.#policy.maxPerSession && !this.#isStopped
    );
  }

  /** A conversation that has only begun is begun anew; a later one goes on, for it remembers. Says what is wrong. */
  async #renew(): Promise<string | null> {
    if (this.#turns > 1) return null;
    await this.#session.close();
    if (this.#closing !== null) return null;
    this.#opening = this.#agent.open(this.#request, this.#signal);
    try {
      this.#session = await this.#opening;
      return null;
    } catch (error) {
      return (error as Error).message;
    } finally {
      this.#opening = null;
    }
  }

  get #stopSignal(): AbortSignal {
    return AbortSignal.any([this.#stop.signal, this.#signal]);
  }

  get #isStopped(): boolean {
    return this.#stopSignal.aborted || this.#closing !== null;
  }

  interrupt(): void {
    this.#stop.abort();
    this.#session.interrupt();
  }

  close(): Promise<AgentExit> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<AgentExit> {
    this.#stop.abort();
    const late = await this.#opening?.catch(() => null);
    if (late != null && late !== this.#session) await late.close();
    return this.#session.close();
  }
}

function notice({ kind, message }: Failure, waitMs: number): AgentDelta {
  const again = `asking again in ${Math.max(1, Math.round(waitMs / 1_000))} s (2 of 2)`;
  return {
    type: 'notice',
    kind: kind === 'rate_limit' ? 'rate_limit' : 'retry',
    message: `${message}; ${again}`,
    retryAfterMs: waitMs,
  };
}

/** A conversation with a model over its API: its memory is the list of messages, sent whole with every turn. */
import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageModel, ModelMessage } from 'ai';
import { costOf } from '../prices.ts';
import type { Redactor } from '../redact.ts';
import type { AgentDelta, AgentExit, AgentSession, AgentTurn } from '../session.ts';
import { UNCOUNTED } from '../spending.ts';
import { answerOf } from './answer.ts';
import type { ModelFailure } from './failure.ts';
import type { Heartbeat } from './heartbeat.ts';
import { type RetryPolicy, waitBeforeRetry } from './retry.ts';

export interface ModelConversation {
  provider: string;
  /** What prices are looked up by, and messages name. */
  providerName: string;
  modelId: string;
  model: LanguageModel;
  redactor: Redactor;
  /** A variable or a file, for whoever has to put it right. Null: none was sent. */
  keyFrom: string | null;
  retry: RetryPolicy;
  heartbeat: Heartbeat;
  history: readonly { role: 'user' | 'assistant'; content: string }[];
  instructions: string | null;
  temperature: number | null;
}

const NO_PROCESS: AgentExit = { code: 0, signal: null, stderrTail: '' };
/** Every turn repeats the conversation: what came before the mark is then read from the provider's cache. */
const CACHED: NonNullable<ModelMessage['providerOptions']> = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
};
/** While waiting for a provider nothing arrives; this keeps the wait from being taken for a stall. */
const WAITING_SIGN_MS = 5_000;

export class ModelSession implements AgentSession {
  readonly #conversation: ModelConversation;
  readonly #messages: ModelMessage[];
  readonly #run: AbortSignal;
  #turn = new AbortController();
  #closed = false;
  /** Requests beyond one for each turn. */
  #extra = 0;

  constructor(conversation: ModelConversation, run: AbortSignal) {
    this.#conversation = conversation;
    this.#messages = [...conversation.history];
    this.#run = run;
  }

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    if (this.#closed) {
      yield { type: 'error', kind: 'other', message: 'the session is closed' };
      return;
    }
    this.#turn = new AbortController();
    const signal = AbortSignal.any([this.#turn.signal, this.#run]);
    if (signal.aborted) return;
    const asked: ModelMessage = { role: 'user', content: turn.prompt, providerOptions: CACHED };
    const asking = turn.kind === 'ask' ? turn : null;
    let shown = 0;
    for (let attempt = 1; ; attempt++) {
      const said = yield* this.#ask([...this.#messages, asked], asking, signal);
      if (said.failure === null) {
        if (signal.aborted) return;
        this.#messages.push(
          { role: 'user', content: turn.prompt },
          { role: 'assistant', content: said.text },
        );
        yield { type: 'end' };
        return;
      }
      if (said.text !== '') shown++;
      if (!said.counted && said.failure.kind === 'cut') yield UNCOUNTED;
      const tried = { attempt, shown, extra: this.#extra };
      const wait = waitBeforeRetry(said.failure, tried, this.#conversation.retry);
      if (wait === null) {
        yield this.#error(said.failure);
        return;
      }
      this.#extra++;
      yield this.#notice(said.failure, wait, attempt);
      yield* waitFor(wait, signal);
      if (signal.aborted) return;
      if (said.text !== '')
        yield { type: 'restart', message: `${this.#conversation.providerName} is asked again` };
    }
  }

  async *#ask(
    messages: ModelMessage[],
    asking: Extract<AgentTurn, { kind: 'ask' }> | null,
    signal: AbortSignal,
  ): AsyncGenerator<AgentDelta, { text: string; failure: ModelFailure | null; counted: boolean }, undefined> {
    const { provider, providerName, modelId, model, redactor, heartbeat, instructions, temperature } =
      this.#conversation;
    const shown = redactor.stream();
    const pieces: string[] = [];
    let counted = false;
    const answer = answerOf({
      model,
      instructions,
      temperature,
      messages,
      schema: asking?.schema ?? null,
      maxOutputTokens: asking?.maxOutputTokens ?? null,
      signal,
      providerName,
      heartbeat,
    });
    let step = await answer.next();
    for (; step.done !== true; step = await answer.next()) {
      const heard = step.value;
      if (heard.type === 'text') {
        const text = shown.write(heard.text);
        if (text === '') continue;
        pieces.push(text);
        yield { type: 'text', text };
      } else if (heard.type === 'used') {
        const { input, output } = heard.tokens;
        counted = true;
        const costUsd = costOf(provider, modelId, heard.tokens);
        yield { type: 'usage', inputTokens: input, outputTokens: output, costUsd };
      } else if (heard.type === 'thinking') yield { type: 'thinking', text: redactor.values(heard.text) };
      else yield heard;
    }
    const rest = shown.end();
    if (rest !== '' && !signal.aborted) {
      pieces.push(rest);
      yield { type: 'text', text: rest };
    }
    const ending = step.value;
    return { text: pieces.join(''), failure: ending.type === 'failed' ? ending.failure : null, counted };
  }

  #error({ kind, message, retryAfterMs }: ModelFailure): AgentDelta {
    const { redactor, keyFrom } = this.#conversation;
    const wish = retryAfterMs === null ? '' : `; it asks to wait ${Math.ceil(retryAfterMs / 1_000)} s`;
    const key = keyFrom === null ? 'no key was sent' : `the key came from ${keyFrom}`;
    const hint = kind === 'auth' ? `; ${key}` : wish;
    return { type: 'error', kind, message: `${redactor.message(message)}${hint}` };
  }

  #notice({ kind, message }: ModelFailure, waitMs: number, attempt: number): AgentDelta {
    const { redactor, retry } = this.#conversation;
    const again = `asking again in ${Math.ceil(waitMs / 1_000)} s (${attempt + 1} of ${retry.maxAttempts})`;
    return {
      type: 'notice',
      kind: kind === 'rate_limit' ? 'rate_limit' : 'retry',
      message: redactor.message(`${message}; ${again}`),
      retryAfterMs: waitMs,
    };
  }

  interrupt(): void {
    this.#turn.abort();
  }

  exited(): Promise<AgentExit> {
    return Promise.resolve(NO_PROCESS);
  }

  async close(): Promise<AgentExit> {
    this.#closed = true;
    this.#turn.abort();
    return NO_PROCESS;
  }
}

async function* waitFor(ms: number, signal: AbortSignal): AsyncGenerator<AgentDelta> {
  for (let left = ms; left > 0 && !signal.aborted; left -= WAITING_SIGN_MS) {
    await delay(Math.min(left, WAITING_SIGN_MS), null, { signal }).catch(() => null);
    if (left > WAITING_SIGN_MS && !signal.aborted) yield { type: 'alive' };
  }
}

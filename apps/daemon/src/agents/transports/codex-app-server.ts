/**
 * `codex app-server`: JSON-RPC without the version field. One ephemeral thread without tools, that never asks;
 * `turn/completed` is the agent's own word, an `error` with `willRetry` only a notice.
 */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import { CODEX_LIMITS } from '../codex-limits.ts';
import { errorKind } from '../decoders/error-kind.ts';
import type { AgentDelta, AgentTurn } from '../session.ts';
import { BrokenFrameError, type Dialogue, type DialogueSetting, type JsonFrame } from './dialogue.ts';
import { RequestFailure, Requests } from './requests.ts';
import { TurnText } from './turn-text.ts';

/** Without a network it would go on for ever. */
const MAX_LOST_CONNECTIONS = 3;
const CLIENT = { name: 'design-jury', title: 'Design Jury', version: '1' };
const JSON_RPC_NO_METHOD = -32601;

const ErrorSchema = z.looseObject({
  message: z.string(),
  codexErrorInfo: z.unknown(),
  additionalDetails: z.string().nullish(),
});
const ThreadSchema = z.looseObject({ thread: z.looseObject({ id: z.string() }) });
const TurnSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  error: ErrorSchema.nullish(),
});
const Notifications = z.discriminatedUnion('method', [
  z.looseObject({
    method: z.literal('item/agentMessage/delta'),
    params: z.looseObject({ turnId: z.string(), itemId: z.string(), delta: z.string() }),
  }),
  z.looseObject({
    method: z.enum(['item/reasoning/textDelta', 'item/reasoning/summaryTextDelta']),
    params: z.looseObject({ turnId: z.string(), delta: z.string() }),
  }),
  z.looseObject({
    method: z.literal('item/completed'),
    params: z.looseObject({
      turnId: z.string(),
      item: z.looseObject({ type: z.string(), id: z.string(), text: z.string().optional() }),
    }),
  }),
  z.looseObject({
    method: z.literal('thread/tokenUsage/updated'),
    params: z.looseObject({
      turnId: z.string(),
      tokenUsage: z.looseObject({
        total: z.looseObject({ inputTokens: z.number(), outputTokens: z.number() }),
      }),
    }),
  }),
  z.looseObject({
    method: z.literal('error'),
    params: z.looseObject({ turnId: z.string(), willRetry: z.boolean(), error: ErrorSchema }),
  }),
  z.looseObject({ method: z.literal('turn/started'), params: z.looseObject({ turn: TurnSchema }) }),
  z.looseObject({ method: z.literal('turn/completed'), params: z.looseObject({ turn: TurnSchema }) }),
]);
const HEARD: ReadonlySet<unknown> = new Set(
  Notifications.options.flatMap(({ shape: { method } }) =>
    'options' in method ? method.options : [method.value],
  ),
);
interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

type Notification = z.infer<typeof Notifications>;
/** What is part of the answer. */
type Said = Exclude<Notification, { method: 'error' | 'turn/started' | 'turn/completed' }>;

export class CodexDialogue implements Dialogue {
  readonly #setting: DialogueSetting;
  readonly #requests: Requests;
  readonly #text = new TurnText();
  #thread: string | null = null;
  #turn: string | null = null;
  #asking = false;
  #toCancel = false;
  #lost = 0;
  #total: Tokens = { inputTokens: 0, outputTokens: 0 };

  constructor(setting: DialogueSetting) {
    this.#setting = setting;
    this.#requests = new Requests((frame) => setting.speaker.write(frame));
  }

  ask(turn: AgentTurn): void {
    this.#text.clear();
    this.#turn = null;
    this.#asking = true;
    this.#toCancel = false;
    this.#lost = 0;
    this.#begin(turn).catch((error: unknown) => this.#failed(error));
  }

  async #begin(turn: AgentTurn): Promise<void> {
    this.#thread ??= await this.#startThread();
    if (this.#toCancel) return this.#setting.speaker.cancelled();
    await this.#requests.ask('turn/start', {
      threadId: this.#thread,
      input: [{ type: 'text', text: turn.prompt, text_elements: [] }],
    });
  }

  async #startThread(): Promise<string> {
    await this.#requests.ask('initialize', { clientInfo: CLIENT, capabilities: null });
    this.#setting.speaker.write({ method: 'initialized' });
    const answer = await this.#requests.ask('thread/start', {
      cwd: this.#setting.workDir,
      approvalPolicy: 'never',
      sandbox: 'read-only',
      ephemeral: true,
      config: CODEX_LIMITS,
    });
    const parsed = ThreadSchema.safeParse(answer);
    if (!parsed.success) throw new BrokenFrameError('an answer to thread/start without a thread');
    return parsed.data.thread.id;
  }

  cancel(): void {
    this.#toCancel = true;
    if (this.#thread === null || this.#turn === null) return;
    // The turn's own end is the answer; that it was too late says nothing.
    this.#requests.ask('turn/interrupt', { threadId: this.#thread, turnId: this.#turn }).catch(() => {});
  }

  take(frame: JsonFrame): void {
    if (this.#requests.take(frame)) return;
    if ('id' in frame && typeof frame.method === 'string') {
      // Nothing is ever allowed: approvals, tools, questions to a user.
      const error = { code: JSON_RPC_NO_METHOD, message: `${frame.method} is not available here` };
      this.#setting.speaker.write({ id: frame.id, error });
    } else if (HEARD.has(frame.method)) {
      const parsed = Notifications.safeParse(frame);
      if (!parsed.success) throw new BrokenFrameError(`a ${String(frame.method)} it does not define so`);
      if (this.#asking) this.#notified(parsed.data);
    }
  }

  close(): void {
    this.#requests.abandon();
  }

  #notified({ method, params }: Notification): void {
    if (method === 'turn/started') {
      this.#turn ??= params.turn.id;
      if (this.#toCancel) this.cancel();
    } else if (method === 'turn/completed') {
      if (params.turn.id === this.#turn) this.#completed(params.turn);
    } else if (params.turnId !== this.#turn) {
      // Another turn's: its end came late.
    } else if (method === 'error') {
      if (params.willRetry) this.#retries(params.error);
    } else {
      this.#lost = 0;
      this.#setting.speaker.emit(...this.#deltas({ method, params } as Said));
    }
  }

  #deltas({ method, params }: Said): AgentDelta[] {
    switch (method) {
      case 'item/agentMessage/delta':
        return this.#text.append(params.itemId, params.delta);
      case 'item/reasoning/textDelta':
      case 'item/reasoning/summaryTextDelta':
        return params.delta === '' ? [] : [{ type: 'thinking', text: params.delta }];
      case 'item/completed': {
        const { type, id, text } = params.item;
        return type === 'agentMessage' && text !== undefined ? this.#text.whole(id, text, this.#again) : [];
      }
      case 'thread/tokenUsage/updated':
        return this.#used(params.tokenUsage.total);
    }
  }

  /** By the growth of the total: what was used last is told again with a turn that is stopped. */
  #used({ inputTokens, outputTokens }: Tokens): AgentDelta[] {
    const before = this.#total;
    this.#total = { inputTokens, outputTokens };
    return [
      {
        type: 'usage',
        inputTokens: Math.max(0, inputTokens - before.inputTokens),
        outputTokens: Math.max(0, outputTokens - before.outputTokens),
        costUsd: null,
      },
    ];
  }

  get #again(): string {
    return `${this.#setting.name} asked its model again`;
  }

  #retries(error: z.infer<typeof ErrorSchema>): void {
    const { speaker, name } = this.#setting;
    const kind = kindOf(error);
    const details = error.additionalDetails ?? '';
    const message = details === '' ? error.message : `${error.message}: ${details}`;
    speaker.emit({ type: 'notice', kind: kind === 'rate_limit' ? 'rate_limit' : 'retry', message });
    if (!this.#text.isEmpty) speaker.emit(...this.#text.withdrawUnfinished(this.#again));
    if (kind !== 'connection' || ++this.#lost < MAX_LOST_CONNECTIONS) return;
    this.cancel();
    this.#asking = false;
    speaker.fail('connection', `${name} could not reach its provider: ${details || error.message}`);
  }

  #completed({ status, error }: z.infer<typeof TurnSchema>): void {
    const { speaker, name } = this.#setting;
    this.#asking = false;
    if (status === 'completed') {
      if (this.#text.isEmpty) speaker.fail('cut', `${name} said nothing and called it complete`);
      else speaker.end();
    } else if (status === 'interrupted' && this.#toCancel) speaker.cancelled();
    else if (error === null || error === undefined)
      speaker.fail('cut', `${name} ended its turn as ${status}`);
    else speaker.fail(kindOf(error), error.message);
  }

  #failed(error: unknown): void {
    if (!this.#asking) return;
    this.#asking = false;
    const { speaker, name } = this.#setting;
    if (error instanceof BrokenFrameError) speaker.fail('malformed', `${name} sent ${error.message}`);
    else if (error instanceof RequestFailure)
      speaker.fail(errorKind(error.message) ?? 'other', `${name} refused ${error.method}: ${error.message}`);
    else speaker.fail('other', `${name}: ${String(error)}`);
  }
}

const NAMED_KINDS: Readonly<Record<string, AgentErrorKind>> = {
  contextWindowExceeded: 'too_long',
  sessionBudgetExceeded: 'rate_limit',
  usageLimitExceeded: 'rate_limit',
  rateLimitExceeded: 'rate_limit',
  serverOverloaded: 'server',
  internalServerError: 'server',
  unauthorized: 'auth',
  cyberPolicy: 'refused',
  misalignmentPolicyViolation: 'refused',
  httpConnectionFailed: 'connection',
  responseStreamConnectionFailed: 'connection',
  responseStreamDisconnected: 'cut',
};

/** The status says it best, then the words, then the name of the error. */
function kindOf({ message, codexErrorInfo, additionalDetails }: z.infer<typeof ErrorSchema>): AgentErrorKind {
  const [name, detail] =
    typeof codexErrorInfo === 'object' && codexErrorInfo !== null
      ? (Object.entries(codexErrorInfo)[0] ?? ['', null])
      : [String(codexErrorInfo), null];
  const status: unknown = detail?.httpStatusCode;
  const words = `${message} ${additionalDetails ?? ''}`;
  return (
    (typeof status === 'number' ? errorKind('', status) : null) ??
    (name === 'other' || name.startsWith('response') ? errorKind(words) : null) ??
    NAMED_KINDS[name] ??
    errorKind(words) ??
    'other'
  );
}

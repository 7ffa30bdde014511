/**
 * The Agent Client Protocol, as a client that allows nothing: no files, no terminal, every permission refused.
 *
 * Requests and their answers go through the SDK. Updates are read off the frames before it: the SDK hands
 * notifications out without waiting, so that an answer could overtake the last words before it, and it takes an
 * update of a kind it does not know for an error.
 */
import {
  type AnyMessage,
  type ClientConnection,
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import { errorKind } from '../decoders/error-kind.ts';
import type { AgentTurn } from '../session.ts';
import { type AcpUsage, readUpdate, UsageReader } from './acp-updates.ts';
import type { Dialogue, DialogueSetting, JsonFrame } from './dialogue.ts';

/** How agents that speak the protocol differ. */
export interface AcpManners {
  usage: AcpUsage;
  /** The session mode that asks before it acts, where the agent's own choice is another. */
  mode?: string;
  /** Chunks by which the agent itself speaks in the place of its model; `note` includes `retry`. */
  asides?: { note: RegExp; retry: RegExp; error: RegExp };
}

const CLIENT = { name: 'design-jury', title: 'Design Jury', version: '1' };
const AUTH_REQUIRED = -32000;
const SHOWN = 300;
/** OpenCode answers a prompt before it has sent the last of its text. */
const SETTLE_MS = 250;

const SessionSchema = z.looseObject({ sessionId: z.string().min(1) });
const InitializeSchema = z.looseObject({ protocolVersion: z.number() });
const ModesSchema = z.looseObject({
  modes: z.looseObject({
    currentModeId: z.string(),
    availableModes: z.array(z.looseObject({ id: z.string() })),
  }),
});
const PromptSchema = z.looseObject({ stopReason: z.string() });
const DetailsSchema = z.union([
  z.string(),
  z.looseObject({ details: z.string() }).transform(({ details }) => details),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
]);

export class AcpDialogue implements Dialogue {
  readonly #setting: DialogueSetting;
  readonly #manners: AcpManners;
  readonly #connection: ClientConnection;
  readonly #usage: UsageReader;
  /** Ids of our requests that are not answered. */
  readonly #open = new Set<unknown>();
  #incoming: ReadableStreamDefaultController<AnyMessage> | null = null;
  #session: string | null = null;
  #asking = false;
  #toCancel = false;
  #hasText = false;
  /** Words that may be the agent's own complaint: told apart by what follows. */
  #held = '';

  constructor(setting: DialogueSetting, manners: AcpManners) {
    this.#setting = setting;
    this.#manners = manners;
    this.#usage = new UsageReader(manners.usage);
    this.#connection = client({ name: CLIENT.name })
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#refuse(params))
      .connect({
        readable: new ReadableStream<AnyMessage>({
          start: (controller) => {
            this.#incoming = controller;
          },
        }),
        writable: new WritableStream<AnyMessage>({ write: (message) => this.#write(message) }),
      });
  }

  ask(turn: AgentTurn): void {
    this.#asking = true;
    this.#toCancel = false;
    this.#hasText = false;
    this.#held = '';
    this.#runTurn(turn.prompt).catch((error: unknown) => this.#failed(error));
  }

  async #runTurn(prompt: string): Promise<void> {
    this.#session ??= await this.#openSession();
    if (this.#toCancel) return this.#finish(() => this.#setting.speaker.cancelled());
    const answer = await this.#request(methods.agent.session.prompt, {
      sessionId: this.#session,
      prompt: [{ type: 'text', text: prompt }],
    });
    this.#answered(answer);
  }

  async #openSession(): Promise<string> {
    const { name, workDir } = this.#setting;
    const hello = InitializeSchema.safeParse(
      await this.#request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: CLIENT,
      }),
    );
    if (!hello.success) throw new Broken('an answer to initialize without a protocol version');
    const { protocolVersion } = hello.data;
    if (protocolVersion !== PROTOCOL_VERSION)
      throw new Broken(
        `version ${protocolVersion} of the protocol; ${name} has to speak ${PROTOCOL_VERSION}`,
      );
    const opened = await this.#request(methods.agent.session.new, { cwd: workDir, mcpServers: [] });
    const session = SessionSchema.safeParse(opened);
    if (!session.success) throw new Broken('an answer to session/new without a session');
    const { sessionId } = session.data;
    await this.#chooseMode(sessionId, opened);
    return sessionId;
  }

  async #chooseMode(sessionId: string, opened: unknown): Promise<void> {
    const { mode } = this.#manners;
    const offered = ModesSchema.safeParse(opened).data?.modes;
    if (mode === undefined || offered === undefined || offered.currentModeId === mode) return;
    if (offered.availableModes.some(({ id }) => id === mode))
      await this.#request(methods.agent.session.setMode, { sessionId, modeId: mode });
  }

  /** As the peer says it: the SDK's types are promises of the peer, which are checked where they matter. */
  #request(method: string, params: object): Promise<unknown> {
    return this.#connection.agent.request<unknown, object>(method, params);
  }

  cancel(): void {
    this.#toCancel = true;
    if (this.#session === null) return;
    this.#connection.agent.notify(methods.agent.session.cancel, { sessionId: this.#session }).catch(() => {});
  }

  take(frame: JsonFrame): void {
    if (frame.method === methods.client.session.update) this.#updated(frame.params);
    else this.#pass(frame);
  }

  /** To the SDK. */
  #pass(frame: JsonFrame): void {
    const isAnswer = !('method' in frame) && 'id' in frame;
    // What nobody asked for would only be complained about on our own standard error.
    if (isAnswer && !this.#open.delete(frame.id)) return;
    if (!isAnswer && typeof frame.method !== 'string') return;
    // Other notifications are the agent's private extensions.
    if (!isAnswer && !('id' in frame)) return;
    // Checked above as far as the SDK needs it; it checks the rest itself.
    this.#incoming?.enqueue({ jsonrpc: '2.0', ...frame } as AnyMessage);
  }

  close(): void {
    this.#asking = false;
    this.#incoming = null;
    this.#connection.close();
  }

  #write(message: AnyMessage): void {
    if ('method' in message && 'id' in message) this.#open.add(message.id);
    this.#setting.speaker.write(message);
  }

  #updated(params: unknown): void {
    if (!this.#asking || this.#session === null) return;
    const heard = readUpdate(params, this.#session);
    if (heard === null) return;
    const { speaker } = this.#setting;
    if (heard.update.type === 'deltas') speaker.emit(...heard.update.deltas);
    else if (heard.update.text !== '') this.#spoken(heard.update.text);
    speaker.emit(...this.#usage.ofChunk(heard.raw));
  }

  #spoken(text: string): void {
    const { speaker, name } = this.#setting;
    const { asides } = this.#manners;
    if (asides?.note.test(text) === true) {
      const again = asides.retry.test(text);
      speaker.emit({ type: 'notice', kind: again ? 'retry' : 'progress', message: text });
      if (again && this.#hasText) speaker.emit({ type: 'restart', message: `${name} asked its model again` });
      if (again) this.#hasText = false;
      return;
    }
    this.#release();
    if (asides?.error.test(text) === true) this.#held = text;
    else this.#said(text);
  }

  /** Something followed: it was the model's own word. */
  #release(): void {
    const held = this.#held;
    this.#held = '';
    if (held !== '') this.#said(held);
  }

  #said(text: string): void {
    this.#hasText = true;
    this.#setting.speaker.emit({ type: 'text', text });
  }

  #answered(answer: unknown): void {
    const { speaker } = this.#setting;
    const parsed = PromptSchema.safeParse(answer);
    if (!parsed.success) throw new Broken('an answer to session/prompt without a reason');
    const usage = this.#usage.ofResponse(answer);
    speaker.emit(...usage);
    const { stopReason } = parsed.data;
    if (stopReason === 'end_turn') speaker.afterQuiet(SETTLE_MS, () => this.#stopped(stopReason));
    else this.#stopped(stopReason);
  }

  #stopped(stopReason: string): void {
    const { speaker, name } = this.#setting;
    const complaint = this.#held;
    this.#finish(() => {
      switch (stopReason) {
        case 'end_turn':
          if (complaint !== '')
            return speaker.fail(errorKind(complaint) ?? 'other', complaint.slice(0, SHOWN));
          if (this.#hasText) return speaker.end();
          return speaker.fail('cut', `${name} said nothing and called it complete`);
        case 'cancelled':
          return this.#toCancel
            ? speaker.cancelled()
            : speaker.fail('cut', `${name} cancelled its own answer`);
        case 'refusal':
          return speaker.fail('refused', `the model of ${name} declined to answer`);
        case 'max_tokens':
          return speaker.fail('cut', `the answer of ${name} stopped at the limit on its length`, true);
        case 'max_turn_requests':
          return speaker.fail('cut', `${name} stopped after too many requests to its model`, true);
        default:
          return speaker.fail(
            'cut',
            `${name} stopped for a reason nobody knows: ${stopReason.slice(0, SHOWN)}`,
          );
      }
    });
  }

  #finish(how: () => void): void {
    if (!this.#asking) return;
    this.#asking = false;
    how();
  }

  #failed(error: unknown): void {
    const { speaker, name } = this.#setting;
    this.#finish(() => {
      if (error instanceof Broken) speaker.fail('malformed', `${name} sent ${error.message}`);
      else if (error instanceof RequestError)
        speaker.fail(kindOfRequest(error), `${name}: ${wordsOf(error)}`);
      else speaker.fail('malformed', `${name} broke the protocol: ${String(error)}`);
    });
  }

  #refuse({ options, toolCall }: RequestPermissionRequest): RequestPermissionResponse {
    const what = toolCall.title ?? 'use a tool';
    this.#setting.speaker.emit({ type: 'notice', kind: 'progress', message: `asked to ${what}: refused` });
    const no =
      options.find(({ kind }) => kind === 'reject_once') ??
      options.find(({ kind }) => kind === 'reject_always');
    return {
      outcome: no === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: no.optionId },
    };
  }
}

class Broken extends Error {}

function wordsOf(error: RequestError): string {
  const details = DetailsSchema.safeParse(error.data).data;
  return details === undefined ? error.message : `${error.message}: ${details}`;
}

/** Agents put the provider's status in the place of the protocol's code, in the words, or nowhere. */
function kindOfRequest(error: RequestError): AgentErrorKind {
  if (error.code === AUTH_REQUIRED) return 'auth';
  return errorKind(wordsOf(error)) ?? errorKind('', error.code) ?? 'other';
}

/**
 * The one contract between a run and whatever writes text: a CLI child process, a conversational transport
 * (ACP and its like), a model API or the grounded panel. In prose: docs/agent-adapters.md. Held to by
 * `test/contract.ts`, which every adapter passes.
 *
 * - `open` may reject only with an `AgentUnavailableError`; the run then ends `failed`, typed.
 * - `send` yields normalised deltas. A turn is `(alive | notice | thinking | text | usage | restart | abstain)*` and then
 *   exactly one of `end` and `error`; nothing follows. It never throws for a model or process that went wrong.
 * - **Success is a positive terminal event.** `end` says that the agent itself reported the turn as complete
 *   (a `result` line, `turn.completed`, `stopReason: "end_turn"`, `finish_reason: "stop"`). A stream that just
 *   stops is `error`: `cut`, or `exit` where a process failed without a word. Exit codes only add to that. After an interrupt the iterator may end without
 *   either. `end` does not vouch for the text: the parser does.
 * - One turn at a time; `send` is asked again only when the last iterator has ended. A `one-shot` session answers
 *   each turn by itself: it remembers nothing of the one before.
 * - The consumer's pull is the back-pressure: an adapter reads no further than it is asked.
 * - `interrupt` asks the current turn to stop and returns at once; the turn's iterator then ends soon. It may be
 *   called when no turn is under way.
 * - `close` ends the session and resolves when nothing of it is left running: no process of its group, none that
 *   left the group, no socket. It may be called at any time, more than once, and never rejects.
 * - Deadlines are the caller's, not the adapter's. An adapter turns its agent's own retries down to the least it can,
 *   and says those that remain with a notice; one second try is ours (`second-try.ts`).
 * - No message and no text of a delta carries a secret: adapters pass what they say through `redact.ts`.
 */
import type { AgentErrorKind, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { RoundNews } from '@design-jury/contracts/theater/panel-prompt';

export type AgentTransport =
  | 'in-process'
  /** One process for each turn, decoded from its standard output. */
  | 'stdio'
  | 'acp'
  | 'codex-app-server'
  | 'claude-stream'
  | 'pi-rpc'
  | 'model-api';

/** What an agent can do, as data: whoever performs a protocol decides by this, never by the agent's name. */
export interface AgentCapabilities {
  /** `conversational`: one session, one turn per round. `one-shot`: no memory, so the whole protocol in one answer. */
  turns: 'one-shot' | 'conversational';
  /** How finely text arrives. */
  deltas: 'token' | 'block' | 'end';
  /** Whether it reports what it used. */
  usage: boolean;
  /** How an `ask` with a schema is met: by the agent itself, or by words in the prompt and our own parsing. */
  structured: 'native' | 'text';
  /** The longest prompt it can be handed; a longer one is refused before anything is started. Null: no such limit. */
  promptLimitBytes: number | null;
  transport: AgentTransport;
  /** Whether it is told its turns in words. One that is not takes the page itself, and cannot be asked questions. */
  readsPrompt: boolean;
  /** Whether what it says of a page was measured: nobody then needs to measure beside it. */
  measures: boolean;
  /** Whether it can write a page from a brief. */
  drafts: boolean;
}

export type AgentDelta =
  /** A piece of the answer. Never empty. */
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  /**
   * What was used since the last such delta: the host adds them up. Null where the price is unknown, never 0.
   * `atLeast`: something was asked of which nobody told what it used.
   */
  | { type: 'usage'; inputTokens: number; outputTokens: number; costUsd: number | null; atLeast?: true }
  | {
      type: 'notice';
      kind: 'starting' | 'retry' | 'rate_limit' | 'progress';
      message: string;
      retryAfterMs?: number;
    }
  /**
   * A role says that the page has nothing, or too little, for it to judge. Heard only of an agent that measures: what a
   * model leaves out is a missing vote. `decisive`: there is no verdict without this role.
   */
  | { type: 'abstain'; role: PanelistRole; reason: string; decisive: boolean }
  /**
   * Bytes came that say nothing by themselves. It keeps the idle clock, which is on bytes and not on deltas.
   * `takenBack`: fixes that were tried and made something worse; they count, and nobody decides by it.
   */
  | { type: 'alive'; takenBack?: number }
  /**
   * The text of this turn so far is withdrawn, and the answer begins anew: the agent asked its model again. What
   * nobody has judged yet is forgotten; what has been judged cannot be unsaid, so the new text must then begin
   * with the same words, or the turn fails.
   */
  | { type: 'restart'; message: string }
  /** `final`: asking again would end the same way, whatever its kind. */
  | { type: 'error'; kind: AgentErrorKind; message: string; final?: true }
  /** The agent's own word that the turn is complete. */
  | { type: 'end' };

/** A judged or drafted subject: a page that exists, or a brief from which one is written. */
export type AgentSubject =
  | { kind: 'artifact'; content: string; mime: string; path: string | null }
  | { kind: 'brief'; text: string };

export interface AgentRequest {
  runId: string;
  /** For agents that measure it themselves. Those that read words find it in the prompt. */
  subject: AgentSubject;
  /** What the tags of the run's protocol carry, for agents that write it themselves. @default null */
  code?: string | null;
  /** The run's own folder: what is noted about a child process. The child itself works in a private one, elsewhere. */
  workDir: string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** `prompt` is everything the agent is told in this turn; adapters send it as it is and add nothing. */
export type AgentTurn =
  | {
      kind: 'round';
      round: number;
      prompt: string;
      /** What the prompt tells of the rounds before, as data, for an agent that passes it on. @default null */
      news?: RoundNews | null;
    }
  /** Single-pass generation without a panel, after the panel could not speak. */
  | { kind: 'legacy'; prompt: string }
  /** A question outside the Theater. With a schema the text of the answer is one JSON document that meets it. */
  | {
      kind: 'ask';
      prompt: string;
      schema?: JsonSchema;
      /** The longest answer, where the agent's model can be held to one; others ignore it. */
      maxOutputTokens?: number;
    };

/** In an exit: what follows is why we ended it ourselves. */
export const ENDED_BY_US = 'ended by us';

/** How the agent's process or connection ended. `code` is null when it has none or a signal ended it. */
export interface AgentExit {
  code: number | null;
  signal: string | null;
  /** The last lines the agent wrote to its error channel, bounded and redacted, for a message. */
  stderrTail: string;
}

export interface AgentSession {
  send(turn: AgentTurn): AsyncIterable<AgentDelta>;
  interrupt(): void;
  close(): Promise<AgentExit>;
}

export interface Agent {
  readonly id: string;
  /** Ids of those who speak through it, where it is not itself: their marks count. @default its own */
  readonly members?: readonly string[];
  readonly name: string;
  /** Versions of the programs that speak, by id of agent, as far as they are known. @default none is */
  readonly versions?: Readonly<Record<string, string>>;
  readonly capabilities: AgentCapabilities;
  open(request: AgentRequest, signal: AbortSignal): Promise<AgentSession>;
}

export class AgentUnavailableError extends Error {
  override name = 'AgentUnavailableError';
}

/**
 * The one contract between a run and whatever writes text: a CLI child process, an ACP agent, a model API
 * or the grounded panel.
 *
 * - `open` may reject only with an `AgentUnavailableError`; the run then ends `failed`, typed.
 * - `send` yields normalised deltas and ends when the turn ends. It does not throw for a model or process
 *   that went wrong: it yields `error` and ends.
 * - `interrupt` asks the current turn to stop and returns at once; the turn's iterator then ends.
 * - `close` ends the session and resolves when nothing of it is left running. It may be called at any time,
 *   more than once.
 */

export interface AgentCapabilities {
  /** `conversational`: one session, one turn per round. `one-shot`: the whole protocol in one answer. */
  turns: 'one-shot' | 'conversational';
  /** How finely text arrives. */
  deltas: 'token' | 'block' | 'end';
  usage: boolean;
}

export type AgentDelta =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number; costUsd: number | null }
  | { type: 'notice'; kind: 'starting' | 'retry' | 'rate_limit' | 'progress'; message: string }
  | { type: 'error'; message: string };

/** A judged or drafted subject: a page that exists, or a brief from which one is written. */
export type AgentSubject =
  | { kind: 'artifact'; content: string; mime: string; path: string | null }
  | { kind: 'brief'; text: string };

export interface AgentRequest {
  runId: string;
  subject: AgentSubject;
  /** The run's own folder: the working directory, and the home of TMPDIR for child processes. */
  workDir: string;
}

export type AgentTurn =
  | { kind: 'round'; round: number; prompt: string }
  /** Single-pass generation without a panel, after the panel could not speak. */
  | { kind: 'legacy'; prompt: string };

/** How the agent's process or connection ended. `code` is null when it has none or a signal ended it. */
export interface AgentExit {
  code: number | null;
  signal: string | null;
  /** The last lines the agent wrote to its error channel, bounded, for a message. */
  stderrTail: string;
}

export interface AgentSession {
  send(turn: AgentTurn): AsyncIterable<AgentDelta>;
  interrupt(): void;
  /** How the agent ends by itself once its last turn is read; for agents that are not processes, at once. */
  exited(): Promise<AgentExit>;
  close(): Promise<AgentExit>;
}

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  open(request: AgentRequest, signal: AbortSignal): Promise<AgentSession>;
}

export class AgentUnavailableError extends Error {
  override name = 'AgentUnavailableError';
}

/** What a test asks of a real CLI, and what it hears back: the two ends of `perform.ts`, which runs alone. */
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';

export interface PerformanceOrder {
  agent: string;
  /** `best`: what the registry gives. `stdio`: one process for the whole run, decoded from its output. */
  way: 'best' | 'stdio';
  /** A script of the model server, or `refused`: nobody listens. */
  scenario: string;
  /** @default the canonical brief */
  brief?: string;
  /** A page that is judged instead of a brief, or how many characters a long one has. */
  page?: string;
  pageChars?: number;
  /** What the instruments say of the page. @default off */
  grounding?: CritiqueConfig['grounding'];
  limits?: Partial<RunLimits>;
  perRoundTimeoutMs?: number;
  totalTimeoutMs?: number;
  /** The home holds servers, hooks and extensions that nobody invited. */
  guests?: boolean;
  /** Interrupt once round 2 has begun, or the model has, where nothing is heard before the end. */
  interrupt?: boolean;
  /** Played in a stranger's checkout, which is also where the data folder is. */
  hostileProject?: boolean;
  /** As OD_AGENT_SANDBOX. @default auto */
  sandbox?: 'off' | 'require';
  /** The jury is a process of its own, and is killed while the model answers. */
  kill?: boolean;
  /** Runs of the same order at the same time. @default 1 */
  atOnce?: number;
}

export interface PerformanceReport {
  agent: string;
  events: TranscriptEvent[];
  page: string | null;
  ms: number;
  capabilities: {
    turns: string;
    transport: string;
    deltas: string;
    usage: boolean;
    promptLimitBytes: number | null;
  };
  /** Text deltas the agent was heard to say in its fullest turn. */
  textDeltas: number;
  /** As the records of the runs have it. */
  usage: { inputTokens: number | null; outputTokens: number | null; atLeast: boolean };
  /** What the model told as used, for all its answers. */
  served: { inputTokens: number; outputTokens: number };
  /** How many requests for an answer the model had, and what the largest held. */
  answers: number;
  largestPrompt: { chars: number; holdsSubject: boolean; carriedKey: boolean };
  /** Kinds of guests that were started. */
  guests: string[];
  /** Tools the model was offered with the largest prompt. */
  tools: readonly string[];
  /** From the interrupt to the terminal event, and to the last process being gone. */
  interrupted: { endedMs: number; goneMs: number } | null;
  /** From `kill -9` of the jury to the last process of its agent being gone; null where nobody was killed. */
  killedGoneMs: number | null;
  /** What a stranger's checkout has brought about: things that were started, requests to its address, its words. */
  stranger: string[];
  /** How the runs beside the first one ended, where there were some. */
  others: string[];
  /** Processes that were left when everything was closed. */
  left: number;
  /** Private folders of agents that were left. */
  foldersLeft: number;
  /** Files of the user's home that hold words of ours. */
  conversations: string[];
  /** Whether the key was found in any file the run left, or in its events. */
  keySeen: string[];
}

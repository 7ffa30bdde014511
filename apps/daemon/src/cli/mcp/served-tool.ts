/**
 * A tool as the server serves it, whatever is behind it. It is one function that is asked again with the answers when it had
 * something to ask: so the same tool works as a plain call, as a call that asks its client, and as a task.
 */
import type { CallToolResult, InputRequests, Tool } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/** `offered`: a task for clients that know tasks, a plain call for the others. */
export type TaskUse = 'never' | 'offered' | 'required';

/** What a client answered, by the key it was asked under. From outside: to be checked. */
export type Responses = Readonly<Record<string, unknown>>;

/** One step of a tool's work. All of it is kept with a task, so that another process can go on. */
export interface Step {
  input: Readonly<Record<string, unknown>>;
  /** What the tool handed over when it asked; null at the first step. */
  state: unknown;
  responses: Responses;
  /** The run that was begun in this step by a process that is gone; null where none was. */
  run: string | null;
}

export interface ToolCall extends Step {
  signal: AbortSignal;
  /** Which questions the client can put to its user. */
  can: ReadonlySet<'elicitation' | 'sampling' | 'roots'>;
  /** How far it is, in a line. */
  tell(message: string, progress?: { at: number; of: number }): void;
  /** A line for clients that keep a log; the others never see it. */
  log(message: string): Promise<void>;
  /** A run was begun: whoever takes this step over goes on with it. */
  began(run: string): Promise<void>;
}

export interface Asked {
  ask: InputRequests;
  state: unknown;
}

export type ToolOutcome = CallToolResult | Asked;

export function isAsked(outcome: ToolOutcome): outcome is Asked {
  return 'ask' in outcome;
}

export interface ServedTool {
  name: string;
  title?: string;
  description: string;
  input: z.ZodObject;
  output?: z.ZodObject;
  annotations?: Tool['annotations'];
  meta?: Record<string, unknown>;
  tasks: TaskUse;
  /** Asked of the client before the work begins, task or not; null when nothing is missing. */
  before?(call: ToolCall): Promise<Asked | null>;
  call(call: ToolCall): Promise<ToolOutcome>;
}

/** A failure that is the protocol's and not the tool's: the client gets an error instead of a result. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError && { isError }) };
}

/** One wire format of a model API: how a request reads, and how an answer is written. Pure. */
import { z } from 'zod';
import type { ModelRequest, Usage } from '../act.ts';

export type DialectName = 'anthropic' | 'chat' | 'responses' | 'gemini' | 'ollama';

export interface AnswerHead {
  /** Counts answers of the server: ids are made of it, so that two runs are alike. */
  nth: number;
  model: string;
  inputTokens: number;
  /** From the client's own options, for the dialect that reports usage only when asked. */
  wantsUsage: boolean;
}

export interface ToolCall {
  name: string;
  input: Readonly<Record<string, unknown>>;
}

/** A whole answer, for a client that did not ask for a stream. */
export interface WholeAnswer {
  head: AnswerHead;
  text: string;
  thinking: string;
  refusal: string | null;
  toolCalls: readonly ToolCall[];
  usage: Usage;
}

/** Writes one answer piece by piece; each method returns the bytes for the wire. */
export interface AnswerStream {
  readonly contentType: string;
  open(): string;
  text(text: string): string;
  thinking(text: string): string;
  refusal(text: string): string;
  toolCall(call: ToolCall): string;
  close(usage: Usage): string;
}

export interface Dialect {
  readonly name: DialectName;
  read(
    body: unknown,
    place: { path: string; query: URLSearchParams },
  ): ModelRequest & { wantsUsage: boolean };
  stream(head: AnswerHead): AnswerStream;
  whole(answer: WholeAnswer): unknown;
  error(status: number, message: string): unknown;
}

export function sse(data: unknown, event?: string): string {
  const line = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  return event === undefined ? line : `event: ${event}\n${line}`;
}

/** Text of a content field: a string, or parts of which some are text. Other parts are not the script's business. */
const PartSchema = z.looseObject({ text: z.string().optional() });
export const ContentSchema = z
  .union([z.string(), z.array(z.union([z.string(), PartSchema])), z.null()])
  .optional();

/** A tool's answer is a part with parts of its own. */
function textOfAnswer(content: unknown): string {
  const inner = z
    .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
    .safeParse(content);
  if (!inner.success) return '';
  return typeof inner.data === 'string' ? inner.data : inner.data.map(({ text = '' }) => text).join('');
}

export function textOf(content: z.infer<typeof ContentSchema>): string {
  if (content == null) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part) => (typeof part === 'string' ? part : (part.text ?? textOfAnswer(part.content))))
    .join('');
}

/** Ollama's own `POST /api/chat`: one JSON object a line. Its `/v1` is Chat Completions. */
import { z } from 'zod';
import type { ToolCall } from './dialect.ts';
import { type AnswerHead, ContentSchema, type Dialect, textOf } from './dialect.ts';

const RequestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z
    .array(z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: ContentSchema }))
    .default([]),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }).optional() })).optional(),
  format: z.unknown().optional(),
});

export const OLLAMA: Dialect = {
  name: 'ollama',
  read(body) {
    const { model, stream = true, messages, tools = [], format } = RequestSchema.parse(body);
    return {
      model,
      stream,
      messages: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
      tools: tools.flatMap((tool) => tool.function?.name ?? []),
      wantsJson: format !== undefined && format !== '',
      wantsUsage: true,
    };
  },
  stream(head) {
    const line = (message: Record<string, unknown>, end: Record<string, unknown> = { done: false }): string =>
      `${JSON.stringify({ ...envelope(head), message: { role: 'assistant', content: '', ...message }, ...end })}\n`;
    return {
      contentType: 'application/x-ndjson',
      open: () => '',
      text: (text) => line({ content: text }),
      thinking: (text) => line({ thinking: text }),
      // It has no place of its own for a refusal.
      refusal: (text) => line({ content: text }),
      toolCall: (call) => line({ tool_calls: [callOf(call)] }),
      close: ({ inputTokens, outputTokens }) => line({}, ending(inputTokens, outputTokens)),
    };
  },
  whole({ head, text, thinking, refusal, toolCalls, usage }) {
    return {
      ...envelope(head),
      message: {
        role: 'assistant',
        content: refusal ?? text,
        ...(thinking !== '' && { thinking }),
        ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(callOf) }),
      },
      ...ending(usage.inputTokens, usage.outputTokens),
    };
  },
  error: (_status, message) => ({ error: message }),
};

function envelope({ model }: AnswerHead): Record<string, unknown> {
  return { model, created_at: '2026-01-01T00:00:00Z' };
}

function ending(input: number, output: number): Record<string, unknown> {
  return { done: true, done_reason: 'stop', total_duration: 1, prompt_eval_count: input, eval_count: output };
}

function callOf({ name, input }: ToolCall): unknown {
  return { function: { name, arguments: input } };
}

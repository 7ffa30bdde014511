/** OpenAI Chat Completions: `POST …/chat/completions`. What most compatible servers speak. */
import { z } from 'zod';
import { type AnswerHead, ContentSchema, type Dialect, sse, textOf } from './dialect.ts';

const ROLES = { developer: 'system', system: 'system', user: 'user', assistant: 'assistant' } as const;
const RequestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  messages: z.array(z.looseObject({ role: z.string(), content: ContentSchema })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }).optional() })).nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
});

export const CHAT: Dialect = {
  name: 'chat',
  read(body) {
    const request = RequestSchema.parse(body);
    return {
      model: request.model,
      stream: request.stream ?? false,
      messages: request.messages.map(({ role, content }) => ({
        role: ROLES[role as keyof typeof ROLES] ?? 'tool',
        text: textOf(content),
      })),
      tools: (request.tools ?? []).flatMap((tool) => tool.function?.name ?? []),
      wantsJson: (request.response_format?.type ?? 'text') !== 'text',
      wantsUsage: request.stream_options?.include_usage ?? false,
    };
  },
  stream(head) {
    let reason = 'stop';
    let calls = 0;
    const chunk = (delta: unknown, finish: string | null = null): string =>
      sse({
        ...envelope(head, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    return {
      contentType: 'text/event-stream',
      open: () => chunk({ role: 'assistant', content: '' }),
      text: (text) => chunk({ content: text }),
      // Not of OpenAI itself; compatible servers that think aloud agree on this field.
      thinking: (text) => chunk({ reasoning_content: text }),
      refusal: (text) => chunk({ refusal: text }),
      toolCall({ name, input }) {
        reason = 'tool_calls';
        const index = calls++;
        const call = { name, arguments: JSON.stringify(input) };
        return chunk({
          tool_calls: [{ index, id: `call_${head.nth}_${index}`, type: 'function', function: call }],
        });
      },
      close: ({ inputTokens, outputTokens }) =>
        [
          chunk({}, reason),
          head.wantsUsage
            ? sse({
                ...envelope(head, 'chat.completion.chunk'),
                choices: [],
                usage: usageOf(inputTokens, outputTokens),
              })
            : '',
          sse('[DONE]'),
        ].join(''),
    };
  },
  whole({ head, text, thinking, refusal, toolCalls, usage }) {
    const calls = toolCalls.map(({ name, input }, i) => ({
      id: `call_${head.nth}_${i}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    return {
      ...envelope(head, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: refusal === null && calls.length === 0 ? text : null,
            ...(thinking !== '' && { reasoning_content: thinking }),
            ...(refusal !== null && { refusal }),
            ...(calls.length > 0 && { tool_calls: calls }),
          },
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: usageOf(usage.inputTokens, usage.outputTokens),
    };
  },
  error: openaiError,
};

export function openaiError(status: number, message: string): unknown {
  const code = status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : 'server_error';
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type, param: null, code } };
}

function envelope({ nth, model }: AnswerHead, object: string): Record<string, unknown> {
  return { id: `chatcmpl-${nth}`, object, created: 0, model };
}

function usageOf(prompt: number, completion: number): Record<string, number> {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

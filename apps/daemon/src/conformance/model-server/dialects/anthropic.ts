/** Anthropic Messages: `POST …/messages`. */
import { z } from 'zod';
import { ContentSchema, type Dialect, sse, textOf } from './dialect.ts';

const RequestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  system: ContentSchema,
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content: ContentSchema })),
  tools: z.array(z.looseObject({ name: z.string().optional() })).optional(),
});

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
};

export const ANTHROPIC: Dialect = {
  name: 'anthropic',
  read(body) {
    const { model, stream = false, system, messages, tools = [] } = RequestSchema.parse(body);
    return {
      model,
      stream,
      messages: [
        { role: 'system', text: textOf(system) },
        ...messages.map(({ role, content }) => ({ role, text: textOf(content) })),
      ],
      tools: tools.flatMap(({ name }) => name ?? []),
      wantsJson: false,
      wantsUsage: true,
    };
  },
  stream({ nth, model, inputTokens }) {
    let index = -1;
    let open: 'text' | 'thinking' | null = null;
    let reason = 'end_turn';
    const event = (data: { type: string; [field: string]: unknown }): string => sse(data, data.type);
    const stop = (): string => {
      if (open === null) return '';
      open = null;
      return event({ type: 'content_block_stop', index });
    };
    const start = (kind: 'text' | 'thinking'): string => {
      if (open === kind) return '';
      const before = stop();
      open = kind;
      index++;
      const block = kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' };
      return before + event({ type: 'content_block_start', index, content_block: block });
    };
    const delta = (kind: 'text' | 'thinking', text: string): string =>
      start(kind) +
      event({ type: 'content_block_delta', index, delta: { type: `${kind}_delta`, [kind]: text } });
    return {
      contentType: 'text/event-stream',
      open: () =>
        event({
          type: 'message_start',
          message: {
            id: `msg_${nth}`,
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: inputTokens, output_tokens: 1 },
          },
        }) + event({ type: 'ping' }),
      text: (text) => delta('text', text),
      thinking: (text) => delta('thinking', text),
      refusal(text) {
        reason = 'refusal';
        return delta('text', text);
      },
      toolCall({ name, input }) {
        reason = 'tool_use';
        const before = stop();
        index++;
        const block = { type: 'tool_use', id: `toolu_${nth}_${index}`, name, input: {} };
        return [
          before,
          event({ type: 'content_block_start', index, content_block: block }),
          event({
            type: 'content_block_delta',
            index,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
          }),
          event({ type: 'content_block_stop', index }),
        ].join('');
      },
      close: ({ outputTokens }) =>
        stop() +
        event({
          type: 'message_delta',
          delta: { stop_reason: reason, stop_sequence: null },
          usage: { output_tokens: outputTokens },
        }) +
        event({ type: 'message_stop' }),
    };
  },
  whole({ head, text, thinking, refusal, toolCalls, usage }) {
    const said = refusal ?? text;
    return {
      id: `msg_${head.nth}`,
      type: 'message',
      role: 'assistant',
      model: head.model,
      content: [
        ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: '' }]),
        ...(said === '' ? [] : [{ type: 'text', text: said }]),
        ...toolCalls.map((call, i) => ({ type: 'tool_use', id: `toolu_${head.nth}_${i}`, ...call })),
      ],
      stop_reason: refusal !== null ? 'refusal' : toolCalls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    };
  },
  error: (status, message) => ({
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? 'invalid_request_error', message },
  }),
};

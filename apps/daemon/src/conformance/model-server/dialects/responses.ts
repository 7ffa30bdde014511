/** OpenAI Responses: `POST …/responses`. */
import { z } from 'zod';
import type { ModelMessage, Usage } from '../act.ts';
import { openaiError } from './chat.ts';
import { type AnswerHead, ContentSchema, type Dialect, sse, textOf } from './dialect.ts';

const ItemSchema = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: ContentSchema,
  /** Of a tool's answer. */
  output: ContentSchema,
});
const RequestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().nullish(),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(ItemSchema)]),
  tools: z
    .array(
      z.looseObject({
        type: z.string().optional(),
        name: z.string().optional(),
        tools: z.array(z.looseObject({ name: z.string() })).optional(),
      }),
    )
    .nullish(),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }).optional() }).nullish(),
});

function messageOf({ role, content, output }: z.infer<typeof ItemSchema>): ModelMessage {
  const text = textOf(content) + textOf(output);
  if (role === 'assistant' || role === 'user') return { role, text };
  return { role: role === undefined ? 'tool' : 'system', text };
}

/** A finished item of the answer. */
type Item = Record<string, unknown>;

export const RESPONSES: Dialect = {
  name: 'responses',
  read(body) {
    const { model, stream, instructions, input, tools, text } = RequestSchema.parse(body);
    return {
      model,
      stream: stream ?? false,
      messages: [
        { role: 'system', text: instructions ?? '' },
        ...(typeof input === 'string' ? [{ role: 'user' as const, text: input }] : input.map(messageOf)),
      ],
      // Tools of a server may stand in a namespace: theirs are called `namespace/name` here.
      tools: (tools ?? []).flatMap(({ type, name, tools: own = [] }) =>
        type === 'namespace' ? own.map((tool) => `${name}/${tool.name}`) : (name ?? []),
      ),
      wantsJson: (text?.format?.type ?? 'text') !== 'text',
      wantsUsage: true,
    };
  },
  stream(head) {
    const done: Item[] = [];
    let sequence = 0;
    let message: { kind: 'output_text' | 'refusal'; text: string } | null = null;
    let summary: string | null = null;
    const event = (type: string, data: Record<string, unknown>): string =>
      sse({ type, sequence_number: sequence++, ...data }, type);
    const at = (): { output_index: number; item_id: string } => ({
      output_index: done.length,
      item_id: `item_${head.nth}_${done.length}`,
    });

    const endSummary = (): string => {
      if (summary === null) return '';
      const place = { ...at(), summary_index: 0 };
      const part = { type: 'summary_text', text: summary };
      const item = { id: place.item_id, type: 'reasoning', summary: [part] };
      const lines = [
        event('response.reasoning_summary_text.done', { ...place, text: summary }),
        event('response.reasoning_summary_part.done', { ...place, part }),
        event('response.output_item.done', { output_index: place.output_index, item }),
      ];
      summary = null;
      done.push(item);
      return lines.join('');
    };
    const endMessage = (): string => {
      if (message === null) return '';
      const { kind, text } = message;
      const place = { ...at(), content_index: 0 };
      const part = partOf(kind, text);
      const item = messageItem(place.item_id, part);
      const lines = [
        event(`response.${kind}.done`, { ...place, [kind === 'refusal' ? 'refusal' : 'text']: text }),
        event('response.content_part.done', { ...place, part }),
        event('response.output_item.done', { output_index: place.output_index, item }),
      ];
      message = null;
      done.push(item);
      return lines.join('');
    };
    const write = (kind: 'output_text' | 'refusal', text: string): string => {
      const lines = [endSummary()];
      const place = { ...at(), content_index: 0 };
      if (message === null) {
        message = { kind, text: '' };
        const item = {
          id: place.item_id,
          type: 'message',
          role: 'assistant',
          status: 'in_progress',
          content: [],
        };
        lines.push(
          event('response.output_item.added', { output_index: place.output_index, item }),
          event('response.content_part.added', { ...place, part: partOf(kind, '') }),
        );
      }
      message.text += text;
      lines.push(event(`response.${kind}.delta`, { ...place, delta: text }));
      return lines.join('');
    };
    return {
      contentType: 'text/event-stream',
      open: () =>
        event('response.created', { response: response(head, 'in_progress', [], null) }) +
        event('response.in_progress', { response: response(head, 'in_progress', [], null) }),
      text: (text) => write('output_text', text),
      thinking(text) {
        const place = { ...at(), summary_index: 0 };
        const lines: string[] = [];
        if (summary === null) {
          summary = '';
          const item = { id: place.item_id, type: 'reasoning', summary: [] };
          lines.push(
            event('response.output_item.added', { output_index: place.output_index, item }),
            event('response.reasoning_summary_part.added', {
              ...place,
              part: { type: 'summary_text', text: '' },
            }),
          );
        }
        summary += text;
        lines.push(event('response.reasoning_summary_text.delta', { ...place, delta: text }));
        return lines.join('');
      },
      refusal: (text) => write('refusal', text),
      toolCall({ name, input }) {
        const before = endSummary() + endMessage();
        const place = at();
        const item = callItem(head, place.item_id, name, input);
        const lines = [
          before,
          event('response.output_item.added', {
            output_index: place.output_index,
            item: { ...item, status: 'in_progress', arguments: '' },
          }),
          event('response.function_call_arguments.delta', { ...place, delta: item.arguments }),
          event('response.function_call_arguments.done', { ...place, arguments: item.arguments }),
          event('response.output_item.done', { output_index: place.output_index, item }),
        ];
        done.push(item);
        return lines.join('');
      },
      close(usage) {
        const before = endSummary() + endMessage();
        return before + event('response.completed', { response: response(head, 'completed', done, usage) });
      },
    };
  },
  whole({ head, text, refusal, toolCalls, usage }) {
    const said = refusal === null ? partOf('output_text', text) : partOf('refusal', refusal);
    const items: Item[] = [];
    if (text !== '' || refusal !== null) items.push(messageItem(`item_${head.nth}_0`, said));
    for (const { name, input } of toolCalls)
      items.push(callItem(head, `item_${head.nth}_${items.length}`, name, input));
    return response(head, 'completed', items, usage);
  },
  error: openaiError,
};

function partOf(kind: 'output_text' | 'refusal', text: string): Item {
  return kind === 'refusal' ? { type: kind, refusal: text } : { type: kind, text, annotations: [] };
}

function messageItem(id: string, part: Item): Item {
  return { id, type: 'message', role: 'assistant', status: 'completed', content: [part] };
}

function callItem(
  { nth }: AnswerHead,
  id: string,
  name: string,
  input: unknown,
): Item & { arguments: string } {
  const [namespace, own] = name.includes('/') ? name.split('/') : [undefined, name];
  const call = { id, type: 'function_call', status: 'completed', call_id: `call_${nth}_${id}`, name: own };
  return { ...call, ...(namespace !== undefined && { namespace }), arguments: JSON.stringify(input) };
}

function response(
  { nth, model }: AnswerHead,
  status: string,
  output: readonly Item[],
  usage: Usage | null,
): Item {
  return {
    id: `resp_${nth}`,
    object: 'response',
    created_at: 0,
    status,
    error: null,
    incomplete_details: null,
    model,
    output,
    usage: usage && {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

/** Google Gemini: `POST …/models/<model>:generateContent` and `:streamGenerateContent`. */
import { z } from 'zod';
import type { Usage } from '../act.ts';
import { type AnswerHead, ContentSchema, type Dialect, sse, textOf } from './dialect.ts';

const TurnSchema = z.looseObject({ role: z.string().optional(), parts: ContentSchema });
/** What a tool said stands in an object of its own. */
const AnswerSchema = z.looseObject({
  functionResponse: z.looseObject({ response: z.record(z.string(), z.unknown()) }),
});
const RequestSchema = z.looseObject({
  contents: z.union([z.string(), z.array(TurnSchema), TurnSchema]).optional(),
  systemInstruction: z.union([z.string(), TurnSchema]).optional(),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .optional(),
  generationConfig: z.looseObject({ responseMimeType: z.string().optional() }).optional(),
});

const STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
};

function answersIn(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .flatMap((part) => Object.values(AnswerSchema.safeParse(part).data?.functionResponse.response ?? {}))
    .map((said) => (typeof said === 'string' ? said : JSON.stringify(said)))
    .join('');
}

export const GEMINI: Dialect = {
  name: 'gemini',
  read(body, { path }) {
    const { contents = [], systemInstruction, tools = [], generationConfig } = RequestSchema.parse(body);
    const turns = typeof contents === 'string' ? [{ parts: contents }] : [contents].flat();
    const system =
      typeof systemInstruction === 'string' ? systemInstruction : textOf(systemInstruction?.parts);
    return {
      model: decodeURIComponent(/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
      stream: path.endsWith(':streamGenerateContent'),
      messages: [
        { role: 'system', text: system },
        ...turns.map((turn) => ({
          role: 'role' in turn && turn.role === 'model' ? ('assistant' as const) : ('user' as const),
          text: textOf(turn.parts) + answersIn(turn.parts),
        })),
      ],
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      wantsJson: generationConfig?.responseMimeType === 'application/json',
      wantsUsage: true,
    };
  },
  stream(head) {
    let finish = 'STOP';
    const chunk = (parts: readonly unknown[], end?: { finish: string; usage: Usage }): string =>
      sse(contentOf(head, parts, end));
    return {
      contentType: 'text/event-stream',
      open: () => '',
      text: (text) => chunk([{ text }]),
      thinking: (text) => chunk([{ text, thought: true }]),
      refusal(text) {
        finish = 'SAFETY';
        return chunk([{ text }]);
      },
      toolCall: ({ name, input }) => chunk([{ functionCall: { name, args: input } }]),
      close: (usage) => chunk([{ text: '' }], { finish, usage }),
    };
  },
  whole({ head, text, thinking, refusal, toolCalls, usage }) {
    const parts = [
      ...(thinking === '' ? [] : [{ text: thinking, thought: true }]),
      { text: refusal ?? text },
      ...toolCalls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
    ];
    return contentOf(head, parts, { finish: refusal === null ? 'STOP' : 'SAFETY', usage });
  },
  error: (code, message) => ({ error: { code, message, status: STATUS[code] ?? 'INVALID_ARGUMENT' } }),
};

function contentOf(
  { nth, model, inputTokens }: AnswerHead,
  parts: readonly unknown[],
  end?: { finish: string; usage: Usage },
): unknown {
  const output = end?.usage.outputTokens ?? 0;
  return {
    candidates: [
      { index: 0, content: { role: 'model', parts }, ...(end !== undefined && { finishReason: end.finish }) },
    ],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: output,
      totalTokenCount: inputTokens + output,
    },
    modelVersion: model,
    responseId: `resp_${nth}`,
  };
}

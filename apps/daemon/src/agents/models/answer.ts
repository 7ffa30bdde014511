/** One request to a model, as deltas. It tells a complete answer from every other end, and never throws. */
import type { LanguageModel, LanguageModelUsage, ModelMessage, streamText } from 'ai';
import { loadPart } from '../../optional-parts.ts';
import type { TokenCounts } from '../prices.ts';
import type { AgentDelta, JsonSchema } from '../session.ts';
import { failureOf, type ModelFailure } from './failure.ts';
import type { Heartbeat } from './heartbeat.ts';

export interface Question {
  model: LanguageModel;
  instructions: string | null;
  /** Null: the provider's own. */
  temperature: number | null;
  messages: ModelMessage[];
  schema: JsonSchema | null;
  /** Null: as many as the model gives. */
  maxOutputTokens: number | null;
  signal: AbortSignal;
  providerName: string;
  heartbeat: Heartbeat;
}

type Heard =
  | Extract<AgentDelta, { type: 'text' | 'thinking' | 'alive' }>
  | { type: 'used'; tokens: TokenCounts };
/** Aborted: by us, so nobody needs to know why. */
type Ending = { type: 'complete' } | { type: 'failed'; failure: ModelFailure } | { type: 'aborted' };

type StreamPart = ReturnType<typeof streamText>['stream'] extends AsyncIterable<infer Part> ? Part : never;

/** Finish reasons of servers that do not use the usual word for a normal end. */
const NORMAL_ENDS = /^(?:stop|eos|eos_token|end|end_turn|stop_sequence|complete|completed|done|finished)$/i;

export async function* answerOf(question: Question): AsyncGenerator<Heard, Ending, undefined> {
  const { signal, providerName, heartbeat } = question;
  let failure: ModelFailure | null = null;
  try {
    for await (const part of heartbeat.between(await partsOf(question))) {
      if (part === 'beat') yield { type: 'alive' };
      else if (part.type === 'text-delta') {
        if (part.text !== '') yield { type: 'text', text: part.text };
      } else if (part.type === 'reasoning-delta') {
        if (part.text !== '') yield { type: 'thinking', text: part.text };
      } else if (part.type === 'error') failure ??= failureOf(part.error, providerName, Date.now());
      else if (part.type === 'finish') {
        const tokens = tokensOf(part.totalUsage);
        if (tokens !== null) yield { type: 'used', tokens };
        failure ??= unfinished(part, providerName);
        return signal.aborted ? { type: 'aborted' } : endingOf(failure);
      }
    }
  } catch (error) {
    failure ??= failureOf(error, providerName, Date.now());
  }
  if (signal.aborted) return { type: 'aborted' };
  failure ??= failureOf(new Error('the stream ended without a finish reason'), providerName, Date.now());
  return { type: 'failed', failure };
}

function endingOf(failure: ModelFailure | null): Ending {
  return failure === null ? { type: 'complete' } : { type: 'failed', failure };
}

async function partsOf({
  model,
  instructions,
  temperature,
  messages,
  schema,
  maxOutputTokens,
  signal,
}: Question): Promise<AsyncIterable<StreamPart>> {
  const { jsonSchema, Output, streamText } = await loadPart(() => import('ai'));
  // Warnings are about settings of ours that a model does not take; the library would print them.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return streamText({
    model,
    ...(instructions !== null && { instructions }),
    ...(temperature !== null && { temperature }),
    messages,
    ...(maxOutputTokens !== null && { maxOutputTokens }),
    maxRetries: 0,
    abortSignal: signal,
    onError: () => {},
    providerOptions: {
      // What is judged is the user's; it is not left with the provider.
      openai: { store: false, ...(schema !== null && { strictJsonSchema: isStrict(schema) }) },
    },
    ...(schema !== null && { output: Output.object({ schema: jsonSchema(schema) }) }),
  }).stream;
}

/** Null for an answer that is complete. */
function unfinished(
  { finishReason, rawFinishReason }: { finishReason: string; rawFinishReason?: string | undefined },
  provider: string,
): ModelFailure | null {
  const ended = (kind: ModelFailure['kind'], why: string, retryable = false): ModelFailure => ({
    kind,
    message: `${provider} ${why}`,
    retryable,
    retryAfterMs: null,
  });
  switch (finishReason) {
    case 'stop':
      return null;
    case 'length':
      return ended('cut', 'reached its limit on output before the answer was complete');
    case 'content-filter':
      return ended('refused', `declined to answer (${rawFinishReason ?? 'content filter'})`);
    case 'tool-calls':
      return ended('malformed', 'asked for a tool, and none is offered');
    case 'interrupted':
      return ended('cut', 'ended its answer without a word that it is complete', true);
    default:
      if (rawFinishReason !== undefined && NORMAL_ENDS.test(rawFinishReason)) return null;
      return rawFinishReason === undefined
        ? ended('cut', 'ended its answer without a word that it is complete', true)
        : ended(
            'other',
            `ended its answer for a reason that is not known here: ${rawFinishReason.slice(0, 60)}`,
          );
  }
}

/** Null where the provider said nothing of it. */
function tokensOf(usage: LanguageModelUsage): TokenCounts | null {
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) return null;
  return {
    input: usage.inputTokens ?? 0,
    output: usage.outputTokens ?? 0,
    cacheRead: usage.inputTokenDetails.cacheReadTokens ?? 0,
    cacheWrite: usage.inputTokenDetails.cacheWriteTokens ?? 0,
  };
}

/** OpenAI takes a schema strictly only when every object is closed and every property required. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (typeof properties === 'object' && properties !== null) {
    const names = Array.isArray(required) ? required : [];
    if (additionalProperties !== false) return false;
    if (!Object.keys(properties).every((name) => names.includes(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}

/** `session/update` frames as deltas. Pure; kinds nobody here knows are passed over, as the protocol wants it. */
import { z } from 'zod';
import type { AgentDelta } from '../session.ts';
import { BrokenFrameError, type JsonFrame } from './dialogue.ts';

const UpdateSchema = z.looseObject({
  sessionId: z.string(),
  update: z.looseObject({ sessionUpdate: z.string() }),
});
const ChunkSchema = z.looseObject({
  content: z.looseObject({ type: z.string(), text: z.string().optional() }),
  messageId: z.string().nullish(),
});
const ToolCallSchema = z.looseObject({ title: z.string().catch('a tool') });
const NoticeSchema = z.looseObject({ message: z.string() });

export type AcpUpdate =
  | { type: 'text'; text: string; messageId: string | null }
  | { type: 'deltas'; deltas: AgentDelta[] };

const NOTHING: AcpUpdate = { type: 'deltas', deltas: [] };

/** Null for an update of another session. */
export function readUpdate(params: unknown, sessionId: string): { update: AcpUpdate; raw: JsonFrame } | null {
  const parsed = UpdateSchema.safeParse(params);
  if (!parsed.success) throw new BrokenFrameError('a session/update without an update');
  if (parsed.data.sessionId !== sessionId) return null;
  const raw = parsed.data.update;
  return { update: updateOf(raw.sessionUpdate, raw), raw };
}

function updateOf(kind: string, raw: JsonFrame): AcpUpdate {
  switch (kind) {
    case 'agent_message_chunk': {
      const { content, messageId } = chunkOf(kind, raw);
      return { type: 'text', text: content.text ?? '', messageId: messageId ?? null };
    }
    case 'agent_thought_chunk': {
      const { text = '' } = chunkOf(kind, raw).content;
      return text === '' ? NOTHING : { type: 'deltas', deltas: [{ type: 'thinking', text }] };
    }
    case 'tool_call': {
      const { title } = ToolCallSchema.parse(raw);
      return { type: 'deltas', deltas: [{ type: 'notice', kind: 'progress', message: `uses ${title}` }] };
    }
    case 'notice': {
      const parsed = NoticeSchema.safeParse(raw);
      if (!parsed.success) return NOTHING;
      return { type: 'deltas', deltas: [{ type: 'notice', kind: 'progress', message: parsed.data.message }] };
    }
    default:
      return NOTHING;
  }
}

function chunkOf(kind: string, raw: JsonFrame): z.infer<typeof ChunkSchema> {
  const parsed = ChunkSchema.safeParse(raw);
  if (!parsed.success) throw new BrokenFrameError(`an ${kind} without content`);
  return parsed.data;
}

/** Where an agent says what it used: each does it in its own place, and one counts from the session's beginning. */
export type AcpUsage = 'response' | 'response-total' | 'response-quota' | 'chunk-meta' | 'none';

interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

const TokensSchema = z.looseObject({ inputTokens: z.number(), outputTokens: z.number() });
const AtResponse = z.looseObject({ usage: TokensSchema });
const AtMeta = z.looseObject({ _meta: z.looseObject({ usage: TokensSchema }) });
const AtQuota = z.looseObject({
  _meta: z.looseObject({
    quota: z.looseObject({
      token_count: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }),
    }),
  }),
});

export class UsageReader {
  readonly #where: AcpUsage;
  #total: Tokens = { inputTokens: 0, outputTokens: 0 };

  constructor(where: AcpUsage) {
    this.#where = where;
  }

  ofChunk(raw: unknown): AgentDelta[] {
    const parsed = this.#where === 'chunk-meta' ? AtMeta.safeParse(raw).data : undefined;
    return parsed === undefined ? [] : delta(parsed._meta.usage);
  }

  ofResponse(raw: unknown): AgentDelta[] {
    if (this.#where === 'response-quota') {
      const tokens = AtQuota.safeParse(raw).data?._meta.quota.token_count;
      if (tokens === undefined) return [];
      return delta({ inputTokens: tokens.input_tokens, outputTokens: tokens.output_tokens });
    }
    if (this.#where !== 'response' && this.#where !== 'response-total') return [];
    const usage = AtResponse.safeParse(raw).data?.usage;
    if (usage === undefined) return [];
    if (this.#where === 'response') return delta(usage);
    const before = this.#total;
    this.#total = usage;
    return delta({
      inputTokens: Math.max(0, usage.inputTokens - before.inputTokens),
      outputTokens: Math.max(0, usage.outputTokens - before.outputTokens),
    });
  }
}

function delta({ inputTokens, outputTokens }: Tokens): AgentDelta[] {
  return [{ type: 'usage', inputTokens, outputTokens, costUsd: null }];
}

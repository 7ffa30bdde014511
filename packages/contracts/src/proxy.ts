/** `POST /api/proxy/stream`: one answer of a model API with the caller's own key, as server-sent events. */
import { z } from 'zod';
import { CredentialsSchema } from './credentials.ts';
import { AGENT_ERROR_KINDS } from './theater/critique.ts';

const PROXY_PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'] as const;

const MAX_MESSAGES = 200;
const MAX_MESSAGE_CHARS = 4_000_000;
const content = z.string().min(1).max(MAX_MESSAGE_CHARS);

/** Without `apiKey` the daemon's own key for this provider is used; never together with a `baseUrl`. */
export const ProxyRequestSchema = CredentialsSchema.extend({
  provider: z.enum(PROXY_PROVIDERS),
  model: z.string().trim().min(1).max(200),
  system: content.optional(),
  /** In order; the last one is the user's. */
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content }))
    .min(1)
    .max(MAX_MESSAGES)
    .refine((messages) => messages.at(-1)?.role === 'user', {
      message: 'the last message must be the user’s',
    }),
});
export type ProxyRequest = z.infer<typeof ProxyRequestSchema>;

/** The data of one event; `type` is also its name. Exactly one `end` or `error` comes last. */
export const ProxyEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({
    type: z.literal('usage'),
    inputTokens: z.number(),
    outputTokens: z.number(),
    /** Null: the price is not known. */
    costUsd: z.number().nullable(),
  }),
  z.object({ type: z.literal('notice'), kind: z.string(), message: z.string() }),
  z.object({ type: z.literal('error'), kind: z.enum(AGENT_ERROR_KINDS), message: z.string() }),
  z.object({ type: z.literal('end') }),
]);
export type ProxyEvent = z.infer<typeof ProxyEventSchema>;

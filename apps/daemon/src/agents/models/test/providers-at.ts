/** The five providers with their real clients, against a scripted server. */

import { openKeyRing } from '../../keys.ts';
import type { Agent, AgentDelta, AgentTurn } from '../../session.ts';
import { createModelAgents } from '../agents.ts';
import { PROVIDER_IDS, type ProviderId } from '../providers.ts';
import type { RetryPolicy } from '../retry.ts';

export const MARKED_KEY = 'sk-marked-0123456789abcdef0123';
/** As in the default, without the waiting. */
const IMPATIENT: RetryPolicy = { maxAttempts: 3, firstWaitMs: 5, longestWaitMs: 60_000, maxExtra: 8 };

export const EVERY_PROVIDER: readonly ProviderId[] = PROVIDER_IDS;

export function environmentAt(url: string, key = MARKED_KEY): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    GEMINI_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: url,
    OPENAI_COMPATIBLE_API_KEY: key,
    OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
    OD_OPENAI_COMPATIBLE_MODEL: 'some-model',
    OLLAMA_API_KEY: key,
    OLLAMA_HOST: url,
    OD_OLLAMA_MODEL: 'llama',
  };
}

interface ProviderOptions {
  retry?: RetryPolicy;
  key?: string;
  temperature?: number;
}

export function agentAt(
  id: ProviderId,
  url: string,
  { retry = IMPATIENT, key = MARKED_KEY, temperature }: ProviderOptions = {},
): Agent {
  const env = environmentAt(url, key);
  const agents = createModelAgents({
    env,
    keys: openKeyRing(env, '/nonexistent/keys.json'),
    guardedFetch: () => Promise.reject(new Error('nothing here comes from a request')),
    retry,
  });
  const agent = agents.create(id, { model: null, ...(temperature !== undefined && { temperature }) });
  if (agent === null) throw new Error(`there is no ${id}`);
  return agent;
}

export const REQUEST = {
  runId: 'r-1',
  subject: { kind: 'brief', text: 'x' },
  workDir: '/nonexistent',
} as const;

/** Everything a turn says, text joined; what was withdrawn is not in it. */
export interface Heard {
  text: string;
  thinking: string;
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null }[];
  notices: { kind: string; message: string; retryAfterMs?: number }[];
  errors: { kind: string; message: string }[];
  ended: boolean;
  deltas: AgentDelta[];
}

export async function hear(deltas: AsyncIterable<AgentDelta>): Promise<Heard> {
  const heard: Heard = {
    text: '',
    thinking: '',
    usage: [],
    notices: [],
    errors: [],
    ended: false,
    deltas: [],
  };
  for await (const delta of deltas) {
    heard.deltas.push(delta);
    switch (delta.type) {
      case 'text':
        heard.text += delta.text;
        break;
      case 'thinking':
        heard.thinking += delta.text;
        break;
      case 'usage':
        heard.usage.push(delta);
        break;
      case 'notice':
        heard.notices.push(delta);
        break;
      case 'error':
        heard.errors.push(delta);
        break;
      case 'end':
        heard.ended = true;
        break;
      case 'restart':
        heard.text = '';
        break;
      case 'alive':
        break;
    }
  }
  return heard;
}

export async function hearTurn(agent: Agent, turn: AgentTurn): Promise<Heard> {
  const session = await agent.open(REQUEST, new AbortController().signal);
  try {
    return await hear(session.send(turn));
  } finally {
    await session.close();
  }
}

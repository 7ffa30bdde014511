/** The model APIs as data: names, where their keys and addresses come from, and which client speaks to them. */
import type { LanguageModel } from 'ai';
import type { ModelVariable } from '../../env-table.ts';
import { loadPart } from '../../optional-parts.ts';

export const PROVIDER_IDS = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

export interface Connection {
  baseUrl: string;
  apiKey: string | null;
  fetch: typeof fetch;
}

export interface Provider {
  id: ProviderId;
  name: string;
  keyVariables: readonly ModelVariable[];
  /** False where a server may do without. */
  needsKey: boolean;
  baseUrlVariables: readonly ModelVariable[];
  /** Null: there is no address to begin with. */
  defaultBaseUrl: string | null;
  /** What the client appends its paths to, from whatever people write into the variable. */
  normaliseBaseUrl(url: string): string;
  modelVariable: ModelVariable;
  /** Null: only the user knows which models there are. */
  defaultModel: string | null;
  structured: 'native' | 'text';
  keyPage: string | null;
  /** Loads the provider's client when it is needed, and not before. */
  connect(connection: Connection, model: string): Promise<LanguageModel>;
}

const trimmed = (url: string): string => url.trim().replace(/\/+$/, '');
/** Most tools want the address without its version, the client wants it with. */
const versioned =
  (version: string) =>
  (url: string): string =>
    /\/v\d[a-z0-9]*$/.test(trimmed(url)) ? trimmed(url) : `${trimmed(url)}/${version}`;

export const PROVIDERS: Readonly<Record<ProviderId, Provider>> = {
  anthropic: {
    id: 'anthropic',
    name: 'Anthropic API',
    keyVariables: ['ANTHROPIC_API_KEY'],
    needsKey: true,
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    defaultBaseUrl: 'https://api.anthropic.com',
    normaliseBaseUrl: versioned('v1'),
    modelVariable: 'OD_ANTHROPIC_MODEL',
    defaultModel: 'claude-sonnet-5',
    structured: 'native',
    keyPage: 'platform.claude.com',
    async connect({ baseUrl, apiKey, fetch }, model) {
      const { createAnthropic } = await loadPart(() => import('@ai-sdk/anthropic'));
      return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(model);
    },
  },
  openai: {
    id: 'openai',
    name: 'OpenAI API',
    keyVariables: ['OPENAI_API_KEY'],
    needsKey: true,
    baseUrlVariables: ['OPENAI_BASE_URL'],
    defaultBaseUrl: 'https://api.openai.com/v1',
    normaliseBaseUrl: trimmed,
    modelVariable: 'OD_OPENAI_MODEL',
    defaultModel: 'gpt-5.4',
    structured: 'native',
    keyPage: 'platform.openai.com',
    async connect({ baseUrl, apiKey, fetch }, model) {
      const { createOpenAI } = await loadPart(() => import('@ai-sdk/openai'));
      return createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).responses(model);
    },
  },
  google: {
    id: 'google',
    name: 'Google Gemini API',
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    needsKey: true,
    baseUrlVariables: ['GOOGLE_GEMINI_BASE_URL'],
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    normaliseBaseUrl: versioned('v1beta'),
    modelVariable: 'OD_GOOGLE_MODEL',
    defaultModel: 'gemini-2.5-pro',
    structured: 'native',
    keyPage: 'aistudio.google.com',
    async connect({ baseUrl, apiKey, fetch }, model) {
      const { createGoogle } = await loadPart(() => import('@ai-sdk/google'));
      return createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(model);
    },
  },
  'openai-compatible': {
    id: 'openai-compatible',
    name: 'OpenAI-compatible API',
    keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
    needsKey: false,
    baseUrlVariables: ['OPENAI_COMPATIBLE_BASE_URL'],
    defaultBaseUrl: null,
    normaliseBaseUrl: trimmed,
    modelVariable: 'OD_OPENAI_COMPATIBLE_MODEL',
    defaultModel: null,
    // Some of these servers refuse a request that asks for a schema; all of them can be asked in words.
    structured: 'text',
    keyPage: null,
    async connect({ baseUrl, apiKey, fetch }, model) {
      const { createOpenAICompatible } = await loadPart(() => import('@ai-sdk/openai-compatible'));
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseUrl,
        ...(apiKey !== null && { apiKey }),
        includeUsage: true,
        fetch,
      })(model);
    },
  },
  ollama: {
    id: 'ollama',
    name: 'Ollama',
    keyVariables: ['OLLAMA_API_KEY'],
    needsKey: false,
    baseUrlVariables: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'],
    defaultBaseUrl: 'http://127.0.0.1:11434',
    normaliseBaseUrl: (text) => versioned('v1')(ollamaAddress(text)),
    modelVariable: 'OD_OLLAMA_MODEL',
    defaultModel: null,
    structured: 'native',
    keyPage: null,
    async connect({ baseUrl, apiKey, fetch }, model) {
      const { createOpenAICompatible } = await loadPart(() => import('@ai-sdk/openai-compatible'));
      return createOpenAICompatible({
        name: 'ollama',
        baseURL: baseUrl,
        ...(apiKey !== null && { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
        fetch,
      })(model);
    },
  },
};

/** OLLAMA_HOST is also `host`, `host:port` or `:port`, and 0.0.0.0 for a server that listens everywhere. */
function ollamaAddress(text: string): string {
  const given = trimmed(text);
  const withScheme = /^https?:\/\//i.test(given)
    ? given
    : `http://${given.startsWith(':') ? `127.0.0.1${given}` : given}`;
  const url = URL.parse(withScheme);
  if (url === null) return given;
  if (url.port === '' && !/^https?:\/\//i.test(given)) url.port = '11434';
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  return trimmed(url.href);
}

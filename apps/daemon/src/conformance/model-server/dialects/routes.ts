/** Which dialect an address speaks. Base paths differ from client to client, so only the end of the path counts. */
import { type ModelRequest, promptText, tokensOf } from '../act.ts';
import { ANTHROPIC } from './anthropic.ts';
import { CHAT } from './chat.ts';
import type { Dialect } from './dialect.ts';
import { GEMINI } from './gemini.ts';
import { OLLAMA } from './ollama.ts';
import { RESPONSES } from './responses.ts';

const ENDINGS: readonly { pattern: RegExp; dialect: Dialect }[] = [
  { pattern: /\/messages$/, dialect: ANTHROPIC },
  { pattern: /\/chat\/completions$/, dialect: CHAT },
  { pattern: /\/responses$/, dialect: RESPONSES },
  { pattern: /:(?:streamGenerateContent|generateContent)$/, dialect: GEMINI },
  { pattern: /\/api\/chat$/, dialect: OLLAMA },
];

export function dialectAt(path: string): Dialect | null {
  return ENDINGS.find(({ pattern }) => pattern.test(path))?.dialect ?? null;
}

/** The small questions real clients ask beside the answer itself. Null where there is nothing. */
export function sideAnswer(method: string, path: string, body: unknown): unknown {
  if (method === 'POST') {
    if (path.endsWith('/messages/count_tokens'))
      return { input_tokens: countOf(() => ANTHROPIC.read(body, at(path))) };
    if (path.endsWith(':countTokens')) return { totalTokens: countOf(() => GEMINI.read(body, at(path))) };
    if (path.endsWith('/api/show')) return { details: {}, model_info: {}, capabilities: ['completion'] };
    return null;
  }
  if (path === '/' || path === '') return { status: 'ok' };
  if (path.endsWith('/api/version')) return { version: '0.0.0' };
  if (path.endsWith('/api/tags')) return { models: [{ name: MODEL, model: MODEL }] };
  if (/\/models$/.test(path)) return MODELS;
  const one = /\/models\/([^/]+)$/.exec(path)?.[1];
  return one === undefined ? null : { ...modelOf(decodeURIComponent(one)), name: `models/${one}` };
}

const MODEL = 'scripted-model';
const MODELS = {
  object: 'list',
  data: [modelOf(MODEL)],
  has_more: false,
  models: [{ name: `models/${MODEL}`, supportedGenerationMethods: ['generateContent', 'countTokens'] }],
};

function modelOf(id: string): Record<string, unknown> {
  return { id, object: 'model', type: 'model', created: 0, owned_by: 'scripted', display_name: id };
}

function at(path: string): { path: string; query: URLSearchParams } {
  return { path, query: new URLSearchParams() };
}

function countOf(read: () => ModelRequest): number {
  try {
    return tokensOf(promptText(read()));
  } catch {
    return 0;
  }
}

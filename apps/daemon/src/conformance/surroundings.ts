/**
 * How each CLI is pointed at our model server: the variables and settings files it documents for a model of one's
 * own. Nothing of the machine's own configuration is used: its HOME is a fresh folder that holds these files only.
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PinnedAgent, plainPath } from './binaries.ts';

/** Looks like a key, opens nothing. */
export const DUMMY_KEY = 'sk-scripted-000000000000000000000000';
const MODEL = 'scripted-model';

interface Surroundings {
  env?: Readonly<Record<string, string>>;
  /** Relative to HOME. */
  files?: Readonly<Record<string, string>>;
}

const POINTED_AT: Readonly<Record<string, (url: string) => Surroundings>> = {
  gemini: (url) => ({
    // A model by name: else a small model is asked first which one to take.
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: DUMMY_KEY, GEMINI_MODEL: 'gemini-2.5-flash' },
    files: { '.gemini/settings.json': json({ security: { auth: { selectedType: 'gemini-api-key' } } }) },
  }),
  codex: (url) => ({
    env: { OPENAI_API_KEY: DUMMY_KEY },
    files: {
      '.codex/config.toml': `model = "${MODEL}"
model_provider = "scripted"
[model_providers.scripted]
name = "Scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`,
    },
  }),
  claude: (url) => ({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: DUMMY_KEY } }),
  qwen: (url) => ({
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: DUMMY_KEY, OPENAI_MODEL: MODEL },
    files: { '.qwen/settings.json': json({ security: { auth: { selectedType: 'openai' } } }) },
  }),
  copilot: (url) => ({
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: DUMMY_KEY,
      COPILOT_MODEL: MODEL,
    },
  }),
  opencode: (url) => ({
    env: {
      OPENCODE_CONFIG_CONTENT: json({
        model: `scripted/${MODEL}`,
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Scripted',
            options: { baseURL: `${url}/v1`, apiKey: DUMMY_KEY },
            models: { [MODEL]: { name: 'Scripted' } },
          },
        },
      }),
    },
  }),
  kimi: (url) => ({
    files: {
      '.kimi-code/config.toml': `default_model = "scripted"
[providers.scripted]
type = "openai"
base_url = "${url}/v1"
api_key = "${DUMMY_KEY}"
[models.scripted]
provider = "scripted"
model = "${MODEL}"
max_context_size = 1000000
`,
    },
  }),
  pi: (url) => ({
    files: {
      '.pi/agent/settings.json': json({ defaultProvider: 'scripted', defaultModel: MODEL }),
      '.pi/agent/models.json': json({
        providers: {
          scripted: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: DUMMY_KEY,
            models: [{ id: MODEL, name: 'Scripted', contextWindow: 1_000_000, maxTokens: 100_000 }],
          },
        },
      }),
    },
  }),
  continue: (url) => ({
    files: {
      '.continue/config.yaml': `name: scripted
version: 0.0.1
schema: v1
models:
  - name: scripted
    provider: openai
    model: ${MODEL}
    apiBase: ${url}/v1
    apiKey: ${DUMMY_KEY}
    roles: [chat]
`,
    },
  }),
};

/** Model APIs: our own clients, which need no program. */
const MODEL_APIS: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> = {
  anthropic: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: DUMMY_KEY }),
  openai: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: DUMMY_KEY }),
  google: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: DUMMY_KEY }),
  'openai-compatible': (url) => ({
    OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: DUMMY_KEY,
    OD_OPENAI_COMPATIBLE_MODEL: MODEL,
  }),
  ollama: (url) => ({ OLLAMA_HOST: url, OD_OLLAMA_MODEL: MODEL }),
};

/** Somebody who can be tried here. */
export interface Candidate {
  id: string;
  /** Null for what has none of its own. */
  version: string | null;
  /** The whole environment for an engine in `folder` whose agent finds its model at `url`. */
  surround(url: string, folder: string): Promise<Record<string, string>>;
}

export const API_CANDIDATES: readonly Candidate[] = Object.entries(MODEL_APIS).map(([id, env]) => ({
  id,
  version: null,
  async surround(url, folder) {
    const home = join(folder, 'home');
    await mkdir(home, { recursive: true });
    return { HOME: home, ...env(url) };
  },
}));

export function cliCandidate(pin: PinnedAgent): Candidate {
  const { id, version } = pin;
  return { id, version, surround: (url, folder) => makeSurroundings(pin, url, folder) };
}

/**
 * Makes a HOME in `folder` for one agent that finds its model at `url`, and returns the whole environment for the
 * engine. `PATH` holds the pinned program under the name users type, the Node this runs on and the system's tools.
 */
export async function makeSurroundings(
  pin: PinnedAgent,
  url: string,
  folder: string,
): Promise<Record<string, string>> {
  const { env = {}, files = {} } = POINTED_AT[pin.id]?.(url) ?? {};
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');
  await mkdir(home, { recursive: true });
  await mkdir(bin, { recursive: true });
  await symlink(pin.file, join(bin, pin.bin));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text);
  }
  return { PATH: `${bin}:${plainPath()}`, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...env };
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/**
 * Every environment variable that changes what we do, as data: code reads them through `env.ts`, and
 * docs/configuration.md is written from here. What is only handed on to other programs is listed with those programs.
 */
import { delimiter } from 'node:path';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import { ROLLOUT_PHASES } from '@design-jury/contracts/skills';
import {
  type CritiqueConfig,
  FALLBACK_POLICIES,
  GROUNDING_MODES,
} from '@design-jury/contracts/theater/critique';
import { OTEL_VARIABLES } from './otel-variables.ts';

/** A parser answers with the value, or with `undefined` for text it does not take. */
interface Variable {
  /** What it does, for the documents. */
  does: string;
  takes: string;
  /** What holds where it is not set, in words. */
  otherwise: string;
  parse: (text: string) => unknown;
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

const switchWord = (text: string) => WORDS[text.trim().toLowerCase()];
const positiveInteger = (text: string) =>
  /^\d{1,15}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : undefined;
/** What may be put around an agent's program. */
export const SANDBOX_MODES = ['auto', 'off', 'require'] as const;

const LOG_WORDS = ['debug', 'info', 'warn', 'error', 'off'] as const;

const MOST_THREADS = 64;
const threadCount = (text: string) => {
  const count = positiveInteger(text);
  return count !== undefined && count <= MOST_THREADS ? count : undefined;
};
const decimal = (text: string) => (/^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined);
const groundingMode = (text: string) => GROUNDING_MODES.find((mode) => mode === text.trim().toLowerCase());
const fallbackPolicy = (text: string) => FALLBACK_POLICIES.find((policy) => policy === text.trim());
const rolloutPhase = (text: string) => ROLLOUT_PHASES.find((phase) => phase === text.trim().toUpperCase());
/** The whole text: a path or a password may begin or end with a space. */
const verbatim = (text: string) => text;
const trimmed = (text: string) => text.trim();
const pathList = (text: string) => text.split(delimiter).filter((path) => path !== '');
/** Set by many services to `true`, to `1`, or to their own name. */
const isAutomation = (text: string) => !['0', 'false'].includes(text.trim().toLowerCase());

/** `key`: what it sets in the configuration of a theater run. */
export const CRITIQUE_VARIABLES = {
  OD_CRITIQUE_ENABLED: {
    key: 'enabled',
    does: 'whether runs from a brief are judged, where neither skill nor project says',
    takes: 'true or false',
    otherwise: 'as the rollout phase says',
    parse: switchWord,
  },
  OD_CRITIQUE_MAX_ROUNDS: {
    key: 'maxRounds',
    does: 'rounds of a run, at most',
    takes: 'a whole number from 1 to 20',
    otherwise: '3',
    parse: positiveInteger,
  },
  OD_CRITIQUE_SCORE_THRESHOLD: {
    key: 'scoreThreshold',
    does: 'composite the gate asks for',
    takes: 'a number from 0 to the score scale, such as 8.0',
    otherwise: '8.0',
    parse: decimal,
  },
  OD_CRITIQUE_SCORE_SCALE: {
    key: 'scoreScale',
    does: 'the highest score there is',
    takes: 'a number above 0, at most 1000',
    otherwise: '10',
    parse: decimal,
  },
  OD_CRITIQUE_ROUND_TIMEOUT_MS: {
    key: 'perRoundTimeoutMs',
    does: 'how long one round may take',
    takes: 'milliseconds, a whole number above 0',
    otherwise: '90000',
    parse: positiveInteger,
  },
  OD_CRITIQUE_TOTAL_TIMEOUT_MS: {
    key: 'totalTimeoutMs',
    does: 'how long a whole run may take',
    takes: 'milliseconds, a whole number above 0',
    otherwise: '240000',
    parse: positiveInteger,
  },
  OD_CRITIQUE_PARSER_MAX_BLOCK_BYTES: {
    key: 'parserMaxBlockBytes',
    does: 'the longest block an agent may write; `jury review` raises it for large pages where it is not set',
    takes: 'bytes, a whole number of at least 64',
    otherwise: '262144',
    parse: positiveInteger,
  },
  OD_CRITIQUE_PLATEAU_ROUNDS: {
    key: 'plateauRounds',
    does: 'stop after this many rounds in which nothing improved',
    takes: 'a whole number from 1 to 20',
    otherwise: '0 (never)',
    parse: positiveInteger,
  },
  OD_CRITIQUE_MAX_TOKENS: {
    key: 'maxTokens',
    does: 'stop a run that has used more tokens than this',
    takes: 'tokens of a whole run, a whole number above 0',
    otherwise: 'no limit',
    parse: positiveInteger,
  },
  OD_CRITIQUE_MAX_COST_USD: {
    key: 'maxCostUsd',
    does: 'stop a run that is known to have cost more than this',
    takes: 'US dollars of a whole run, a number above 0 such as 0.50',
    otherwise: 'no limit',
    parse: decimal,
  },
  OD_CRITIQUE_FALLBACK_POLICY: {
    key: 'fallbackPolicy',
    does: 'which round is kept when no round passes the gate',
    takes: FALLBACK_POLICIES.join(', '),
    otherwise: 'ship_best',
    parse: fallbackPolicy,
  },
  OD_CRITIQUE_GROUNDING: {
    key: 'grounding',
    does: "what is done with faults measured on an agent's page",
    takes: GROUNDING_MODES.join(', '),
    otherwise: 'gate',
    parse: groundingMode,
  },
  OD_CRITIQUE_MAX_CONCURRENT_RUNS: {
    key: 'maxConcurrentRuns',
    does: 'runs at once; the others wait in a queue',
    takes: 'a whole number above 0',
    otherwise: 'number of cores',
    parse: positiveInteger,
  },
} as const satisfies Record<string, Variable & { key: keyof CritiqueConfig }>;

/** Parsed by the schema of the setting they name, which also holds for jury.config.json. */
export const CONTENT_VARIABLES = {
  OD_CONTENT_CRITIC_CONCURRENCY: {
    setting: 'criticConcurrency',
    does: 'critics asked at once in a run, 1 to 16',
  },
  OD_CONTENT_RUN_CONCURRENCY: {
    setting: 'runConcurrency',
    does: 'taken and without effect, 1 to 64: OD_CRITIQUE_MAX_CONCURRENT_RUNS bounds the runs of all protocols',
  },
  OD_CONTENT_CRITIC_MAX_TOKENS: { setting: 'criticMaxTokens', does: 'tokens of a critique, 64 to 131072' },
  OD_CONTENT_SELECTION_MAX_TOKENS: {
    setting: 'selectionMaxTokens',
    does: 'tokens of a selection of critics, 64 to 131072',
  },
  OD_CONTENT_AUTHOR_MAX_TOKENS: { setting: 'authorMaxTokens', does: 'tokens of a draft, 64 to 131072' },
  OD_CONTENT_BRAND_MAX_TOKENS: { setting: 'brandMaxTokens', does: 'tokens of a brand, 64 to 131072' },
  OD_CONTENT_TIME_BUDGET_MS: {
    setting: 'timeBudgetMs',
    does: 'milliseconds in one process, then the run pauses; `--budget` is the same in seconds',
  },
  OD_CONTENT_STATE_TTL_SECONDS: {
    setting: 'stateTtlSeconds',
    does: 'how long the keys of a run can be read after its last step, 60 to 2592000 (30 days)',
  },
  OD_CONTENT_LOCK_TTL_SECONDS: {
    setting: 'lockTtlSeconds',
    does: 'how long the key that names the run of an idea can be read, 10 to 86400',
  },
  OD_CONTENT_SELECTION_RETRIES: {
    setting: 'selectionRetries',
    does: 'how often a selection is asked for again when its answer cannot be used, 0 to 5',
  },
  OD_CONTENT_CRITIC_RETRIES: {
    setting: 'criticRetries',
    does: 'how often a critic is asked again when its answer cannot be used, 0 to 5',
  },
  OD_CONTENT_QUALITY_TARGET: {
    setting: 'qualityTarget',
    does: 'the mean a text should reach; an approved text below it gets a warning and stays approved',
  },
  OD_CONTENT_EXHAUSTION_DRAFT: {
    setting: 'exhaustionDraft',
    does: 'which draft is saved when the rounds are used up: latest or best',
  },
  OD_CONTENT_BRAND_FALLBACK: {
    setting: 'brandFallback',
    does: "when an agent's brand cannot be used: fail (the deployment) or offline (use the built-in one)",
  },
} as const satisfies Record<string, { setting: keyof ContentSettings; does: string }>;

const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i;

function hostList(text: string): string[] | undefined {
  const hosts = text.split(/[\s,]+/).filter((host) => host !== '');
  return hosts.every((host) => HOST.test(host)) ? hosts : undefined;
}

const FOLDER_VARIABLES = {
  OD_AGENT_SANDBOX: {
    does: "the sandbox around an agent's program; `--sandbox` wins",
    takes: 'auto, off or require',
    otherwise: 'auto: one where the machine has it',
    parse: (text: string) => SANDBOX_MODES.find((mode) => mode === text.trim().toLowerCase()),
  },
  OD_AGENT_HOSTS: {
    does: 'addresses that an agent in a sandbox may reach beside those of its model',
    takes: 'hosts with or without a port, with spaces or commas between them',
    otherwise: 'none',
    parse: hostList,
  },
  OD_MEASURING_THREADS: {
    does: 'threads that measure pages, at most',
    takes: `a whole number from 1 to ${MOST_THREADS}`,
    otherwise: 'number of cores',
    parse: threadCount,
  },
  OD_LOG_LEVEL: {
    does: 'what the log of a data folder holds; see docs/operations.md',
    takes: 'debug, info, warn, error or off',
    otherwise: 'info',
    parse: (text: string) => LOG_WORDS.find((word) => word === text.trim().toLowerCase()),
  },
  OD_PROJECT_DIR: {
    does: 'the project that is judged: no agent takes settings from it or writes into it; servers set it to their `--root`',
    takes: 'a folder',
    otherwise: 'the folder a command is called in',
    parse: verbatim,
  },
  OD_DATA_DIR: {
    does: 'where runs, the database and user files are kept; `--data` wins',
    takes: 'a folder only its owner can open',
    otherwise:
      '`design-jury/<hash of the project>` in the state folder, see [runs](runs.md#what-is-on-the-disk)',
    parse: verbatim,
  },
  OD_AGENTS_FILE: {
    does: 'a file with agents of your own, see [runs](runs.md#agents)',
    takes: 'a file only its owner can write',
    otherwise: '`design-jury/agents.json` in `XDG_CONFIG_HOME`',
    parse: verbatim,
  },
  OD_SKILLS_DIR: {
    does: 'more folders with skills; `skills` in jury.config.json adds to them',
    takes: `folders, separated by \`${delimiter}\``,
    otherwise: 'none',
    parse: pathList,
  },
  OD_DESIGN_SYSTEMS_DIR: {
    does: 'more folders with design systems; `designSystems` in jury.config.json adds to them',
    takes: `folders, separated by \`${delimiter}\``,
    otherwise: 'none',
    parse: pathList,
  },
  OD_KEYS_FILE: {
    does: 'a file with keys of model APIs',
    takes: 'a file only its owner can read',
    otherwise: '`design-jury/keys.json` in `XDG_CONFIG_HOME`',
    parse: verbatim,
  },
  OD_BROWSER: {
    does: 'the browser to measure with; no other is used',
    takes: 'the path of a program',
    otherwise: 'a Chromium, Chrome or Edge on `PATH`, else the one from npm',
    parse: verbatim,
  },
  PATH: {
    does: 'where agent CLIs and browsers are looked for',
    takes: 'a path list',
    otherwise: 'nothing is found',
    parse: verbatim,
  },
  HOME: {
    does: 'where agent CLIs keep their logins, and the parent of the default `XDG_CONFIG_HOME` and `XDG_STATE_HOME`',
    takes: 'a folder',
    otherwise: "the user's home folder",
    parse: verbatim,
  },
  XDG_CONFIG_HOME: {
    does: 'the parent of `design-jury/keys.json` and `design-jury/agents.json`',
    takes: 'an absolute path',
    otherwise: '`~/.config`',
    parse: verbatim,
  },
  XDG_CACHE_HOME: {
    does: 'the parent of `design-jury/`: compiled code of the published package',
    takes: 'an absolute path',
    otherwise: '`~/.cache`',
    parse: verbatim,
  },
  XDG_STATE_HOME: {
    does: 'the parent of `design-jury/`: data folders, consents to configuration that is code, folders agents work in',
    takes: 'an absolute path',
    otherwise: '`~/.local/state`; on macOS `~/Library/Application Support`',
    parse: verbatim,
  },
  APPDATA: {
    does: 'on Windows, what `XDG_CONFIG_HOME` is elsewhere',
    takes: 'an absolute path',
    otherwise: '`~/AppData/Roaming`',
    parse: verbatim,
  },
  LOCALAPPDATA: {
    does: 'on Windows, what `XDG_STATE_HOME` is elsewhere',
    takes: 'an absolute path',
    otherwise: '`~/AppData/Local`',
    parse: verbatim,
  },
} as const satisfies Record<string, Variable>;

const DAEMON_VARIABLES = {
  OD_CRITIQUE_ROLLOUT_PHASE: {
    does: 'which runs from a brief are judged by default, see [rollout](decisions/0008-rollout-phase.md)',
    takes: ROLLOUT_PHASES.join(', '),
    otherwise: 'M3',
    parse: rolloutPhase,
  },
  OD_TOKEN: {
    does: 'the token of the HTTP API; `--token` wins',
    takes: 'a secret text of at least 16 characters',
    otherwise: 'the one in the file `token` of the data folder, made at the first start',
    parse: verbatim,
  },
  OD_DATABASE_URL: {
    does: 'the PostgreSQL that makes this `jury serve` or `jury worker` a node of a fleet',
    takes: 'an address such as postgres://jury:secret@db.example:5432/jury',
    otherwise: 'everything is in the data folder',
    parse: verbatim,
  },
  OD_DATABASE_CONNECTIONS: {
    does: 'how many connections a node of a fleet opens for its queries; one more listens',
    takes: 'a whole number above 0',
    otherwise: '10',
    parse: positiveInteger,
  },
  OD_DRAIN_SECONDS: {
    does: 'how long runs of a node of a fleet may still take after SIGTERM; then they are handed back or ended',
    takes: 'a whole number above 0',
    otherwise: '30',
    parse: positiveInteger,
  },
  REDIS_URL: {
    does: 'a Redis for the keys with a time to live of the content pipeline',
    takes: 'an address such as redis://127.0.0.1:6379',
    otherwise: 'the database in the data folder',
    parse: verbatim,
  },
  OD_PROXY_ALLOWED_HOSTS: {
    does: 'hosts a request may name as its model API although they are not on the public internet',
    takes: 'up to 100 of host or host:port, such as localhost:11434',
    otherwise: 'none',
    parse: verbatim,
  },
} as const satisfies Record<string, Variable>;

const key = (of: string) => ({
  does: `key of ${of}`,
  takes: 'a secret text',
  otherwise: 'the key in the file of `OD_KEYS_FILE`',
  parse: trimmed,
});
const address = (of: string, otherwise: string) => ({
  does: `address of ${of}`,
  takes: 'a URL',
  otherwise,
  parse: trimmed,
});
const model = (of: string, otherwise: string) => ({
  does: `model of ${of}; \`--model\` wins`,
  takes: 'a name',
  otherwise: `\`OD_MODEL\`, else ${otherwise}`,
  parse: trimmed,
});

const MODEL_VARIABLES = {
  OD_MODEL: {
    does: 'model of every API that has none of its own below; `--model` wins',
    takes: 'a name',
    otherwise: "each provider's default",
    parse: trimmed,
  },
  ANTHROPIC_API_KEY: key('the Anthropic API'),
  ANTHROPIC_BASE_URL: address('the Anthropic API', 'https://api.anthropic.com'),
  OD_ANTHROPIC_MODEL: model('the Anthropic API', 'claude-sonnet-5'),
  OPENAI_API_KEY: key('the OpenAI API'),
  OPENAI_BASE_URL: address('the OpenAI API', 'https://api.openai.com/v1'),
  OD_OPENAI_MODEL: model('the OpenAI API', 'gpt-5.4'),
  GOOGLE_GENERATIVE_AI_API_KEY: key('the Google Gemini API'),
  GEMINI_API_KEY: key('the Google Gemini API, second choice'),
  GOOGLE_API_KEY: key('the Google Gemini API, third choice'),
  GOOGLE_GEMINI_BASE_URL: address('the Google Gemini API', 'https://generativelanguage.googleapis.com'),
  OD_GOOGLE_MODEL: model('the Google Gemini API', 'gemini-2.5-pro'),
  OPENAI_COMPATIBLE_API_KEY: key('an OpenAI-compatible server, if it needs one'),
  OPENAI_COMPATIBLE_BASE_URL: address('an OpenAI-compatible server', 'none: it must be set'),
  OD_OPENAI_COMPATIBLE_MODEL: model('an OpenAI-compatible server', 'none: it must be set'),
  OLLAMA_API_KEY: key('Ollama, if it needs one'),
  OLLAMA_BASE_URL: address('Ollama', '`OLLAMA_HOST`'),
  OLLAMA_HOST: address('Ollama, second choice; host, host:port and :port are also read', '127.0.0.1:11434'),
  OD_OLLAMA_MODEL: model('Ollama', 'none: it must be set'),
} as const satisfies Record<string, Variable>;

const TERMINAL_VARIABLES = {
  NO_COLOR: {
    does: 'no colours, see no-color.org',
    takes: 'any text',
    otherwise: 'colours on a terminal',
    parse: verbatim,
  },
  FORCE_COLOR: {
    does: 'colours without a terminal; 0 turns them off',
    takes: '1 or 0',
    otherwise: 'colours on a terminal',
    parse: (text: string) => text.trim() !== '0',
  },
  TERM: {
    does: '`dumb` turns colours and the live view off',
    takes: 'the name of a terminal',
    otherwise: 'a terminal that can draw',
    parse: verbatim,
  },
  LC_ALL: {
    does: 'whether the terminal shows more than ASCII',
    takes: 'a locale; UTF-8 in its name says yes',
    otherwise: '`LC_CTYPE`',
    parse: verbatim,
  },
  LC_CTYPE: { does: 'the same', takes: 'a locale', otherwise: '`LANG`', parse: verbatim },
  LANG: {
    does: 'the same',
    takes: 'a locale',
    otherwise: 'ASCII on Linux, UTF-8 elsewhere',
    parse: verbatim,
  },
  CI: {
    does: 'nobody is asked at the terminal, no configuration that is code is run, and `jury conformance --live` is refused',
    takes: 'any text but 0 and false',
    otherwise: 'somebody may be asked',
    parse: isAutomation,
  },
} as const satisfies Record<string, Variable>;

/** For the documents, in this order. */
export const VARIABLE_GROUPS = [
  { title: 'Files and folders', variables: FOLDER_VARIABLES },
  { title: 'The daemon', variables: DAEMON_VARIABLES },
  { title: 'Model APIs', variables: MODEL_VARIABLES },
  { title: 'The terminal', variables: TERMINAL_VARIABLES },
  { title: 'Telemetry', variables: OTEL_VARIABLES },
] as const;

export const VARIABLES = {
  ...CRITIQUE_VARIABLES,
  ...FOLDER_VARIABLES,
  ...DAEMON_VARIABLES,
  ...MODEL_VARIABLES,
  ...TERMINAL_VARIABLES,
  ...OTEL_VARIABLES,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
export type ModelVariable = keyof typeof MODEL_VARIABLES;

/**
 * The command-line agents people use, as data: how each is run without a terminal, what it may see, how it says
 * that it is done, how it is installed and logged in. Adding one is adding a row, and a decoder where its stream
 * has a shape of its own. How those that hold a conversation are spoken to is in `transports/agent.ts`.
 *
 * Every row runs read-only, without tools where the program can be told so, and with its own retries turned down:
 * retrying is the caller's.
 */
import type { PromptWay } from './cli-agent.ts';
import { CODEX_LIMIT_FLAGS, withoutCodexServers } from './codex-limits.ts';
import { decodeClaude, decodeClaudeLike } from './decoders/claude-like.ts';
import { decodeCodex } from './decoders/codex.ts';
import { decodeCopilot } from './decoders/copilot.ts';
import { decodeCursor } from './decoders/cursor.ts';
import type { CreateDecoder } from './decoders/decoder.ts';
import { decodeGemini } from './decoders/gemini.ts';
import { decodeKimi } from './decoders/kimi.ts';
import { decodeOpencode } from './decoders/opencode.ts';
import { decodePi } from './decoders/pi.ts';
import { decodeAider, decodePlainText } from './decoders/plain.ts';
import type { ServerRule } from './disabled-tool-servers.ts';
import type { EnvironmentRule } from './environment.ts';
import type { NetworkRule } from './model-addresses.ts';
import type { OwnFolder } from './own-folder.ts';
import { REQUEST_LIMIT } from './request-limit.ts';
import type { AgentCapabilities } from './session.ts';

/**
 * `gated`: only where the program's own help names the first of them; other versions do without. `protects`: keeps the
 * program from acting, so every version gets it, whatever its help says; one that does not take it is refused.
 */
export type Flags = readonly string[] | { gated: readonly string[] } | { protects: readonly string[] };

export interface CliAgent extends Pick<AgentCapabilities, 'deltas' | 'usage'> {
  id: string;
  name: string;
  /** What users type. */
  command: string;
  /** Null where it does not come from npm. */
  package: string | null;
  /** The platform's own binary, beside the package: npm's wrapper does not always pass signals on, or run at all. */
  native?: NativeBinary;
  /** One run without a terminal; the prompt comes last where it is not on stdin. */
  run: readonly Flags[];
  /** Flags in conversation beside those of its protocol. @default none */
  conversationFlags?: readonly Flags[];
  /** How its help is asked for, with the flags of `run`. */
  help: readonly string[];
  prompt: PromptWay;
  /** Standard output as a file: it leaves without waiting until its answer has been taken. @default a pipe */
  output?: 'file';
  /** Names the model, where a run asks for one. */
  modelFlag: string | null;
  /** Arguments that name it in conversation, with `{model}`; null where only a single run can be told. */
  conversationModel: readonly string[] | null;
  decoder: CreateDecoder;
  /** The positive terminal event, for people. */
  saysDone: string;
  environment: EnvironmentRule;
  /** Settings of its own that lie in the run's folder, by name. */
  files?: Readonly<Record<string, string>>;
  /** It asks its model more than it tells the use of. @default false */
  usageIsLeast?: true;
  /** It writes its home at its first start: that is done alone. @default false */
  furnishesHome?: true;
  /** Folders in the home where conversations are kept by the name of the working folder, and no flag prevents it. */
  traces?: readonly string[];
  /** Where it keeps conversations under names of its own, and no flag prevents it. */
  ownFolder?: OwnFolder;
  /** Where no flag keeps it from starting the user's servers for tools. @default one does, or there are none */
  servers?: ServerRule;
  /** Where its model is, for a sandbox without any other network. @default not known: nobody has tried it */
  network?: NetworkRule;
  /** It takes a proxy that its environment names, and may ask without end and without a word. @default false */
  proxied?: true;
  /** Older ones cannot be held back as this row wants it, and are refused. Null: any. */
  minimumVersion: string | null;
  /** The version that all of this was tried with; null where only its public description was. */
  triedVersion: string | null;
  install: string;
  login: Login;
}

export interface NativeBinary {
  /** `{os}` and `{cpu}` as Node calls them. */
  package: string;
  path: string;
  /** `{triple}` in the path. */
  triples?: Readonly<Record<string, string>>;
}

export interface Login {
  how: string;
  /** Any of these variables is a login. */
  variables: readonly string[];
  /** Any of these files is one; relative to the home folder, or to the folder a variable names. */
  files: readonly { variable?: string; path: string }[];
  /** False where it may also be kept where we do not look: then a login is either seen or not known. */
  complete: boolean;
}

/** Documented by all of them: behind a company's proxy nothing works without. */
const NETWORK = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
] as const;

const AWS = [
  'AWS_REGION',
  'AWS_PROFILE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
] as const;

const VERTEX = ['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'] as const;

const XDG = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'] as const;

const GEMINI_POLICY = 'gemini-policy.toml';
/** In its safe mode it takes no list of what is allowed; what is left out has to be named. */
const QWEN_TOOLS = [
  ...['agent', 'ask_user_question', 'create_sub_session', 'cron_create', 'cron_delete', 'cron_list', 'edit'],
  ...['enter_plan_mode', 'enter_worktree', 'exit_plan_mode', 'exit_worktree', 'get_goal', 'glob'],
  ...['grep_search', 'list_agents', 'list_directory', 'loop_wakeup', 'lsp', 'monitor', 'notebook_edit'],
  ...['read_file', 'read_mcp_resource', 'record_artifact', 'report_findings', 'run_shell_command'],
  ...['save_memory', 'send_message', 'skill', 'task_stop', 'todo_write', 'tool_call', 'tool_search'],
  ...['update_goal', 'web_fetch', 'web_search', 'write_file', 'zoom_image'],
] as const;
const QWEN_ALONE: readonly Flags[] = [
  { protects: ['--safe-mode'] },
  { protects: ['--exclude-tools', ...QWEN_TOOLS] },
];
/** No tool, no server, no extension: nothing has the name. */
const GEMINI_ALONE: readonly Flags[] = [
  { protects: ['--policy', GEMINI_POLICY] },
  { protects: ['--allowed-mcp-server-names', 'none'] },
  { protects: ['--extensions', 'none'] },
];
const KIMI_PROFILE = 'kimi-profile.md';
const KIMI_WITHOUT_TOOLS = `description: Judges and writes pages.
tools: []
---

You answer with text. You have no tools.
`;
const OPENCODE_SETTINGS = 'opencode.json';

function opencodeSettings(servers: readonly string[]): string {
  const mcp = Object.fromEntries(servers.map((name) => [name, { enabled: false }]));
  return `${JSON.stringify({ tools: { '*': false }, mcp })}\n`;
}

/** Variables by their names, in a block of text. */
function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** What most of them have in common need not be said in their rows. */
type CliRow = Omit<CliAgent, 'help' | 'prompt' | 'modelFlag' | 'conversationModel' | 'install' | 'login'> &
  Partial<Pick<CliAgent, 'help' | 'prompt' | 'modelFlag' | 'conversationModel' | 'install'>> & {
    login: Omit<Login, 'complete'> & Partial<Pick<Login, 'complete'>>;
  };

const ROWS: readonly CliRow[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    command: 'claude',
    package: '@anthropic-ai/claude-code',
    native: { package: '@anthropic-ai/claude-code-{os}-{cpu}', path: 'claude' },
    run: [
      ['-p', '--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ['--no-session-persistence', '--strict-mcp-config', '--max-turns', '10', '--tools', ''],
      // Hooks, plugins and instructions of the user's; the login and the choice of a model stay.
      { protects: ['--safe-mode'] },
    ],
    conversationFlags: [{ protects: ['--safe-mode'] }],
    conversationModel: ['--model', '{model}'],
    decoder: decodeClaude,
    deltas: 'token',
    usage: true,
    saysDone: '`type: "result"` without `is_error`',
    environment: {
      allow: [
        ...names(`
          ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL ANTHROPIC_CUSTOM_HEADERS
          ANTHROPIC_MODEL ANTHROPIC_DEFAULT_HAIKU_MODEL ANTHROPIC_DEFAULT_OPUS_MODEL
          ANTHROPIC_DEFAULT_SONNET_MODEL ANTHROPIC_SMALL_FAST_MODEL ANTHROPIC_VERTEX_PROJECT_ID
          CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CODE_USE_BEDROCK CLAUDE_CODE_USE_FOUNDRY CLAUDE_CODE_USE_VERTEX
          CLAUDE_CONFIG_DIR CLOUD_ML_REGION
        `),
        ...AWS,
        ...VERTEX,
        ...NETWORK,
      ],
      fixed: {
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_MAX_RETRIES: '0',
        DISABLE_AUTOUPDATER: '1',
      },
    },
    network: {
      variables: ['ANTHROPIC_BASE_URL'],
      hosts: ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com', 'claude.ai'],
      settings: [{ variable: 'CLAUDE_CONFIG_DIR', path: 'settings.json' }, { path: '.claude/settings.json' }],
      unknownWith: ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_FOUNDRY', 'CLAUDE_CODE_USE_VERTEX'],
    },
    minimumVersion: '2.1.0',
    triedVersion: '2.1.325',
    login: {
      how: 'Run claude and follow its login, or set ANTHROPIC_API_KEY.',
      variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
      files: [
        { variable: 'CLAUDE_CONFIG_DIR', path: '.credentials.json' },
        { path: '.claude/.credentials.json' },
      ],
    },
  },
  {
    id: 'codex',
    name: 'Codex CLI',
    command: 'codex',
    package: '@openai/codex',
    native: {
      package: '@openai/codex-{os}-{cpu}',
      path: 'vendor/{triple}/bin/codex',
      triples: {
        'linux-x64': 'x86_64-unknown-linux-musl',
        'linux-arm64': 'aarch64-unknown-linux-musl',
        'darwin-x64': 'x86_64-apple-darwin',
        'darwin-arm64': 'aarch64-apple-darwin',
      },
    },
    run: [
      ['exec', '--json', '--skip-git-repo-check', '-s', 'read-only'],
      { protects: ['--ephemeral'] },
      ['--color', 'never'],
      CODEX_LIMIT_FLAGS,
    ],
    conversationFlags: [CODEX_LIMIT_FLAGS],
    furnishesHome: true,
    servers: {
      list: ['mcp', 'list', '--json'],
      key: null,
      without: (names) => ({ args: withoutCodexServers(names) }),
    },
    help: ['exec', '--help'],
    conversationModel: ['-c', 'model="{model}"'],
    decoder: decodeCodex,
    deltas: 'block',
    usage: true,
    saysDone: '`turn.completed`',
    environment: {
      allow: [
        ...names(`
          OPENAI_API_KEY OPENAI_BASE_URL OPENAI_ORGANIZATION OPENAI_PROJECT CODEX_API_KEY CODEX_HOME
        `),
        ...NETWORK,
      ],
    },
    network: {
      variables: ['OPENAI_BASE_URL'],
      hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
      settings: [{ variable: 'CODEX_HOME', path: 'config.toml' }, { path: '.codex/config.toml' }],
    },
    minimumVersion: '0.100.0',
    triedVersion: '0.166.0',
    login: {
      how: 'Run codex login, or set CODEX_API_KEY.',
      variables: ['CODEX_API_KEY'],
      files: [{ variable: 'CODEX_HOME', path: 'auth.json' }, { path: '.codex/auth.json' }],
    },
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    command: 'gemini',
    package: '@google/gemini-cli',
    run: [['-o', 'stream-json'], { gated: ['--skip-trust'] }, ...GEMINI_ALONE],
    conversationFlags: GEMINI_ALONE,
    traces: ['.gemini/tmp', '.gemini/history'],
    files: {
      [GEMINI_POLICY]: '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
      // Requests of one prompt; without tools there is one.
      '.gemini/settings.json':
        '{"hooksConfig":{"enabled":false},"advanced":{"ignoreLocalEnv":true},"model":{"maxSessionTurns":10}}\n',
    },
    conversationModel: ['--model', '{model}'],
    decoder: decodeGemini,
    deltas: 'token',
    usage: true,
    saysDone: '`type: "result"` with `status: "success"`',
    environment: {
      allow: [
        ...names(`
          GEMINI_API_KEY GEMINI_MODEL GOOGLE_API_KEY GOOGLE_GEMINI_BASE_URL GOOGLE_GENAI_USE_GCA
          GOOGLE_GENAI_USE_VERTEXAI GOOGLE_VERTEX_BASE_URL GEMINI_CLI_HOME
        `),
        ...VERTEX,
        ...NETWORK,
      ],
      // Its settings in the run's folder are ours, and count only in a folder it trusts.
      fixed: { GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    },
    network: {
      variables: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
      hosts: [
        ...['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
        ...['www.googleapis.com', 'accounts.google.com'],
      ],
      settings: [{ path: '.gemini/settings.json' }],
      unknownWith: ['GOOGLE_GENAI_USE_VERTEXAI'],
    },
    minimumVersion: '0.50.0',
    triedVersion: '0.61.0',
    login: {
      how: 'Run gemini and follow its login, or set GEMINI_API_KEY.',
      variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
      files: [{ path: '.gemini/oauth_creds.json' }, { path: '.gemini/gemini-credentials.json' }],
    },
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    package: 'opencode-ai',
    native: { package: 'opencode-{os}-{cpu}', path: 'bin/opencode' },
    run: [['run', '--format', 'json'], { protects: ['--pure'] }],
    conversationFlags: [{ protects: ['--pure'] }],
    files: { [OPENCODE_SETTINGS]: opencodeSettings([]) },
    servers: {
      list: ['debug', 'config', '--pure'],
      key: 'mcp',
      without: (names) => ({ files: { [OPENCODE_SETTINGS]: opencodeSettings(names) } }),
    },
    help: ['run', '--help'],
    decoder: decodeOpencode,
    deltas: 'block',
    usage: true,
    // It also asks for a title, and does not tell what that used.
    usageIsLeast: true,
    // An answer that is no stream makes it ask again at once, for ever.
    proxied: true,
    saysDone: '`step_finish` with `reason: "stop"`',
    environment: {
      allow: [
        ...names(`
          OPENCODE_CONFIG OPENCODE_CONFIG_CONTENT OPENCODE_CONFIG_DIR OPENCODE_API_KEY ANTHROPIC_API_KEY
          OPENAI_API_KEY GEMINI_API_KEY GOOGLE_GENERATIVE_AI_API_KEY OPENROUTER_API_KEY GROQ_API_KEY
          XAI_API_KEY DEEPSEEK_API_KEY MISTRAL_API_KEY
        `),
        ...AWS,
        ...XDG,
        ...NETWORK,
      ],
      fixed: {
        // Its conversations, which would stay with those of the user.
        OPENCODE_DB: ':memory:',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_SHARE: '1',
        OPENCODE_PERMISSION: '{"edit":"deny","bash":"deny","webfetch":"deny"}',
      },
    },
    network: {
      keys: [
        ...(['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'] as const),
        ...(['GOOGLE_GENERATIVE_AI_API_KEY', 'OPENROUTER_API_KEY', 'GROQ_API_KEY', 'XAI_API_KEY'] as const),
        ...(['DEEPSEEK_API_KEY', 'MISTRAL_API_KEY'] as const),
      ],
      settings: [
        { variable: 'OPENCODE_CONFIG_DIR', path: 'opencode.json' },
        { variable: 'XDG_CONFIG_HOME', path: 'opencode/opencode.json' },
        { path: '.config/opencode/opencode.json' },
        { path: '.config/opencode/opencode.jsonc' },
      ],
      texts: ['OPENCODE_CONFIG_CONTENT'],
      unknownWithFiles: [
        { variable: 'XDG_DATA_HOME', path: 'opencode/auth.json' },
        { path: '.local/share/opencode/auth.json' },
      ],
      unknownWith: ['OPENCODE_CONFIG', 'AWS_BEARER_TOKEN_BEDROCK', 'AWS_PROFILE', 'AWS_ACCESS_KEY_ID'],
    },
    minimumVersion: '1.0.0',
    triedVersion: '1.18.33',
    login: {
      how: 'Run opencode auth login.',
      variables: [
        'OPENCODE_API_KEY',
        'ANTHROPIC_API_KEY',
        'OPENAI_API_KEY',
        'GEMINI_API_KEY',
        'OPENROUTER_API_KEY',
      ],
      files: [
        { variable: 'XDG_DATA_HOME', path: 'opencode/auth.json' },
        { path: '.local/share/opencode/auth.json' },
      ],
    },
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    command: 'qwen',
    package: '@qwen-code/qwen-code',
    run: [
      ['-o', 'stream-json', '--include-partial-messages'],
      { protects: ['--approval-mode', 'default'] },
      { protects: ['--chat-recording=false'] },
      ...QWEN_ALONE,
    ],
    conversationFlags: QWEN_ALONE,
    traces: ['.qwen/tmp', '.qwen/projects'],
    conversationModel: ['--model', '{model}'],
    decoder: decodeClaudeLike,
    deltas: 'token',
    usage: true,
    // It also asks for suggestions, and does not tell what that used.
    usageIsLeast: true,
    saysDone: '`type: "result"` without `is_error`',
    environment: {
      allow: [
        ...names(`
          OPENAI_API_KEY OPENAI_BASE_URL OPENAI_MODEL DASHSCOPE_API_KEY BAILIAN_CODING_PLAN_API_KEY
          ANTHROPIC_API_KEY ANTHROPIC_BASE_URL ANTHROPIC_MODEL GEMINI_API_KEY GEMINI_MODEL
        `),
        ...NETWORK,
      ],
    },
    network: {
      variables: ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL'],
      hosts: [
        ...['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'coding.dashscope.aliyuncs.com'],
        ...['portal.qwen.ai', 'chat.qwen.ai'],
      ],
      keys: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY'],
      settings: [{ path: '.qwen/settings.json' }],
    },
    minimumVersion: '0.20.0',
    triedVersion: '0.24.4',
    login: {
      how: 'Run qwen and follow its login, or set OPENAI_API_KEY and OPENAI_BASE_URL.',
      variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY', 'ANTHROPIC_API_KEY'],
      files: [{ path: '.qwen/oauth_creds.json' }],
    },
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot CLI',
    command: 'copilot',
    package: '@github/copilot',
    native: { package: '@github/copilot-{os}-{cpu}', path: 'copilot' },
    run: [
      ['--output-format', 'json', '--stream', 'on', '--no-color'],
      { protects: ['--available-tools=none'] },
      { protects: ['--no-custom-instructions'] },
      { protects: ['--disable-builtin-mcps'] },
      { gated: ['--trust-folder'] },
      { gated: ['--no-ask-user'] },
      { gated: ['--no-auto-update'] },
    ],
    conversationFlags: [
      { protects: ['--available-tools=none'] },
      { protects: ['--no-custom-instructions'] },
      { protects: ['--disable-builtin-mcps'] },
    ],
    // Heard in a folder it trusts, and in conversation it trusts none.
    files: { '.github/copilot/settings.json': '{"disableAllHooks":true}\n' },
    servers: {
      list: ['mcp', 'list', '--json'],
      key: 'mcpServers',
      without: (names) => ({ args: names.map((name) => `--disable-mcp-server=${name}`) }),
    },
    ownFolder: {
      variable: 'COPILOT_HOME',
      usual: '.copilot',
      apart: [
        ...['session-state', 'history-session-state', 'logs', 'command-history-state.json'],
        ...['session-store.db', 'session-store.db-wal', 'session-store.db-shm', 'settings.json.lock'],
      ],
    },
    conversationModel: ['--model', '{model}'],
    decoder: decodeCopilot,
    deltas: 'token',
    usage: false,
    saysDone: '`result` with `exitCode: 0` and no `session.error`',
    environment: {
      allow: [
        ...names(`
          COPILOT_GITHUB_TOKEN GH_TOKEN GITHUB_TOKEN GH_HOST COPILOT_GH_HOST COPILOT_HOME COPILOT_MODEL
          COPILOT_OFFLINE COPILOT_PROVIDER_API_KEY COPILOT_PROVIDER_BASE_URL COPILOT_PROVIDER_BEARER_TOKEN
          COPILOT_PROVIDER_HEADERS COPILOT_PROVIDER_MODEL_ID COPILOT_PROVIDER_TYPE
          COPILOT_PROVIDER_WIRE_API COPILOT_PROVIDER_WIRE_MODEL
        `),
        ...XDG,
        ...NETWORK,
      ],
    },
    network: {
      variables: ['COPILOT_PROVIDER_BASE_URL'],
      hosts: [
        ...['api.github.com', 'github.com', 'api.githubcopilot.com', 'api.individual.githubcopilot.com'],
        ...['api.business.githubcopilot.com', 'api.enterprise.githubcopilot.com'],
      ],
      unknownWith: ['GH_HOST', 'COPILOT_GH_HOST'],
    },
    minimumVersion: '1.0.0',
    triedVersion: '1.0.102',
    login: {
      how: 'Run copilot login, or set COPILOT_GITHUB_TOKEN.',
      variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'],
      files: [],
    },
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    command: 'kimi',
    package: '@moonshot-ai/kimi-code',
    // Without a profile of its own it would act unasked. Its standard input is not read.
    run: [{ protects: ['--agent-file', KIMI_PROFILE] }, ['--output-format', 'stream-json', '-p']],
    files: {
      [KIMI_PROFILE]: `---\nname: jury\n${KIMI_WITHOUT_TOOLS}`,
      // In conversation no profile can be asked for: this one takes the place of the program's own.
      '.kimi-code/agents/agent.md': `---\nname: agent\noverride: true\n${KIMI_WITHOUT_TOOLS}`,
      // Else it would look for it at the root of the repository that the data folder may lie in.
      '.git': '',
    },
    traces: ['.kimi-code/sessions'],
    prompt: 'argument',
    decoder: decodeKimi,
    deltas: 'block',
    usage: false,
    saysDone: 'exit code 0 after an answer; it has no event for it',
    environment: {
      allow: [
        ...names(`
          KIMI_API_KEY KIMI_CODE_BASE_URL KIMI_CODE_HOME KIMI_CODE_OAUTH_HOST KIMI_MODEL_API_KEY
          KIMI_MODEL_BASE_URL KIMI_MODEL_MAX_CONTEXT_SIZE KIMI_MODEL_MAX_OUTPUT_SIZE KIMI_MODEL_NAME
          KIMI_MODEL_PROVIDER_TYPE MOONSHOT_API_KEY
        `),
        ...NETWORK,
      ],
      fixed: { KIMI_CODE_NO_AUTO_UPDATE: '1' },
    },
    network: {
      variables: ['KIMI_CODE_BASE_URL', 'KIMI_MODEL_BASE_URL', 'KIMI_CODE_OAUTH_HOST'],
      hosts: ['api.kimi.com', 'auth.kimi.com', 'api.moonshot.ai', 'api.moonshot.cn'],
      settings: [{ variable: 'KIMI_CODE_HOME', path: 'config.toml' }, { path: '.kimi-code/config.toml' }],
    },
    minimumVersion: '2.0.0',
    triedVersion: '2.1.0',
    login: {
      how: 'Run kimi login.',
      variables: ['KIMI_API_KEY'],
      files: [{ variable: 'KIMI_CODE_HOME', path: 'credentials' }, { path: '.kimi-code/credentials' }],
    },
  },
  {
    id: 'pi',
    name: 'pi',
    command: 'pi',
    package: '@earendil-works/pi-coding-agent',
    run: [
      ['--mode', 'json', '--no-session', '--no-tools', '--no-extensions', '--no-skills'],
      { protects: ['--no-context-files'] },
      ['-p'],
    ],
    conversationModel: ['--model', '{model}'],
    decoder: decodePi,
    deltas: 'token',
    usage: true,
    saysDone: '`agent_end` after a message with `stopReason: "stop"`',
    environment: {
      allow: [
        ...names(`
          ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_OAUTH_TOKEN OPENAI_API_KEY AZURE_OPENAI_API_KEY
          AZURE_OPENAI_API_VERSION AZURE_OPENAI_BASE_URL AZURE_OPENAI_DEPLOYMENT_NAME_MAP
          AZURE_OPENAI_RESOURCE_NAME AI_GATEWAY_API_KEY CEREBRAS_API_KEY DEEPSEEK_API_KEY GEMINI_API_KEY
          GROQ_API_KEY KIMI_API_KEY MINIMAX_API_KEY MISTRAL_API_KEY MOONSHOT_API_KEY OPENCODE_API_KEY
          OPENROUTER_API_KEY TOGETHER_API_KEY XAI_API_KEY ZAI_API_KEY PI_CODING_AGENT_DIR PI_PACKAGE_DIR
        `),
        ...AWS,
        ...NETWORK,
      ],
      fixed: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    },
    network: {
      keys: [
        ...(['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'CEREBRAS_API_KEY', 'DEEPSEEK_API_KEY'] as const),
        ...(['GEMINI_API_KEY', 'GROQ_API_KEY', 'MISTRAL_API_KEY', 'MOONSHOT_API_KEY'] as const),
        ...(['OPENCODE_API_KEY', 'OPENROUTER_API_KEY', 'TOGETHER_API_KEY', 'XAI_API_KEY'] as const),
        ...(['ZAI_API_KEY'] as const),
      ],
      settings: [{ variable: 'PI_CODING_AGENT_DIR', path: 'models.json' }, { path: '.pi/agent/models.json' }],
      unknownWithFiles: [
        { variable: 'PI_CODING_AGENT_DIR', path: 'auth.json' },
        { path: '.pi/agent/auth.json' },
      ],
      unknownWith: [
        ...['AZURE_OPENAI_API_KEY', 'AI_GATEWAY_API_KEY', 'KIMI_API_KEY', 'MINIMAX_API_KEY'],
        ...['AWS_BEARER_TOKEN_BEDROCK', 'AWS_PROFILE', 'AWS_ACCESS_KEY_ID', 'ANTHROPIC_OAUTH_TOKEN'],
      ],
    },
    minimumVersion: '0.80.0',
    triedVersion: '0.87.1',
    login: {
      how: 'Run pi and use /login, or set the key of your provider.',
      variables: [
        'ANTHROPIC_API_KEY',
        'OPENAI_API_KEY',
        'GEMINI_API_KEY',
        'OPENROUTER_API_KEY',
        'KIMI_API_KEY',
      ],
      files: [{ variable: 'PI_CODING_AGENT_DIR', path: 'auth.json' }, { path: '.pi/agent/auth.json' }],
    },
  },
  {
    id: 'continue',
    name: 'Continue CLI',
    command: 'cn',
    package: '@continuedev/cli',
    // Its read-only mode runs commands, and hears no list of tools.
    run: [['-p', '--exclude=*']],
    // It reads what is there at that moment, and takes a pipe that is still being written for none.
    prompt: 'stdin-file',
    output: 'file',
    ownFolder: {
      variable: 'CONTINUE_GLOBAL_DIR',
      usual: '.continue',
      apart: ['sessions', 'logs', 'index', 'dev_data', '.diffs', '.utils'],
    },
    decoder: decodePlainText,
    deltas: 'end',
    usage: false,
    saysDone: 'exit code 0 after an answer; it has no event for it',
    environment: {
      allow: [
        'CONTINUE_API_KEY',
        'CONTINUE_API_BASE',
        'CONTINUE_GLOBAL_DIR',
        'ANTHROPIC_API_KEY',
        ...NETWORK,
      ],
      fixed: {
        CONTINUE_CLI_DISABLE_COMMIT_SIGNATURE: '1',
        CONTINUE_TELEMETRY_ENABLED: '0',
        NODE_OPTIONS: REQUEST_LIMIT,
      },
    },
    network: {
      variables: ['CONTINUE_API_BASE'],
      keys: ['CONTINUE_API_KEY', 'ANTHROPIC_API_KEY'],
      settings: [{ variable: 'CONTINUE_GLOBAL_DIR', path: 'config.yaml' }, { path: '.continue/config.yaml' }],
      pairs: { provider: /^[ -]*provider:/gm, address: /^[ -]*apiBase:/gm },
    },
    minimumVersion: '1.5.0',
    triedVersion: '1.5.47',
    login: {
      how: 'Run cn login, or set CONTINUE_API_KEY.',
      variables: ['CONTINUE_API_KEY', 'ANTHROPIC_API_KEY'],
      files: [{ path: '.continue/auth.json' }, { path: '.continue/config.yaml' }],
      complete: true,
    },
  },
  {
    id: 'cursor-agent',
    name: 'Cursor Agent',
    command: 'cursor-agent',
    package: null,
    run: [
      ['--print', '--output-format', 'stream-json'],
      { gated: ['--stream-partial-output'] },
      { protects: ['--mode', 'ask'] },
      { gated: ['--trust'] },
    ],
    decoder: decodeCursor,
    deltas: 'token',
    usage: false,
    saysDone: '`type: "result"` with `subtype: "success"`',
    environment: { allow: ['CURSOR_API_KEY', ...XDG, ...NETWORK] },
    minimumVersion: null,
    triedVersion: null,
    install: 'See cursor.com/cli.',
    login: {
      how: 'Run cursor-agent login, or set CURSOR_API_KEY.',
      variables: ['CURSOR_API_KEY'],
      files: [
        { variable: 'XDG_CONFIG_HOME', path: 'cursor/auth.json' },
        { path: '.config/cursor/auth.json' },
      ],
    },
  },
  {
    id: 'amp',
    name: 'Amp',
    command: 'amp',
    package: '@sourcegraph/amp',
    run: [['-x', '--stream-json']],
    modelFlag: null,
    decoder: decodeClaudeLike,
    deltas: 'block',
    usage: true,
    saysDone: '`type: "result"` without `is_error`',
    environment: { allow: ['AMP_API_KEY', 'AMP_URL', 'AMP_SETTINGS_FILE', ...XDG, ...NETWORK] },
    minimumVersion: null,
    triedVersion: null,
    login: {
      how: 'Run amp login, or set AMP_API_KEY.',
      variables: ['AMP_API_KEY'],
      files: [
        { variable: 'XDG_DATA_HOME', path: 'amp/secrets.json' },
        { path: '.local/share/amp/secrets.json' },
      ],
    },
  },
  {
    id: 'aider',
    name: 'Aider',
    command: 'aider',
    package: null,
    run: [
      ['--yes-always', '--no-pretty', '--no-git', '--no-auto-commits', '--no-check-update'],
      { gated: ['--no-analytics'] },
      { protects: ['--no-suggest-shell-commands'] },
      { protects: ['--chat-mode', 'ask'] },
      ['--message-file'],
    ],
    prompt: 'file',
    decoder: decodeAider,
    deltas: 'token',
    usage: false,
    saysDone: 'exit code 0 after an answer; it has no event for it',
    environment: {
      allow: [
        ...names(`
          ANTHROPIC_API_KEY OPENAI_API_KEY OPENAI_API_BASE GEMINI_API_KEY OPENROUTER_API_KEY
          DEEPSEEK_API_KEY GROQ_API_KEY XAI_API_KEY OLLAMA_API_BASE AIDER_MODEL
        `),
        ...AWS,
        ...NETWORK,
      ],
    },
    minimumVersion: null,
    triedVersion: null,
    install: 'python -m pip install aider-install && aider-install',
    login: {
      how: 'Set the key of your provider, such as ANTHROPIC_API_KEY.',
      variables: [
        'ANTHROPIC_API_KEY',
        'OPENAI_API_KEY',
        'GEMINI_API_KEY',
        'OPENROUTER_API_KEY',
        'DEEPSEEK_API_KEY',
      ],
      files: [],
    },
  },
];

export const CLI_AGENTS: readonly CliAgent[] = ROWS.map((row) => ({
  help: ['--help'],
  prompt: 'stdin',
  modelFlag: '--model',
  conversationModel: null,
  install: `npm install -g ${row.package}`,
  ...row,
  login: { complete: false, ...row.login },
}));

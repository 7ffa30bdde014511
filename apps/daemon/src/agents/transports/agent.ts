/** Agents that hold a conversation: which protocol they speak, and how they differ, as data. */
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { EnvironmentRule, Surroundings } from '../environment.ts';
import type { Reach } from '../model-addresses.ts';
import type { OwnFolder } from '../own-folder.ts';
import type { SandboxMode } from '../sandbox.ts';
import type { Agent, AgentCapabilities } from '../session.ts';
import { AcpDialogue, type AcpManners } from './acp.ts';
import { CLAUDE_STREAM } from './claude-stream.ts';
import { CodexDialogue } from './codex-app-server.ts';
import { openConversation } from './conversation.ts';
import type { Dialogue, DialogueSetting } from './dialogue.ts';
import { LineDialogue } from './line-dialogue.ts';
import { PI_RPC } from './pi-rpc.ts';

export type Transport =
  | { kind: 'acp'; manners: AcpManners }
  | { kind: 'codex-app-server' }
  | { kind: 'claude-stream' }
  | { kind: 'pi-rpc' };

export interface ConversationalProgram extends Pick<AgentCapabilities, 'usage'> {
  id: string;
  name: string;
  command: string;
  args: readonly string[];
  environment: EnvironmentRule;
  /** Settings of its own that lie in the run's folder. */
  files?: Readonly<Record<string, string>>;
  transport: Transport;
  killGraceMs?: number;
  /** As in `Launch`. */
  traces?: readonly string[];
  ownFolder?: OwnFolder;
  sandbox?: SandboxMode;
  reach?: Reach;
  proxied?: boolean;
}

/** What is the same for every installation of an agent. */
export interface Conversationalist {
  /** What turns the program into a peer. */
  args: readonly string[];
  transport: Transport;
  usage: boolean;
  /** @default LONGEST_LEAVING_MS */
  killGraceMs?: number;
}

/** A conversation is over when it is closed: there is nothing to put away, and so less time to leave than others get. */
const LONGEST_LEAVING_MS = 1_000;

/** Read-only and without tools as far as each can be told so; what it still asks for is refused. */
export const CONVERSATIONALISTS = {
  claude: {
    args: [
      '-p',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-partial-messages',
      '--no-session-persistence',
      '--strict-mcp-config',
      '--max-turns',
      '10',
      '--tools',
      '',
    ],
    transport: { kind: 'claude-stream' },
    usage: true,
  },
  codex: {
    args: ['app-server'],
    transport: { kind: 'codex-app-server' },
    usage: true,
    // Without a network it waits for more than four seconds before it goes.
    killGraceMs: 500,
  },
  gemini: {
    args: ['--acp', '--skip-trust'],
    transport: { kind: 'acp', manners: { usage: 'response-quota', mode: 'default' } },
    usage: true,
  },
  qwen: {
    args: ['--acp'],
    // It would edit without asking.
    transport: { kind: 'acp', manners: { usage: 'chunk-meta', mode: 'default' } },
    usage: true,
  },
  opencode: {
    args: ['acp'],
    transport: { kind: 'acp', manners: { usage: 'response' } },
    usage: true,
  },
  copilot: {
    args: ['--acp'],
    transport: {
      kind: 'acp',
      manners: {
        usage: 'response-total',
        // A failure is told in the place of an answer, and the turn is then called complete.
        asides: { note: /^Info: [^\n]{1,200}\s*$/, retry: /Retrying\.{3}\s*$/, error: /^Error: / },
      },
    },
    usage: true,
  },
  kimi: {
    args: ['acp'],
    transport: { kind: 'acp', manners: { usage: 'none' } },
    usage: false,
  },
  pi: {
    args: ['--mode', 'rpc', '--no-session', '--no-tools', '--no-extensions', '--no-skills'],
    transport: { kind: 'pi-rpc' },
    usage: true,
  },
} as const satisfies Record<string, Conversationalist>;

export function createConversationalAgent(
  program: ConversationalProgram,
  surroundings: Surroundings,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Agent {
  const { id, name, command, args, environment, files = {}, transport, usage, traces = [] } = program;
  const { sandbox = 'off', reach, ownFolder, proxied = false } = program;
  return {
    id,
    name,
    capabilities: {
      turns: 'conversational',
      deltas: 'token',
      usage,
      structured: 'text',
      promptLimitBytes: null,
      transport: transport.kind,
      readsPrompt: true,
      measures: false,
      drafts: true,
    },
    open(request, signal) {
      const killGraceMs = Math.min(limits.killGraceMs, program.killGraceMs ?? LONGEST_LEAVING_MS);
      const where = {
        surroundings,
        sandbox,
        proxied,
        ...(reach !== undefined && { reach }),
        ...(ownFolder !== undefined && { ownFolder }),
      };
      const launch = { name, command, args, environment, files, killGraceMs, traces, ...where };
      return openConversation(
        { launch, dialogue: (setting) => dialogueFor(transport, setting) },
        request,
        signal,
      );
    },
  };
}

function dialogueFor(transport: Transport, setting: DialogueSetting): Dialogue {
  switch (transport.kind) {
    case 'acp':
      return new AcpDialogue(setting, transport.manners);
    case 'codex-app-server':
      return new CodexDialogue(setting);
    case 'claude-stream':
      return new LineDialogue(setting, CLAUDE_STREAM);
    case 'pi-rpc':
      return new LineDialogue(setting, PI_RPC);
  }
}

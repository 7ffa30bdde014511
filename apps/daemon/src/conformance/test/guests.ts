/**
 * What users let their agents start: servers for tools, hooks, extensions. Planted in the fresh home of a test, each
 * leaves a mark when it is started. A jury has not invited any of them.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Kind = 'server' | 'hook' | 'extension' | 'extension-server' | 'notifier';

/** A command line that leaves the mark of its kind. */
type Guest = (kind: Kind) => string;

/** What is added to a file of the home, which may be there already: text after it or before it, or keys of a JSON. */
type Addition = { before?: string; after: string } | { json: Readonly<Record<string, unknown>> };

const MARKS = 'marks';
const SERVER = fileURLToPath(new URL('./guest-server.mjs', import.meta.url));

const PLANTED: Readonly<Record<string, (guest: Guest) => Readonly<Record<string, Addition>>>> = {
  claude: (guest) => ({
    '.claude.json': { json: { mcpServers: { guest: { type: 'stdio', ...shell(guest('server')) } } } },
    '.claude/settings.json': {
      json: { hooks: hooksAt(['SessionStart', 'UserPromptSubmit', 'Stop'], guest) },
    },
  }),
  codex: (guest) => ({
    '.codex/config.toml': {
      before: `notify = ["sh", "-c", ${JSON.stringify(guest('notifier'))}]\n`,
      after: `[mcp_servers.guest]\ncommand = "sh"\nargs = ["-c", ${JSON.stringify(guest('server'))}]\n`,
    },
    '.codex/hooks.json': { json: { hooks: hooksAt(['SessionStart', 'UserPromptSubmit', 'Stop'], guest) } },
  }),
  gemini: (guest) => ({
    '.gemini/settings.json': {
      json: {
        mcpServers: { guest: shell(guest('server')) },
        hooks: hooksAt(['SessionStart', 'BeforeAgent', 'BeforeModel'], guest),
      },
    },
    '.gemini/extensions/guest/gemini-extension.json': {
      json: { name: 'guest', version: '1.0.0', mcpServers: { other: shell(guest('extension-server')) } },
    },
  }),
  qwen: (guest) => ({
    '.qwen/settings.json': {
      json: {
        mcpServers: { guest: shell(guest('server')) },
        hooks: hooksAt(['SessionStart', 'UserPromptSubmit', 'Stop'], guest),
      },
    },
    '.qwen/extensions/guest/qwen-extension.json': {
      json: { name: 'guest', version: '1.0.0', mcpServers: { other: shell(guest('extension-server')) } },
    },
  }),
  copilot: (guest) => ({
    '.copilot/mcp-config.json': {
      json: { mcpServers: { guest: { type: 'local', tools: ['*'], ...shell(guest('server')) } } },
    },
    '.copilot/settings.json': {
      json: {
        hooks: Object.fromEntries(
          ['sessionStart', 'userPromptSubmitted', 'sessionEnd'].map((event) => [
            event,
            [{ type: 'command', bash: guest('hook') }],
          ]),
        ),
      },
    },
  }),
  opencode: (guest) => ({
    '.config/opencode/opencode.json': {
      json: { mcp: { guest: { type: 'local', command: ['sh', '-c', guest('server')], enabled: true } } },
    },
    '.config/opencode/plugin/guest.js': { after: extension(guest('extension')) },
  }),
  kimi: (guest) => ({
    '.kimi-code/mcp.json': { json: { mcpServers: { guest: shell(guest('server')) } } },
    '.kimi-code/config.toml': {
      after: ['SessionStart', 'UserPromptSubmit', 'Stop']
        .map((event) => `[[hooks]]\nevent = "${event}"\ncommand = ${JSON.stringify(guest('hook'))}\n`)
        .join(''),
    },
  }),
  pi: (guest) => ({
    '.pi/agent/extensions/guest.js': { after: extension(guest('extension')) },
  }),
  continue: (guest) => ({
    '.continue/config.yaml': {
      after: `mcpServers:\n  - name: guest\n    command: sh\n    args: ["-c", ${JSON.stringify(guest('server'))}]\n`,
    },
    '.continue/settings.json': {
      json: { hooks: hooksAt(['SessionStart', 'UserPromptSubmit', 'Stop'], guest) },
    },
  }),
};

/** What is started all the same, by agent and transport: the program has no switch for it. Its tools are not offered. */
const UNAVOIDABLE: Readonly<Record<string, readonly Kind[]>> = {
  'continue stdio': ['server'],
  'copilot acp': ['hook'],
  'kimi acp': ['hook', 'server'],
  'kimi stdio': ['hook', 'server'],
  'opencode acp': ['extension'],
  'opencode stdio': ['extension'],
};

export function unavoidable(agent: string, transport: string): readonly string[] {
  return UNAVOIDABLE[`${agent} ${transport}`] ?? [];
}

function shell(command: string): { command: string; args: readonly string[] } {
  return { command: 'sh', args: ['-c', command] };
}

function hooksAt(events: readonly string[], guest: Guest): Readonly<Record<string, unknown>> {
  const hook = { matcher: '*', hooks: [{ type: 'command', command: guest('hook') }] };
  return Object.fromEntries(events.map((event) => [event, [hook]]));
}

function extension(command: string): string {
  return `import { execSync } from 'node:child_process';\nexecSync(${JSON.stringify(command)});\nexport const guest = async () => ({});\nexport default () => {};\n`;
}

export async function plantGuests(agent: string, folder: string): Promise<void> {
  const marks = join(folder, MARKS);
  await mkdir(marks, { recursive: true });
  const guest: Guest = (kind) => {
    const mark = join(marks, kind);
    return kind.endsWith('server') ? `exec ${process.execPath} ${SERVER} ${mark}` : `touch ${mark}`;
  };
  const files = PLANTED[agent]?.(guest) ?? {};
  for (const [name, addition] of Object.entries(files)) {
    const path = join(folder, 'home', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, added(await readFile(path, 'utf8').catch(() => ''), addition));
  }
}

function added(text: string, addition: Addition): string {
  if ('json' in addition) return JSON.stringify({ ...JSON.parse(text || '{}'), ...addition.json });
  return (addition.before ?? '') + text + addition.after;
}

/** Kinds of those that were started. */
export async function guestsSeen(folder: string): Promise<string[]> {
  return (await readdir(join(folder, MARKS)).catch(() => [])).sort();
}

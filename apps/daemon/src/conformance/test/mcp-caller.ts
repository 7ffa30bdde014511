/**
 * A real coding agent that has the jury, at a scripted model: as tools over MCP, of which the model calls `check`, or as a hook after
 * the model has written a page. Takes one order as JSON and prints one report: see `stage.ts`.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPins } from '../binaries.ts';
import type { Act, ModelRequest } from '../model-server/act.ts';
import { startModelServer } from '../model-server/server.ts';
import { ROOT, runReal } from './run-real.ts';

export interface McpCallerOrder {
  agent: 'claude' | 'codex';
  /** Hooks are a plugin of Claude Code's. */
  by: 'tool' | 'hook';
}

export interface McpCallerReport {
  exit: number | null;
  /** The tool as the agent offered it to its model; null where it did not. */
  offered: string | null;
  /** What went back to the model after the call. */
  answered: string;
  said: string;
}

const PROMPT = 'Check page.html with the jury.';
const DONE = 'The jury has spoken.';
/** However a client writes the server's name before the tool's. */
const CHECK = /jury.*check$/;

const PLUGIN = join(ROOT, 'integrations/claude-code');

/** How each is told of a server on standard input, and asked one question without a person. */
const CALLS: Record<
  McpCallerOrder['agent'],
  (jury: string, folder: string, by: McpCallerOrder['by']) => string[]
> = {
  claude(jury, folder, by) {
    const once = ['-p', PROMPT, '--no-session-persistence', '--max-turns', '4'];
    if (by === 'hook')
      return [...once, '--strict-mcp-config', '--plugin-dir', PLUGIN, '--allowedTools', 'Write'];
    const config = join(folder, 'mcp.json');
    writeFileSync(config, JSON.stringify({ mcpServers: { jury: { command: jury, args: ['mcp'] } } }));
    const flags = ['--strict-mcp-config', '--mcp-config', config, '--allowedTools', 'mcp__jury__check'];
    return [...once, ...flags];
  },
  codex: (jury) => [
    ...['exec', '--skip-git-repo-check', '--ephemeral', '--color', 'never', '-s', 'read-only'],
    ...['-c', `mcp_servers.jury.command=${JSON.stringify(jury)}`, '-c', 'mcp_servers.jury.args=["mcp"]'],
    // Else its first question to the model does not wait for a server that is still starting.
    ...['-c', 'mcp_servers.jury.required=true'],
    ...['-c', 'mcp_servers.jury.default_tools_approval_mode="approve"', PROMPT],
  ],
};

async function play({ agent, by }: McpCallerOrder): Promise<McpCallerReport> {
  const pin = (await readPins()).find(({ id }) => id === agent);
  if (pin === undefined) throw new Error(`${agent} is not pinned`);
  const folder = mkdtempSync(join(tmpdir(), 'jury-mcp-caller-'));
  const project = join(folder, 'project');
  mkdirSync(project);
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'page.html'));
  let offered: string | null = null;
  let answered = '';
  const written = {
    file_path: join(project, 'new.html'),
    content: readFileSync(join(project, 'page.html'), 'utf8'),
  };
  const scenario = function* ({ tools, messages }: ModelRequest): Iterable<Act> {
    const name = tools.find((tool) => (by === 'hook' ? tool === 'Write' : CHECK.test(tool)));
    if (offered === null && name !== undefined) {
      offered = name;
      yield { type: 'tool_call', name, input: by === 'hook' ? written : { files: ['page.html'] } };
      return;
    }
    // After the call that was asked for: its answer, and what a hook adds to it.
    if (offered !== null && answered === '')
      answered = messages
        .slice(2)
        .map(({ text }) => text)
        .join('\n');
    yield { type: 'text', text: DONE };
  };
  const server = await startModelServer({ scenarios: { caller: scenario } });
  try {
    const argv = CALLS[agent](join(ROOT, 'jury'), folder, by);
    const { exit, said } = await runReal(pin, argv, { url: server.urlFor('caller'), folder, project });
    const offers = server.answers().flatMap(({ request }) => request?.tools ?? []);
    return {
      exit,
      offered,
      answered,
      said: offered === null ? `${said}\noffered: ${offers.join(' ')}` : said,
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.stdout.write(JSON.stringify(await play(JSON.parse(process.argv[2] ?? '{}'))));

/** The jury as an MCP server: made once for a process, and the same over standard input and over HTTP. */
import { createHash } from 'node:crypto';
import { createRequestStateCodec, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ownToken } from '../../routes/access/token-file.ts';
import { version } from '../../version.ts';
import type { Shell } from '../shell.ts';
import { commandTool } from './command-tool.ts';
import { EXPLAIN_TOOL } from './explain.ts';
import { questionTools, type UseEngine } from './questions.ts';
import { registerResources } from './resources.ts';
import { serveTools } from './serve-tools.ts';
import { taskDesk } from './tasks/desk.ts';
import { TOOLS } from './tools.ts';
import { registerCard, UI_EXTENSION } from './verdict-card.ts';

export interface JuryMcpOptions {
  shell: Shell;
  /** All a client may name lies below it. */
  root: string;
  /** Where runs are kept, and with them the tasks. It is there. */
  dataDir: string;
  use: UseEngine;
}

export interface JuryMcp {
  createServer(): McpServer;
  /** Puts tasks aside, for the next process to go on with. */
  close(): Promise<void>;
}

const INSTRUCTIONS =
  'Design Jury judges pages, plans and texts by measuring them. After you edit a page, call `check` and correct what it lists as faults; exit 0 means that it may go out, 3 that nothing was proved. Findings are facts with a line and a required value: correct the cause, never hide the element.';

/** Lists change only with the version of the program. */
const LIST_TTL_MS = 60_000;

export async function openJuryMcp({ shell, root, dataDir, use }: JuryMcpOptions): Promise<JuryMcp> {
  const tools = [
    ...TOOLS.map((tool) => commandTool(tool, { shell, root, use })),
    EXPLAIN_TOOL,
    ...questionTools(use),
  ];
  const tasks = taskDesk({ dataDir, tools });
  // Of the folder, not of the process: an answer may come after a restart.
  const key = createHash('sha256')
    .update(`mcp state ${await ownToken(dataDir)}`)
    .digest();
  const state = createRequestStateCodec({ key });
  const places = { taken: 0 };
  return {
    createServer() {
      const server = new McpServer(
        { name: 'design-jury', version: version() },
        {
          instructions: INSTRUCTIONS,
          capabilities: { extensions: { [UI_EXTENSION]: {} } },
          requestState: { verify: state.verify },
          cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
        },
      );
      serveTools(server.server, { tools, tasks, state, places });
      registerResources(server, use);
      registerCard(server);
      registerPrompts(server);
      return server;
    },
    close: () => tasks.close(),
  };
}

function registerPrompts(server: McpServer): void {
  prompt(server, 'review-page', 'Get a page through the jury', {
    description: 'Check a page, correct what is listed, check again until it passes.',
    text: (file) =>
      `Call the tool check on ${file}. Correct every fault at its cause, in the source, without changing what the page says. Call check again until it ends with exit 0, at most five times; then say what you changed and what is still open.`,
  });
  prompt(server, 'explain-verdict', 'Understand a verdict', {
    description: 'Check a page and explain what is wrong with it, most important first.',
    text: (file) =>
      `Call the tool check on ${file} and explain_finding for the rules it names. Tell me in plain words what holds the page back, most important first, with line, measured and required value. Change nothing.`,
  });
  prompt(server, 'spec-to-criteria', 'Hold a text to its criteria', {
    description: 'Check a spec and correct what it lacks.',
    text: (file) =>
      `Call the tool loop on ${file} with command spec. Put the questions it asks to me, and say what changed in the text and what is still open.`,
  });
}

function prompt(
  server: McpServer,
  name: string,
  title: string,
  { description, text }: { description: string; text: (file: string) => string },
): void {
  server.registerPrompt(
    name,
    { title, description, argsSchema: z.object({ file: z.string().max(1_024) }) },
    ({ file }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(JSON.stringify(file)) } }],
    }),
  );
}

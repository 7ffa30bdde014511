/** The MCP server: our tools, what explains their answers, and prompts that use them. The same for every way it is served. */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { version } from '../../version.ts';
import type { Shell } from '../shell.ts';
import { callTool, ToolAnswer } from './call-tool.ts';
import { TOOLS } from './tools.ts';

export interface JuryServerOptions {
  shell: Shell;
  /** All a client may name lies below it. */
  root: string;
}

const INSTRUCTIONS =
  'Design Jury judges pages, plans and texts by measuring them. After you edit a page, call `check` and correct what it lists as faults; exit 0 means that it may go out, 3 that nothing was proved. Findings are facts with a line and a required value: correct the cause, never hide the element.';

const WRONG_USAGE = 2;

export function createJuryMcp({ shell, root }: JuryServerOptions): McpServer {
  const server = new McpServer({ name: 'design-jury', version: version() }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        outputSchema: ToolAnswer,
        annotations: { readOnlyHint: !tool.writes, destructiveHint: false, openWorldHint: false },
      },
      async (input, { mcpReq }) => {
        const token = mcpReq._meta?.progressToken;
        let progress = 0;
        const answer = await callTool(tool, input, {
          shell,
          root,
          signal: mcpReq.signal,
          ...(token !== undefined && {
            onRemark(message: string) {
              progress += 1;
              const params = { progressToken: token, progress, message };
              void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
            },
          }),
        });
        return {
          content: [{ type: 'text', text: JSON.stringify(answer, null, 1) }],
          structuredContent: answer,
          isError: answer.exit === WRONG_USAGE,
        };
      },
    );
  }
  registerExplanations(server);
  registerPrompts(server);
  return server;
}

/** What an audit asks and why, by its id: as a tool for the model, as a resource for whoever reads along. */
function registerExplanations(server: McpServer): void {
  server.registerTool(
    'explain_finding',
    {
      title: 'Explain a finding',
      description: 'What an audit asks, why, and where the rule is written. `rule` is the `rule` of a fault.',
      inputSchema: z.object({ rule: z.string().min(1).max(100) }),
      outputSchema: z.object({ rule: z.string(), text: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ rule }) => {
      const text = await explanationOf(rule);
      if (text === null)
        return {
          content: [{ type: 'text', text: `There is no audit ${JSON.stringify(rule)}.` }],
          isError: true,
        };
      return { content: [{ type: 'text', text }], structuredContent: { rule, text } };
    },
  );
  server.registerResource(
    'audit',
    new ResourceTemplate('jury://audits/{rule}', {
      list: async () => ({
        resources: (await audits()).map(({ id, title }) => ({
          uri: `jury://audits/${id}`,
          name: id,
          title,
          mimeType: 'text/markdown',
        })),
      }),
    }),
    { title: 'What an audit asks', mimeType: 'text/markdown' },
    async (uri, { rule }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'text/markdown',
          text: (await explanationOf(String(rule))) ?? 'There is no such audit.',
        },
      ],
    }),
  );
}

async function audits() {
  const { AUDITS } = await import('../../measure/audits/index.ts');
  return AUDITS;
}

async function explanationOf(rule: string): Promise<string | null> {
  const { findAudit } = await import('../../measure/audits/index.ts');
  const audit = findAudit(rule);
  if (audit === undefined) return null;
  const { title, why, role, dim, severity, link } = audit;
  return `# ${title}\n\n${why}\n\nRole ${role}, dimension ${dim}, severity ${severity}. Written at ${link}\n`;
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'review-page',
    {
      title: 'Get a page through the jury',
      description: 'Check a page, correct what is listed, check again until it passes.',
      argsSchema: z.object({ file: z.string() }),
    },
    ({ file }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: `Call the tool check on ${file}. Correct every fault at its cause, in the source, without changing what the page says. Call check again until it ends with exit 0, at most five times; then say what you changed and what is still open.`,
          },
        },
      ],
    }),
  );
}

/**
 * The "everything" server that the conformance suite of MCP asks for: its tools, resources and prompts, served by the parts that
 * serve ours (tools, tasks, HTTP, guard).
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createRequestStateCodec, McpServer } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { createAccess } from '../../../../routes/access/access.ts';
import { mountMcp } from '../../../../routes/mcp.ts';
import { createBodies } from '../../../../routes/request.ts';
import { mcpFace } from '../../http.ts';
import { serveTools } from '../../serve-tools.ts';
import { type ServedTool, textResult } from '../../served-tool.ts';
import { taskDesk } from '../../tasks/desk.ts';
import { ASKING_TOOLS } from './asking-tools.ts';
import { CONTENT_TOOLS, tool } from './content-tools.ts';
import { registerFixtures } from './resources-and-prompts.ts';
import { TASK_TOOLS } from './task-tools.ts';

export interface Everything {
  url: string;
  close(): Promise<void>;
}

const MOST_BYTES = 1_048_576;
const KEY = 'a key of the fixture, of 32 bytes or more';

export async function everything(): Promise<Everything> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jury-everything-'));
  const tools: ServedTool[] = [
    ...CONTENT_TOOLS,
    ...ASKING_TOOLS,
    ...TASK_TOOLS,
    tool('test_trigger_tool_change', async () => {
      face.notify.toolsChanged();
      return textResult('done');
    }),
    tool('test_trigger_prompt_change', async () => {
      face.notify.promptsChanged();
      return textResult('done');
    }),
  ];
  const tasks = taskDesk({ dataDir, tools });
  const state = createRequestStateCodec({ key: KEY });
  const places = { taken: 0 };
  const face = mcpFace({
    // What the suite asks wrongly on purpose is refused, and told by its answers.
    onError: () => {},
    createServer() {
      const server = new McpServer(
        { name: 'everything', version: '1.0.0' },
        {
          capabilities: { logging: {}, tools: undefined, resources: { subscribe: true }, completions: {} },
          requestState: { verify: state.verify },
        },
      );
      serveTools(server.server, { tools, tasks, state, places });
      registerFixtures(server);
      return server;
    },
  });
  const app = new Hono();
  app.use(createAccess({ host: '127.0.0.1' }).middleware);
  mountMcp(app, face.fetch, createBodies({ maxBodyBytes: MOST_BYTES }).whole);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const http: Server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    async close() {
      await tasks.close();
      await face.close();
      http.closeAllConnections();
      http.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

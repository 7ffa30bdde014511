/** Where clients of the Model Context Protocol ask. What answers them is handed in: it calls the commands. */
import type { Hono } from 'hono';
import type { Bodies } from './request.ts';

export type McpHandler = (request: Request) => Promise<Response>;

export const MCP_PATH = '/mcp';

/** What the protocol has; `ALL` would answer to what no request can be made of. */
const METHODS = ['GET', 'POST', 'DELETE'];

export function mountMcp(app: Hono, handle: McpHandler, readWhole: Bodies['whole']): void {
  app.on(METHODS, MCP_PATH, async (c) => {
    const { body, status, headers } = await handle(await readWhole(c));
    // Ours as well, which every answer has: what is handed in knows nothing of them.
    return new Response(body, { status, headers: new Headers([...c.res.headers, ...headers]) });
  });
}

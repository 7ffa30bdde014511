/** Where clients of the Model Context Protocol ask. What answers them is handed in: it calls the commands. */
import type { Hono } from 'hono';

export type McpHandler = (request: Request) => Promise<Response>;

export const MCP_PATH = '/mcp';

export function mountMcp(app: Hono, handle: McpHandler): void {
  app.all(MCP_PATH, (c) => handle(c.req.raw));
}

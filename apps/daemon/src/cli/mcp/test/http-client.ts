/** A client of revision 2026-07-28 over HTTP, as small as one can be: every request stands alone. */
import { z } from 'zod';

const Answer = z.looseObject({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.union([z.number(), z.string()]), message: z.string() }).optional(),
});
export type McpAnswer = z.infer<typeof Answer> & { status: number };

const NAMED = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

export type Ask = (method: string, params?: Record<string, unknown>) => Promise<McpAnswer>;

export function mcpClient(url: string, headers: Record<string, string>, capabilities: object = {}): Ask {
  let id = 0;
  return async (method, params = {}) => {
    id += 1;
    const name = NAMED.get(method);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // A connection that was kept may be closed by the other side just when it is used again.
        connection: 'close',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(name !== undefined && { 'mcp-name': String(params[name]) }),
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': capabilities,
          },
        },
      }),
    });
    const text = await response.text();
    return { status: response.status, ...Answer.parse(text.startsWith('{') ? JSON.parse(text) : {}) };
  };
}

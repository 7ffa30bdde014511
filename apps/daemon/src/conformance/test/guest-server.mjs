// A server for tools as users have them: it leaves its mark, and then answers as the Model Context Protocol wants it.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

writeFileSync(process.argv[2], '');
const RESULTS = {
  initialize: (params) => ({
    protocolVersion: params?.protocolVersion ?? '2025-03-26',
    capabilities: { tools: {} },
    serverInfo: { name: 'guest', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [{ name: 'guest_tool', description: 'Nobody asked for it.', inputSchema: { type: 'object' } }],
  }),
  ping: () => ({}),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = RESULTS[method]?.(params);
  const answer = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}

/** The trace of a tool call: the client's own where it names one, else that of the request it came with. */
import { createRequestStateCodec, McpServer } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createBus } from '../../host/stream/bus.ts';
import { createApp } from '../../routes/app.ts';
import { createScriptedJury } from '../../routes/test/scripted-jury.ts';
import { currentTrace, newSpanId, type TraceContext } from '../../trace-context.ts';
import { onWork, type WorkDone } from '../../work.ts';
import { type McpFace, mcpFace } from './http.ts';
import { serveTools } from './serve-tools.ts';
import { textResult } from './served-tool.ts';
import type { TaskDesk } from './tasks/desk.ts';

const CALLER = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
const OF_CALL = { traceId: 'ef'.repeat(16), spanId: '12'.repeat(8) };
const header = ({ traceId, spanId }: typeof CALLER): string => `00-${traceId}-${spanId}-01`;

let face: McpFace;
let stop: () => void;
const requests: WorkDone[] = [];
const traces: (TraceContext | null)[] = [];

beforeEach(() => {
  stop = onWork(['http'], (done) => void requests.push(done));
  face = mcpFace({
    createServer() {
      const server = new McpServer({ name: 'traced', version: '0' }, {});
      serveTools(server.server, {
        tools: [
          {
            ...{ name: 'look', title: 'Look', description: '', input: z.object({}), tasks: 'never' },
            annotations: {},
            call: async () => {
              traces.push(currentTrace());
              return textResult('seen', false);
            },
          },
        ],
        tasks: { working: 0 } as TaskDesk,
        state: createRequestStateCodec({ key: new Uint8Array(32) }),
        places: { taken: 0 },
      });
      return server;
    },
    onError: (error) => expect.fail(error.message),
  });
});

afterEach(async () => {
  stop();
  await face.close();
  requests.splice(0);
  traces.splice(0);
});

async function call(meta: Record<string, unknown> = {}): Promise<void> {
  const bus = createBus();
  const app = createApp({
    ...{ jury: createScriptedJury(bus), bus, host: '127.0.0.1', mcp: face.fetch },
    ...{ maxBodyBytes: 10_000, maxStreams: 10, retryMs: 2_000, stallMs: 1_000, report: () => {} },
    requestTrace: (caller) => ({ traceId: caller?.traceId ?? '', spanId: newSpanId(), sampled: true }),
  });
  const answer = await app.request('/mcp', {
    method: 'POST',
    headers: {
      ...{ Host: '127.0.0.1:4100', 'content-type': 'application/json', traceparent: header(CALLER) },
      accept: 'application/json, text/event-stream',
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'look' },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'look', arguments: {} },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          ...meta,
        },
      },
    }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('seen')]);
}

test('a request of MCP is a span under its caller, and what is called in it is part of it', async () => {
  await call();
  expect(requests).toEqual([
    expect.objectContaining({
      facts: { method: 'POST', route: '/mcp', status: 200 },
      within: { ...CALLER, sampled: true },
    }),
  ]);
  expect(traces).toEqual([requests[0]?.as]);
});

test('a call that names its own trace continues that one', async () => {
  await call({ traceparent: header(OF_CALL) });
  expect(traces).toEqual([{ ...OF_CALL, sampled: true }]);
  await call({ traceparent: 'no trace at all' });
  expect(traces[1]?.traceId).toBe(CALLER.traceId);
});

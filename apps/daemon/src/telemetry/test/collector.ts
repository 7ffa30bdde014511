/** A collector on loopback that keeps what it is sent, for tests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

export interface SentRecord {
  timeUnixNano: string;
  severityText: string;
  eventName: string;
  traceId: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

export interface SentMetric {
  name: string;
  sum?: { dataPoints: SentPoint[] };
  gauge?: { dataPoints: SentPoint[] };
  histogram?: {
    dataPoints: (SentPoint & {
      bucketCounts: string[];
      explicitBounds: number[];
      count: string;
      sum: number;
    })[];
  };
}

interface SentPoint {
  attributes: { key: string; value: Record<string, unknown> }[];
  asDouble: number;
}

export interface Collector {
  url: string;
  bodies: { path: string; text: string; headers: Record<string, unknown> }[];
  /** Answers given before the usual 200, one for each request. */
  answers: number[];
  spans(): SentSpan[];
  records(): SentRecord[];
  metrics(): SentMetric[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: Collector['bodies'] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const status = answers.shift() ?? 200;
    if (status === 200) bodies.push({ path: request.url ?? '', text, headers: request.headers });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = (path: string): unknown[] =>
    bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    answers,
    spans: () =>
      (at('/v1/traces') as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }[]).flatMap((body) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    records: () =>
      (at('/v1/logs') as { resourceLogs: { scopeLogs: { logRecords: SentRecord[] }[] }[] }[]).flatMap(
        (body) =>
          body.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
      ),
    metrics: () =>
      (at('/v1/metrics') as { resourceMetrics: { scopeMetrics: { metrics: SentMetric[] }[] }[] }[])
        .slice(-1)
        .flatMap((body) =>
          body.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
        ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

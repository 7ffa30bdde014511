/**
 * How a daemon answers while it measures: `jury serve` as a process of its own, ten grounded runs of ten projects at
 * once, `/api/health` asked all the while, and every run watched over SSE. Latencies, so percentiles: somebody waits
 * for them. A bare server that does nothing else is asked in turn: what the machine itself makes one wait.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, median } from './measure.ts';
import type { BenchRow } from './report.ts';
import { AUTHORIZED, ROOT, type Served, startDaemon, startServer } from './served.ts';

const PAGES = ['landing', 'poor', 'good'];
const RUNS = 10;
/** How often the body of the later pages is repeated: they are measured for seconds, not for tenths. */
const LONG = 4;
const MIN_REQUESTS = 300;
const PAUSE_MS = 20;
const MAX_HEALTH_P99_MS = 100;
const MAX_LANE_MS = 200;
const PATIENCE_MS = 300_000;

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-bench-'));
  const served: Served[] = [];
  try {
    served.push(await startDaemon(folder, ENVIRONMENT), await startServer(folder, ['-e', BARE]));
    const [daemon, bare] = served;
    return await measured(daemon?.url ?? '', bare?.url ?? '');
  } finally {
    for (const { child } of served) child.kill('SIGTERM');
    await Promise.all(served.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(url: string, bareUrl: string): Promise<BenchRow[]> {
  const watched = await Promise.all(Array.from({ length: RUNS }, (_, index) => watch(url, index)));
  const load = loadavg()[0] ?? 0;
  let over = false;
  const all = Promise.all(watched.map(({ ended }) => ended)).finally(() => {
    over = true;
  });
  all.catch(() => {});
  const started = performance.now();
  const starts = Promise.all(watched.map(({ start }) => start()));
  const [health, bare]: [number[], number[]] = [[], []];
  const asked: Promise<number>[] = [];
  while (!over) {
    // At a steady rate, whatever is still unanswered: who asks only after an answer hardly ever meets a long wait.
    asked.push(waited(`${url}/api/health`).then((ms) => health.push(ms)));
    asked.push(waited(bareUrl).then((ms) => bare.push(ms)));
    await sleep(PAUSE_MS);
    if (performance.now() - started > PATIENCE_MS) throw new Error('the runs did not end');
  }
  await Promise.all([starts, all, ...asked]);
  const seconds = (performance.now() - started) / 1000;
  if (health.length < MIN_REQUESTS) throw new Error(`only ${health.length} requests while the runs lasted`);
  const lanes = watched.flatMap(({ lags }) => lags.lane);
  if (lanes.length !== RUNS) throw new Error(`${lanes.length} of ${RUNS} runs showed a lane`);
  return [
    compare(`${RUNS} grounded runs at once`, seconds, `s, load ${load.toFixed(1)} before`),
    compare('requests to /api/health meanwhile', health.length, '', MIN_REQUESTS),
    compare('/api/health, median', median(health), 'ms'),
    compare('/api/health, p99', percentile(health, 99), 'ms', MAX_HEALTH_P99_MS, 'at most'),
    compare('/api/health, slowest', Math.max(...health), 'ms'),
    compare('a bare server meanwhile, p99', percentile(bare, 99), 'ms'),
    compare('a bare server meanwhile, slowest', Math.max(...bare), 'ms'),
    compare(
      'first event to its viewer, slowest',
      Math.max(...watched.flatMap(({ lags }) => lags.first)),
      'ms',
    ),
    compare('first lane to its viewer, slowest', Math.max(...lanes), 'ms', MAX_LANE_MS, 'at most'),
  ];
}

async function waited(url: string): Promise<number> {
  const asked = performance.now();
  await answer(url);
  return performance.now() - asked;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

interface Watched {
  start(): Promise<void>;
  ended: Promise<void>;
  /** Milliseconds from an event's own time to its arrival. */
  lags: { first: number[]; lane: number[] };
}

/** A project of its own, watched before its run begins. */
async function watch(url: string, index: number): Promise<Watched> {
  const { id } = await answer<{ id: string }>(`${url}/api/projects`, { name: `page ${index}` });
  const lags: Watched['lags'] = { first: [], lane: [] };
  const ended = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const hear = (name: string, data: string): void => {
    const { at } = JSON.parse(data) as { at?: string };
    if (at === undefined) return;
    const lag = Date.now() - Date.parse(at);
    if (lags.first.length === 0) lags.first.push(lag);
    if (name === 'critique.panelist_open' && lags.lane.length === 0) lags.lane.push(lag);
    if (/^critique\.(?:failed|degraded|interrupted)$/.test(name)) ended.reject(new Error(data));
    if (name === 'critique.ship') ended.resolve();
  };
  const stream = get(`${url}/api/projects/${id}/events`, { headers: AUTHORIZED }, (response) => {
    open.resolve();
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: ?(.*)$/m.exec(block)?.[1];
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (name !== undefined && data !== undefined) hear(name, data);
      }
    });
  });
  stream.on('error', open.reject);
  await open.promise;
  return {
    lags,
    ended: ended.promise.finally(() => stream.destroy()),
    start: async () => {
      const artifact = { content: pageOf(index), mime: 'text/html' };
      await answer(`${url}/api/projects/${id}/runs`, { artifact });
    },
  };
}

function pageOf(index: number): string {
  const name = PAGES[index % PAGES.length] ?? '';
  const html = readFileSync(join(ROOT, 'examples', `${name}.html`), 'utf8');
  if (index < PAGES.length) return html;
  return html.replace(/<body[^>]*>([\s\S]*)<\/body>/, (body, inner: string) =>
    body.replace(inner, () => inner.repeat(LONG)),
  );
}

/** A connection of its own each time: a daemon that is late must not be asked over one it has given up. */
async function answer<Body>(url: string, body?: object): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const sent = request(
    url,
    {
      agent: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: AUTHORIZED,
    },
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text));
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    },
  );
  sent.on('error', reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** As many as are started: the queue must not be what spares the daemon. */
const ENVIRONMENT = {
  OD_CRITIQUE_MAX_CONCURRENT_RUNS: String(RUNS),
  // Clocks are not what is measured: on a busy machine the last of ten may wait long for its turn.
  OD_CRITIQUE_ROUND_TIMEOUT_MS: String(PATIENCE_MS),
  OD_CRITIQUE_TOTAL_TIMEOUT_MS: String(PATIENCE_MS),
};

const BARE = `const server = require('node:http').createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })));`;

/**
 * What telemetry costs: the same long answer judged by the same engine, with nobody listening, with the log and the metrics
 * of a daemon, and with traces sent to a collector in another process. In processor time per event, which a busy machine
 * stretches least; the four in turns, so that whatever the machine does meets all of them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { LoadedAgents } from '../apps/daemon/src/agents/registry.ts';
import type { Agent, AgentDelta } from '../apps/daemon/src/agents/session.ts';
import { timedAgent } from '../apps/daemon/src/agents/timed-agent.ts';
import { openEngine } from '../apps/daemon/src/engine.ts';
import { countRuns } from '../apps/daemon/src/telemetry/counting.ts';
import { compare, median } from './measure.ts';
import type { BenchRow } from './report.ts';
import { chunked, transcript } from './transcripts.ts';

const TURNS = 21;
const RUNS = 3;
const BYTES = 600_000;
const CHUNK = 256;
const MODES = ['nobody', 'off', 'log and metrics', 'traces'] as const;
type Mode = (typeof MODES)[number];

const pieces = chunked(transcript('realistic', BYTES, 4_000), CHUNK);

/** Says a long answer as fast as it is asked for. */
const speaker: Agent = {
  id: 'speaker',
  name: 'Speaker',
  capabilities: {
    turns: 'one-shot',
    deltas: 'token',
    usage: false,
    structured: 'text',
    promptLimitBytes: null,
    transport: 'in-process',
    readsPrompt: true,
    measures: false,
    drafts: true,
  },
  open: async () => ({
    async *send(): AsyncGenerator<AgentDelta> {
      for (const text of pieces) yield { type: 'text', text };
      yield { type: 'end' };
    },
    interrupt() {},
    close: async () => ({ code: 0, signal: null, stderrTail: '' }),
  }),
};

const agents: LoadedAgents = {
  create: async () => timedAgent(speaker, null),
  canDraft: () => true,
  list: async () => [],
  close: async () => {},
};

export async function run(): Promise<BenchRow[]> {
  const collector = await startCollector();
  const spent = new Map<Mode, number[]>(MODES.map((mode) => [mode, []]));
  const load = loadavg()[0] ?? 0;
  let events = 0;
  try {
    // The first of each warms the code up.
    for (let turn = -1; turn < TURNS; turn += 1)
      for (const mode of MODES) {
        const measured = await microsPerEvent(mode, collector.url);
        events = measured.events;
        if (turn >= 0) spent.get(mode)?.push(measured.micros);
      }
  } finally {
    collector.child.kill('SIGKILL');
  }
  const of = (mode: Mode): number => median(spent.get(mode) ?? []);
  const over = (mode: Mode): number => {
    const base = spent.get('nobody') ?? [];
    const ratios = (spent.get(mode) ?? []).map((micros, turn) => micros / (base[turn] ?? Number.NaN));
    return (median(ratios) - 1) * 100;
  };
  return [
    compare(
      `an event with nobody listening (${events} events, load ${load.toFixed(1)})`,
      of('nobody'),
      'µs CPU',
    ),
    compare('telemetry off costs', over('off'), '%', 1, 'at most'),
    compare('log and metrics cost', over('log and metrics'), '%', 2, 'at most'),
    compare('traces, log and metrics to a collector cost', over('traces'), '%', 5, 'at most'),
  ];
}

async function microsPerEvent(mode: Mode, collector: string): Promise<{ micros: number; events: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jury-bench-telemetry-'));
  const engine = await openEngine({
    dataDir,
    agents,
    env: {
      ...(mode === 'nobody' || mode === 'off' ? { OD_LOG_LEVEL: 'off' } : {}),
      ...(mode === 'traces' && { OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
    },
    config: {
      ...DEFAULT_CRITIQUE_CONFIG,
      grounding: 'off',
      maxRounds: 20,
      protocolVersion: 1,
      scoreThreshold: 10,
    },
    serves: true,
  });
  try {
    if (mode === 'nobody') await engine.observer.close();
    else if (mode !== 'off') {
      const metrics = await countRuns({ ...engine, jury: { agents: async () => [{ id: 'speaker' }] } });
      engine.otlp?.sendMetrics(() => metrics.list());
    }
    const project = await engine.jury.createProject({ name: 'bench' });
    let events = 0;
    engine.bus.listen(project.id, () => {
      events += 1;
    });
    const before = process.cpuUsage();
    for (let count = 0; count < RUNS; count += 1) {
      const { run: started } = await engine.jury.startRun(project.id, { brief: 'A page.', agent: 'speaker' });
      await engine.host.done(started.id);
    }
    await engine.observer.settle();
    // What waits to be sent counts as well.
    if (mode === 'traces') await engine.otlp?.close();
    const { user, system } = process.cpuUsage(before);
    return { micros: (user + system) / events, events };
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const COLLECTOR = `require('node:http').createServer((q, r) => { q.resume(); q.on('end', () => r.end('{}')); })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

async function startCollector(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
  );
  return { url: `http://127.0.0.1:${port}`, child };
}

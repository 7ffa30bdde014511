/**
 * One daemon that performs runs when it is told to, and says what each took of the processor. Runs are real ones, through
 * the host, with their log on the disk; only who answers is scripted. Started by ../telemetry.ts, one for each way of
 * being watched.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { LoadedAgents } from '../../apps/daemon/src/agents/registry.ts';
import type { Agent, AgentDelta } from '../../apps/daemon/src/agents/session.ts';
import { timedAgent } from '../../apps/daemon/src/agents/timed-agent.ts';
import { openEngine } from '../../apps/daemon/src/engine.ts';
import { countRuns } from '../../apps/daemon/src/telemetry/counting.ts';
import { chunked, transcript } from '../transcripts.ts';
import type { Asked, Mode, Told } from './modes.ts';
import { shareOf } from './share.ts';

const BYTES = 600_000;
const CHUNK = 256;
const SAMPLE_MICROS = 250;

const [mode, collector] = process.argv.slice(2) as [Mode, string];
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
  ids: async () => ['speaker'],
  list: async () => [],
  close: async () => {},
};

const dataDir = mkdtempSync(join(tmpdir(), 'jury-bench-telemetry-'));
const engine = await openEngine({
  dataDir,
  agents,
  env: {
    ...((mode === 'nobody' || mode === 'off') && { OD_LOG_LEVEL: 'off' }),
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
if (mode === 'nobody') await engine.observer.close();
else if (mode !== 'off') {
  const metrics = await countRuns(engine);
  engine.otlp?.sendMetrics(() => metrics.list());
}
const project = await engine.jury.createProject({ name: 'bench' });
let events = 0;
engine.bus.listen(project.id, () => {
  events += 1;
});

let before = process.cpuUsage();
async function perform(): Promise<Told> {
  const eventsBefore = events;
  const { run } = await engine.jury.startRun(project.id, { brief: 'A page.', agent: 'speaker' });
  await engine.host.done(run.id);
  // From the end of the run before this one: what is written and sent after a run's last word is part of it.
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  return { micros: (user + system) / (events - eventsBefore), events: events - eventsBefore };
}

/** Which part of the main thread's work is telemetry's: told by samples, whatever else the machine does. */
async function sample(runs: number): Promise<Told> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS });
  await session.post('Profiler.start');
  for (let count = 0; count < runs; count += 1) await perform();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { ...shareOf(profile), events: 0 };
}

process.on('message', async (asked: Asked) => {
  process.send?.(asked.kind === 'run' ? await perform() : await sample(asked.runs));
});
process.on('disconnect', () => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({ micros: 0, events: 0 } satisfies Told);

/** The series there are: their names, labels and buckets. What they mean is in docs/operations.md. */
import { Counter, Gauge, Histogram, type Registry, type RegistryContentType } from 'prom-client';

const ROUND_MS = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000];
const SCORES = [1, 2, 3, 4, 5, 6, 7, 7.5, 8, 8.5, 9, 9.5, 10];
const RUN_SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 240, 480, 900, 3_600];
const LAG_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const WAIT_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

export interface Present {
  /** Open event streams. */
  streams: () => number;
  /** Runs that wait for a slot, and runs that have one. */
  queue: () => { waiting: number; running: number };
}

export type Series = ReturnType<typeof defineSeries>;

export function defineSeries(registry: Registry<RegistryContentType>, present: Present) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
    new Counter({ name, help, labelNames, registers });
  new Gauge({
    name: 'design_jury_sse_clients',
    help: 'open event streams',
    registers,
    collect() {
      this.set(present.streams());
    },
  });
  new Gauge({
    name: 'design_jury_queue_runs',
    help: 'runs that wait for a slot, and runs that have one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { waiting, running } = present.queue();
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'running' }, running);
    },
  });
  return {
    runs: counter('open_design_critique_runs_total', 'runs by how they ended', [
      'status',
      'adapter',
      'skill',
      'cause',
    ]),
    rounds: counter('open_design_critique_rounds_total', 'rounds that were closed', ['adapter', 'skill']),
    roundMs: new Histogram({
      name: 'open_design_critique_round_duration_ms',
      help: 'how long a round took',
      labelNames: ['adapter', 'skill', 'round'] as const,
      buckets: ROUND_MS,
      registers,
    }),
    composite: new Histogram({
      name: 'open_design_critique_composite_score',
      help: 'composite with which a run ended',
      labelNames: ['adapter', 'skill'] as const,
      buckets: SCORES,
      registers,
    }),
    mustFix: counter('open_design_critique_must_fix_total', 'must-fixes that were demanded', [
      'panelist',
      'dim',
      'adapter',
      'skill',
    ]),
    degraded: counter('open_design_critique_degraded_total', 'runs whose answer could not be judged', [
      'reason',
      'adapter',
    ]),
    interrupted: counter('open_design_critique_interrupted_total', 'runs that a person stopped', ['adapter']),
    parserErrors: counter(
      'open_design_critique_parser_errors_total',
      'oddities of answers that were read all the same',
      ['kind', 'adapter'],
    ),
    versions: new Gauge({
      name: 'open_design_critique_protocol_version',
      help: 'runs under way by the version of the protocol they speak',
      labelNames: ['version'] as const,
      registers,
    }),
    queueWait: new Histogram({
      name: 'design_jury_queue_wait_seconds',
      help: 'from a run being asked for to its start',
      buckets: WAIT_SECONDS,
      registers,
    }),
    runSeconds: new Histogram({
      name: 'design_jury_run_duration_seconds',
      help: 'from a run being asked for to its end',
      labelNames: ['status', 'adapter'] as const,
      buckets: RUN_SECONDS,
      registers,
    }),
    agentStart: new Histogram({
      name: 'design_jury_agent_start_seconds',
      help: 'until an agent was ready to be asked',
      labelNames: ['adapter'] as const,
      buckets: WAIT_SECONDS,
      registers,
    }),
    firstByte: new Histogram({
      name: 'design_jury_agent_first_byte_seconds',
      help: "from a question to the first word of an agent's answer",
      labelNames: ['adapter'] as const,
      buckets: WAIT_SECONDS,
      registers,
    }),
    logLag: new Histogram({
      name: 'design_jury_event_log_lag_seconds',
      help: 'until what runs said was on the disk',
      buckets: LAG_SECONDS,
      registers,
    }),
    leasesLost: counter('design_jury_lease_losses_total', 'runs whose process could not keep them', []),
    streamsClosed: counter('design_jury_sse_closed_total', 'event streams that we ended', ['reason']),
    takenBack: counter('design_jury_fixes_taken_back_total', 'fixes that made something worse', ['adapter']),
    tokens: counter('design_jury_tokens_total', 'tokens that agents told of', ['direction', 'adapter']),
    cost: counter('design_jury_cost_usd_total', 'cost that agents told of', ['adapter']),
    findings: counter('design_jury_findings_total', 'must-fixes that an audit witnessed', ['audit']),
  };
}

/**
 * Metrics of runs: the nine that the Theater's specification names, under those names, and a few of ours. Loaded only
 * where somebody can ask for them. See docs/operations.md.
 */
import type { RunRecord } from '@design-jury/contracts/run';
import { CRITIQUE_STATUSES, DEGRADED_REASONS } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
  type RegistryContentType,
} from 'prom-client';
import type { PublishedItem } from '../host/stream/bus.ts';
import type { WorkDone } from '../work.ts';
import {
  createLabels,
  degradedReason,
  endCause,
  type KnownNames,
  type Labels,
  panelist,
  roundLabel,
  STREAM_ENDS,
  statusOf,
  streamEnd,
  warningKind,
} from './labels.ts';
import { SILENT_END } from './log-lines.ts';
import type { ListedMetric } from './otlp/encode.ts';

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

export interface Metrics {
  observe(item: PublishedItem, run: RunRecord): void;
  /** Work that was told on the way. */
  work(done: WorkDone): void;
  /** The text, and what it is. */
  text(format: 'prometheus' | 'openmetrics'): Promise<{ type: string; body: string }>;
  /** As data. */
  list(): Promise<readonly ListedMetric[]>;
}

/** What is kept of a run between two of its events. */
interface Course {
  roundBeganAt: number;
  version: string | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export function createMetrics(known: KnownNames, present: Present): Metrics {
  const labels = createLabels(known);
  // One registry for both texts: which one is asked for says what it is written as.
  const registry = new Registry<RegistryContentType>();
  collectDefaultMetrics({ register: registry, prefix: 'design_jury_' });
  const series = defineSeries(registry, present);
  for (const reason of STREAM_ENDS) series.streamsClosed.inc({ reason }, 0);
  const courses = new Map<string, Course>();
  const begunPairs = new Set<string>();

  return {
    observe({ event, runId }, run) {
      const known = courses.get(runId);
      // Nearly every event is a word of somebody, and words are not counted.
      if (known !== undefined && !COUNTED.has(event.type)) return;
      const at = Date.parse(event.at);
      const course = known ?? begun(run, at);
      if (known === undefined) {
        courses.set(runId, course);
        beginAtZero(run, begunPairs, labels, series);
      }
      if (course.version === null && run.startedAt !== null && event.seq === 1)
        series.queueWait.observe((Date.parse(run.startedAt) - Date.parse(run.createdAt)) / 1000);
      count(event as unknown as Counted, { run, course, at, labels, series });
      if (isLast(event.type)) {
        courses.delete(runId);
        if (course.version !== null) series.versions.dec({ version: course.version });
      }
    },
    work(done) {
      countWork(done, labels, series);
    },
    // Its types say that kinds are numbers; they are words.
    list: () => registry.getMetricsAsJSON() as unknown as Promise<ListedMetric[]>,
    async text(format) {
      registry.setContentType(
        format === 'openmetrics' ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE,
      );
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** A series whose first value is 1 looks to Prometheus as if nothing had happened: rates need the 0 before it. */
function beginAtZero(run: RunRecord, begunPairs: Set<string>, labels: Labels, series: Series): void {
  const [adapter, skill] = [labels.adapter(run.agent), labels.skill(run)];
  const pair = `${adapter} ${skill}`;
  if (begunPairs.has(pair)) return;
  begunPairs.add(pair);
  for (const status of CRITIQUE_STATUSES) series.runs.inc({ status, adapter, skill }, 0);
  series.runs.inc({ status: 'failed', adapter, skill, cause: 'cli_exit_nonzero' }, 0);
  series.rounds.inc({ adapter, skill }, 0);
  for (const reason of DEGRADED_REASONS) series.degraded.inc({ reason, adapter }, 0);
  series.interrupted.inc({ adapter }, 0);
  series.takenBack.inc({ adapter }, 0);
  series.cost.inc({ adapter }, 0);
  for (const direction of ['input', 'output']) series.tokens.inc({ direction, adapter }, 0);
}

function begun(run: RunRecord, at: number): Course {
  const started = run.startedAt === null ? at : Date.parse(run.startedAt);
  return { roundBeganAt: started, version: null, inputTokens: 0, outputTokens: 0, costUsd: 0 };
}

const LAST: ReadonlySet<string> = new Set([
  'critique.ship',
  'critique.degraded',
  'critique.interrupted',
  'critique.failed',
  'run.ended',
  SILENT_END,
]);

const COUNTED: ReadonlySet<string> = new Set<Counted['type']>([
  'critique.run_started',
  'critique.panelist_must_fix',
  'critique.round_end',
  'critique.usage',
  'critique.parser_warning',
  'critique.ship',
  'critique.degraded',
  'critique.interrupted',
  'critique.failed',
  'run.ended',
  SILENT_END,
  'content.decided',
  'loop.pass_ended',
  'convergence.round_ended',
]);

function isLast(type: string): boolean {
  return LAST.has(type);
}

type Counted =
  | CritiqueSseEvent
  | { type: 'run.ended'; exitCode: number }
  | { type: typeof SILENT_END; state: string }
  | { type: 'content.decided'; round: number }
  | { type: 'loop.pass_ended' }
  | { type: 'convergence.round_ended' };

interface Counting {
  run: RunRecord;
  course: Course;
  at: number;
  labels: Labels;
  series: Series;
}

function count(event: Counted, { run, course, at, labels, series }: Counting): void {
  const adapter = labels.adapter(run.agent);
  const skill = labels.skill(run);
  const ended = (status: string, cause: string | null = null): void => {
    series.runs.inc({ status, adapter, skill, ...(cause !== null && { cause: endCause(cause) }) });
    series.runSeconds.observe({ status, adapter }, Math.max(0, at - Date.parse(run.createdAt)) / 1000);
  };
  const roundEnded = (round: number): void => {
    series.rounds.inc({ adapter, skill });
    series.roundMs.observe(
      { adapter, skill, round: roundLabel(round) },
      Math.max(0, at - course.roundBeganAt),
    );
    course.roundBeganAt = at;
  };
  switch (event.type) {
    case 'critique.run_started':
      course.version =
        event.protocolVersion === 1 || event.protocolVersion === 2 ? String(event.protocolVersion) : 'other';
      series.versions.inc({ version: course.version });
      return;
    case 'critique.panelist_must_fix':
      series.mustFix.inc({ panelist: panelist(event.role), dim: labels.dim(event.dim), adapter, skill });
      if (event.witness !== null) series.findings.inc({ audit: labels.audit(event.witness.audit) });
      return;
    case 'critique.round_end':
      roundEnded(event.round);
      return;
    case 'critique.usage':
      series.tokens.inc({ direction: 'input', adapter }, grown(course, 'inputTokens', event.inputTokens));
      series.tokens.inc({ direction: 'output', adapter }, grown(course, 'outputTokens', event.outputTokens));
      series.cost.inc({ adapter }, grown(course, 'costUsd', event.costUsd ?? 0));
      return;
    case 'critique.parser_warning':
      series.parserErrors.inc({ kind: warningKind(event.kind), adapter });
      return;
    case 'critique.ship':
      series.composite.observe({ adapter, skill }, event.composite);
      ended(event.status);
      return;
    case 'critique.degraded':
      series.degraded.inc({ reason: degradedReason(event.reason), adapter });
      ended('degraded');
      return;
    case 'critique.interrupted':
      // Of a person's will; a run whose process is gone was stopped by nobody.
      if (event.recoveryReason == null) series.interrupted.inc({ adapter });
      ended('interrupted', event.recoveryReason ?? null);
      return;
    case 'critique.failed':
      ended(event.status, event.cause);
      return;
    case SILENT_END:
      ended(event.state);
      return;
    case 'content.decided':
      roundEnded(event.round);
      return;
    case 'loop.pass_ended':
    case 'convergence.round_ended':
      roundEnded(0);
      return;
    case 'run.ended':
      // The Theater's own last event has told it already.
      if (run.protocol === 'theater') return;
      if (event.exitCode === 130) series.interrupted.inc({ adapter });
      ended(statusOf(event.exitCode));
      return;
    default:
      return;
  }
}

function countWork(
  { kind, facts = {}, startMs, endMs, hasFailed }: WorkDone,
  labels: Labels,
  series: Series,
): void {
  const seconds = Math.max(0, endMs - startMs) / 1000;
  const adapter = (): string => labels.adapter(String(facts['agent']));
  switch (kind) {
    case 'agent_open':
      if (!hasFailed) series.agentStart.observe({ adapter: adapter() }, seconds);
      return;
    case 'agent_turn': {
      const { firstByteMs, takenBack } = facts;
      if (typeof firstByteMs === 'number')
        series.firstByte.observe({ adapter: adapter() }, firstByteMs / 1000);
      if (typeof takenBack === 'number' && takenBack > 0)
        series.takenBack.inc({ adapter: adapter() }, takenBack);
      return;
    }
    case 'log_flush':
      series.logLag.observe(seconds);
      return;
    case 'lease_lost':
      series.leasesLost.inc();
      return;
    case 'stream_closed':
      series.streamsClosed.inc({ reason: streamEnd(String(facts['reason'])) });
      return;
    default:
      return;
  }
}

/** Usage is told as a total: what is new of it. */
function grown(course: Course, key: 'inputTokens' | 'outputTokens' | 'costUsd', total: number): number {
  const more = Math.max(0, total - course[key]);
  course[key] = Math.max(course[key], total);
  return more;
}

type Series = ReturnType<typeof defineSeries>;

function defineSeries(registry: Registry<RegistryContentType>, present: Present) {
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

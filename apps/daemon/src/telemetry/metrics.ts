/**
 * Metrics of runs: the nine that the Theater's specification names, under those names, and a few of ours. Loaded only
 * where somebody can ask for them. See docs/operations.md.
 */
import type { RunRecord } from '@design-jury/contracts/run';
import { CRITIQUE_STATUSES, DEGRADED_REASONS } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { Registry, type RegistryContentType } from 'prom-client';
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
import { defineProcessSeries } from './process-series.ts';
import { defineSeries, type Present, type Series } from './series.ts';

export interface Metrics {
  observe(item: PublishedItem, run: RunRecord): void;
  /** Whether an event of this type is counted; the first of a run is always wanted. */
  counts(type: string): boolean;
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
  defineProcessSeries(registry);
  const series = defineSeries(registry, present);
  for (const reason of STREAM_ENDS) series.streamsClosed.inc({ reason }, 0);
  const courses = new Map<string, Course>();
  const begunPairs = new Set<string>();

  return {
    observe({ event, runId }, run) {
      const known = courses.get(runId);
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
    counts: (type) => COUNTED.has(type),
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

const LAST = [
  'critique.ship',
  'critique.degraded',
  'critique.interrupted',
  'critique.failed',
  'run.ended',
  SILENT_END,
] as const satisfies readonly Counted['type'][];
const LAST_ONES: ReadonlySet<string> = new Set(LAST);

const COUNTED: ReadonlySet<string> = new Set<Counted['type']>([
  ...LAST,
  'critique.run_started',
  'critique.panelist_must_fix',
  'critique.round_end',
  'critique.usage',
  'critique.parser_warning',
  'content.decided',
  'loop.pass_ended',
  'convergence.round_ended',
]);

function isLast(type: string): boolean {
  return LAST_ONES.has(type);
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
  const adapter = (): string => labels.adapter(String(facts.agent));
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
      series.streamsClosed.inc({ reason: streamEnd(String(facts.reason)) });
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

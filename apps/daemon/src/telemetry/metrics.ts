/**
 * Metrics of runs: the nine that the Theater's specification names, under those names, and a few of ours. Loaded only
 * where somebody can ask for them. See docs/operations.md.
 */
import type { HostEvent, RunRecord } from '@design-jury/contracts/run';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { Registry, type RegistryContentType } from 'prom-client';
import type { PublishedItem } from '../host/stream/bus.ts';
import type { WorkDone, WorkFacts } from '../work.ts';
import {
  createLabels,
  degradedReason,
  endCause,
  type KnownNames,
  type Labels,
  OTHER,
  panelist,
  roundLabel,
  runStatus,
  STREAM_ENDS,
  streamEnd,
  warningKind,
} from './labels.ts';
import { ENDS, SILENT_END } from './log-lines.ts';
import type { ListedMetric } from './otlp/encode.ts';
import { type Pair, Pairs } from './pairs.ts';
import { defineProcessSeries } from './process-series.ts';
import { causeOf, type RunEnd, statusOf } from './run-end.ts';
import { defineSeries, type Present, type Series } from './series.ts';
import { Tallies } from './tally.ts';

export interface Metrics {
  /** `ours`: this process performs the run, and so hears of its work besides. */
  observe(item: PublishedItem, run: RunRecord, ours?: boolean): void;
  /** Types of events that are counted; the first of a run is always wanted. */
  counted: ReadonlySet<string>;
  /** Work that was told on the way. */
  work(done: WorkDone): void;
  /** The text, and what it is. */
  text(format: 'prometheus' | 'openmetrics'): Promise<{ type: string; body: string }>;
  /** As data. */
  list(): Promise<readonly ListedMetric[]>;
}

/** What is kept of a run between two of its events. */
interface Course {
  pair: Pair;
  roundBeganAt: number;
  version: string | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  /** Of the last round of a text. */
  score: number | null;
}

/** The most runs under way that are kept; the one that began first is forgotten, for its end may never be heard. */
export const MAX_COURSES = 10_000;

export function createMetrics(known: KnownNames, present: Present): Metrics {
  const labels = createLabels(known);
  // One registry for both texts: which one is asked for says what it is written as.
  const registry = new Registry<RegistryContentType>();
  defineProcessSeries(registry);
  const series = defineSeries(registry, present);
  for (const reason of STREAM_ENDS) series.streamsClosed.inc({ reason }, 0);
  const tallies = new Tallies();
  const counted = { series, labels, pairs: new Pairs(series, labels, tallies) };
  const logLag = tallies.figures(series.logLag, {});
  const courses = new Map<string, Course>();
  const forget = (runId: string): void => {
    const course = courses.get(runId);
    courses.delete(runId);
    if (course !== undefined && course.version !== null) series.versions.dec({ version: course.version });
  };

  return {
    observe({ event, runId }, run, ours = false) {
      let course = courses.get(runId);
      if (course === undefined) {
        course = begun(run, event.at, counted.pairs.of(run));
        courses.set(runId, course);
        if (courses.size > MAX_COURSES) forget(courses.keys().next().value ?? '');
      } else if (!COUNTED.has(event.type)) return;
      if (event.seq === 1 && course.version === null && run.startedAt !== null)
        series.queueWait.observe((Date.parse(run.startedAt) - Date.parse(run.createdAt)) / 1000);
      // What its agents used is counted by their turns.
      if (ours && event.type === 'critique.usage') return;
      count(event as unknown as Counted, event.at, run, course, counted);
      if (ENDS.has(event.type)) forget(runId);
    },
    counted: COUNTED,
    work(done) {
      if (done.kind === 'log_flush') logLag.add(secondsOf(done));
      else countWork(done, labels, series);
    },
    // Its types say that kinds are numbers; they are words.
    list() {
      tallies.handOn();
      return registry.getMetricsAsJSON() as unknown as Promise<ListedMetric[]>;
    },
    async text(format) {
      tallies.handOn();
      registry.setContentType(
        format === 'openmetrics' ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE,
      );
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}

function begun(run: RunRecord, at: string, pair: Pair): Course {
  return {
    pair,
    roundBeganAt: Date.parse(run.startedAt ?? at),
    version: null,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    score: null,
  };
}

const COUNTED: ReadonlySet<string> = new Set<string>([
  ...ENDS,
  ...([
    'critique.run_started',
    'critique.panelist_must_fix',
    'critique.round_end',
    'critique.usage',
    'critique.parser_warning',
    'content.decided',
    'loop.pass_ended',
    'convergence.round_ended',
  ] as const satisfies readonly Counted['type'][]),
]);

type Counted =
  | CritiqueSseEvent
  | Extract<HostEvent, { type: 'run.ended' }>
  | { type: typeof SILENT_END; state: string }
  | { type: 'content.decided'; round: number; avgScore: number | null }
  | { type: 'loop.pass_ended' }
  | { type: 'convergence.round_ended' };

interface Counting {
  series: Series;
  labels: Labels;
  pairs: Pairs;
}

function roundEnded(round: number, at: string, course: Course): void {
  const atMs = Date.parse(at);
  course.pair.rounds.add(1);
  course.pair.roundMs(roundLabel(round)).add(Math.max(0, atMs - course.roundBeganAt));
  course.roundBeganAt = atMs;
}

function count(
  event: Counted,
  at: string,
  run: RunRecord,
  course: Course,
  { series, labels, pairs }: Counting,
): void {
  const { pair } = course;
  const { adapter, skill } = pair;
  const ended = (said: string, cause: string | null = null): void => {
    const status = runStatus(said);
    series.runs.inc({ status, adapter, skill, ...(cause !== null && { cause: endCause(cause) }) });
    const ms = Math.max(0, Date.parse(at) - Date.parse(run.createdAt));
    series.runSeconds.observe({ status, adapter }, ms / 1000);
  };
  switch (event.type) {
    case 'critique.run_started':
      course.version =
        event.protocolVersion === 1 || event.protocolVersion === 2 ? String(event.protocolVersion) : 'other';
      series.versions.inc({ version: course.version });
      return;
    case 'critique.panelist_must_fix':
      pair.mustFix(panelist(event.role), labels.dim(event.dim)).add(1);
      if (event.witness !== null) pairs.finding(labels.audit(event.witness.audit)).add(1);
      return;
    case 'critique.round_end':
      roundEnded(event.round, at, course);
      return;
    case 'critique.usage':
      pair.inputTokens.add(grown(course, 'inputTokens', event.inputTokens));
      pair.outputTokens.add(grown(course, 'outputTokens', event.outputTokens));
      pair.costUsd.add(grown(course, 'costUsd', event.costUsd ?? 0));
      return;
    case 'critique.parser_warning':
      pair.warning(warningKind(event.kind)).add(1);
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
      course.score = event.avgScore;
      roundEnded(event.round, at, course);
      return;
    case 'loop.pass_ended':
    case 'convergence.round_ended':
      roundEnded(0, at, course);
      return;
    case 'run.ended':
      // The Theater's own last event has told it already.
      if (run.protocol === 'theater') return;
      otherEnded(event, course, series, ended);
      return;
    default:
      return;
  }
}

/** A run of another protocol, by the same figures as the Theater's. */
function otherEnded(
  end: RunEnd,
  { pair: { adapter, skill }, score }: Course,
  series: Series,
  ended: (status: string, cause: string | null) => void,
): void {
  const status = statusOf(end);
  const isComplete = status === 'shipped' || status === 'below_threshold';
  if (score !== null && isComplete) series.composite.observe({ adapter, skill }, score);
  if (status === 'interrupted') series.interrupted.inc({ adapter });
  if (status === 'degraded') series.degraded.inc({ reason: OTHER, adapter });
  ended(status, status === 'failed' ? causeOf(end) : null);
}

function secondsOf({ startMs, endMs }: WorkDone): number {
  return Math.max(0, endMs - startMs) / 1000;
}

function countWork(done: WorkDone, labels: Labels, series: Series): void {
  const { kind, facts = {}, hasFailed } = done;
  const adapter = (): string => labels.adapter(String(facts.agent));
  switch (kind) {
    case 'agent_open':
      if (!hasFailed) series.agentStart.observe({ adapter: adapter() }, secondsOf(done));
      return;
    case 'agent_turn': {
      const { firstByteMs, takenBack } = facts;
      if (typeof firstByteMs === 'number')
        series.firstByte.observe({ adapter: adapter() }, firstByteMs / 1000);
      spent(done, adapter(), series);
      if (typeof takenBack === 'number' && takenBack > 0)
        series.takenBack.inc({ adapter: adapter() }, takenBack);
      return;
    }
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

/** What an agent told of a turn, in whichever protocol. */
function spent({ facts = {} }: WorkDone, adapter: string, { tokens, cost }: Series): void {
  for (const [direction, used] of [
    ['input', facts.inputTokens],
    ['output', facts.outputTokens],
  ] as const)
    if (isAmount(used)) tokens.inc({ direction, adapter }, used);
  if (isAmount(facts.costUsd)) cost.inc({ adapter }, facts.costUsd);
}

function isAmount(value: WorkFacts[string] | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** Usage is told as a total: what is new of it. */
function grown(course: Course, key: 'inputTokens' | 'outputTokens' | 'costUsd', total: number): number {
  const more = Math.max(0, total - course[key]);
  course[key] = Math.max(course[key], total);
  return more;
}

/**
 * Spans of runs, from the same events everybody folds and from the work that is told on the way. A run's span and those
 * of its rounds have ids that follow from the run's, so that a part can name its parent before the parent has ended.
 */
import type { RunRecord } from '@design-jury/contracts/run';
import type { PublishedItem } from '../host/stream/bus.ts';
import { newSpanId, spanIdOf, type TraceContext, traceIdOf } from '../trace-context.ts';
import type { WorkDone } from '../work.ts';
import { GEN_AI } from './gen-ai.ts';
import { emitHttp, emitStore } from './request-spans.ts';
import type { Sampler } from './sampling.ts';
import { endOf, factsOfRound, roundEndOf, SPANNED } from './span-facts.ts';
import { attributesOf, type Span } from './spans.ts';

interface TracerOptions {
  sampler: Sampler;
  redact: (text: string) => string;
  emit: (span: Span) => void;
}

export interface Tracer {
  /** The context of a run: within the caller's trace where there is one. */
  begin(run: Pick<RunRecord, 'id' | 'protocol'>, caller: TraceContext | null): TraceContext;
  /** Whether a trace that begins here, or goes on, is told. */
  samples(traceId: string, caller: TraceContext | null): boolean;
  work(done: WorkDone): void;
  observe(item: PublishedItem, run: RunRecord): void;
  /** Tells what is still held back. */
  close(): void;
}

/** Of each kind of small work, so many spans per round; the others are in the round's figures. */
const SPANS_PER_ROUND = 8;
/** Everything of a run together, its rounds excepted. */
const SPANS_PER_RUN = 1_000;
const MAX_RUNS = 2_000;

/** What is known of a run whose trace is told. */
interface Course {
  context: TraceContext;
  parentSpanId: string | null;
  /** Before the name of each of its spans. */
  prefix: string;
  /** Names of the spans of its small work. */
  names: Readonly<Record<SmallKind, string>>;
  round: number;
  /** The round of that number, once something of it was heard; null between two. */
  current: Round | null;
  /** Where the round that is under way began. */
  roundBeganMs: number | null;
  /** Rounds that children name and that have not been told yet. */
  open: Map<number, Round>;
  closed: Set<number>;
  questions: Map<string, number>;
  spans: number;
  dropped: number;
  /** Its rows are written, so that its span encloses that too. */
  isWritten: boolean;
  /** Tells the run's own span. */
  last: ((writtenMs: number) => void) | null;
}

interface Round {
  spanId: string;
  startMs: number;
  endMs: number;
  parsed: Sum;
  evaluated: Sum;
}

/** Of one kind of small work. */
interface Sum {
  count: number;
  ms: number;
}

const SMALL = { parse_chunk: 'parse_chunk', evaluate: 'scoreboard_eval' } as const;
type SmallKind = keyof typeof SMALL;
const NO_FACTS: Span['attributes'] = {};

export function createTracer(options: TracerOptions): Tracer {
  const courses = new Map<string, Course>();
  const { redact } = options;

  const part = (
    course: Course,
    { startMs, endMs, hasFailed }: Pick<WorkDone, 'startMs' | 'endMs' | 'hasFailed'>,
    name: string,
    parentSpanId: string,
    more: { kind?: Span['kind']; facts?: Span['attributes']; error?: string } | null = null,
  ): void => {
    if (course.spans >= SPANS_PER_RUN) {
      course.dropped += 1;
      return;
    }
    course.spans += 1;
    options.emit({
      traceId: course.context.traceId,
      spanId: newSpanId(),
      parentSpanId,
      name,
      kind: more?.kind ?? 'internal',
      startMs,
      endMs,
      attributes: more?.facts ?? NO_FACTS,
      error: hasFailed ? (more?.error ?? 'failed') : null,
    });
  };
  const roundOf = (runId: string, course: Course, n: number, at: number): Round => {
    const known = course.open.get(n);
    if (known !== undefined) {
      if (at > known.endMs) known.endMs = at;
      return known;
    }
    const startMs = course.roundBeganMs ?? at;
    const round = {
      spanId: spanIdOf(runId, `round.${n}`),
      startMs,
      endMs: at,
      parsed: { count: 0, ms: 0 },
      evaluated: { count: 0, ms: 0 },
    };
    // Its row may be written after its end was heard: it is told once.
    if (!course.closed.has(n)) course.open.set(n, round);
    return round;
  };
  /** Told when both have come: the last word, and that it is written. */
  const over = (runId: string, course: Course, at: number): void => {
    if (course.last === null || !course.isWritten) return;
    course.last(at);
    courses.delete(runId);
  };
  /** Within the round that is under way, or the run before its first. There is more than one of them to an event. */
  const small = (runId: string, course: Course, done: WorkDone, kind: SmallKind): void => {
    const n = done.round ?? course.round;
    if (n === 0) {
      course.round = 0;
      part(course, done, course.names[kind], course.context.spanId);
      return;
    }
    if (n !== course.round || course.current === null) {
      course.round = n;
      course.current = roundOf(runId, course, n, done.endMs);
    }
    const round = course.current;
    if (done.endMs > round.endMs) round.endMs = done.endMs;
    if (done.startMs < round.startMs) round.startMs = done.startMs;
    const sum = kind === 'parse_chunk' ? round.parsed : round.evaluated;
    sum.count += 1;
    sum.ms += done.endMs - done.startMs;
    if (sum.count <= SPANS_PER_ROUND) part(course, done, course.names[kind], round.spanId);
  };
  const roundEnded = (
    runId: string,
    course: Course,
    n: number,
    at: number,
    facts: Span['attributes'],
  ): void => {
    const round = roundOf(runId, course, n, at);
    course.open.delete(n);
    course.closed.add(n);
    course.roundBeganMs = at;
    course.round = Math.max(course.round, n + 1);
    course.current = null;
    const attributes: Record<string, string | number | boolean> = { 'design_jury.round': n, ...facts };
    for (const kind of ['parse_chunk', 'evaluate'] as const) {
      const { count, ms } = kind === 'parse_chunk' ? round.parsed : round.evaluated;
      if (count === 0) continue;
      attributes[`design_jury.${SMALL[kind]}.count`] = count;
      attributes[`design_jury.${SMALL[kind]}.ms`] = Math.round(ms * 1000) / 1000;
    }
    options.emit({
      traceId: course.context.traceId,
      spanId: round.spanId,
      parentSpanId: course.context.spanId,
      name: named(course, `round.${n}`),
      kind: 'internal',
      startMs: round.startMs,
      endMs: Math.max(at, round.startMs),
      attributes,
      error: null,
    });
  };
  const ended = (
    run: RunRecord,
    course: Course,
    at: number,
    facts: Span['attributes'],
    error: string | null,
  ) => {
    for (const [n, { endMs }] of course.open)
      roundEnded(run.id, course, n, Math.max(endMs, at), { 'design_jury.round.closed': false });
    for (const [id, askedAt] of course.questions)
      part(
        course,
        { startMs: askedAt, endMs: at, hasFailed: false },
        named(course, 'question'),
        course.context.spanId,
        { facts: { 'design_jury.question': id } },
      );
    const startMs = Date.parse(run.startedAt ?? run.createdAt);
    course.last = (writtenMs) =>
      options.emit({
        traceId: course.context.traceId,
        spanId: course.context.spanId,
        parentSpanId: course.parentSpanId,
        name: named(course, 'run'),
        kind: 'internal',
        startMs,
        endMs: Math.max(at, startMs, writtenMs),
        attributes: {
          ...attributesOf({ [GEN_AI.agentName]: run.agent, [GEN_AI.requestModel]: run.model }, redact),
          'design_jury.run.id': run.id,
          'design_jury.protocol': run.protocol,
          ...facts,
          ...(course.dropped > 0 && { 'design_jury.spans.dropped': course.dropped }),
        },
        error,
      });
    over(run.id, course, at);
  };

  return {
    begin({ id: runId, protocol }, caller) {
      // Put aside, and gone on with: what was told of it stands, and who was asked still answers.
      const known = courses.get(runId);
      if (known !== undefined) return known.context;
      const traceId = caller?.traceId ?? traceIdOf(runId);
      const context = { traceId, spanId: spanIdOf(runId), sampled: options.sampler(traceId, caller) };
      // Of one that is not told nothing is kept: what it does finds nobody here.
      if (!context.sampled) return context;
      const prefix = protocol === 'theater' ? 'critique' : protocol;
      courses.set(runId, {
        context,
        parentSpanId: caller?.spanId ?? null,
        prefix,
        names: {
          parse_chunk: `${prefix}.${SMALL.parse_chunk}`,
          evaluate: `${prefix}.${SMALL.evaluate}`,
        },
        round: 0,
        current: null,
        roundBeganMs: null,
        open: new Map(),
        closed: new Set(),
        questions: new Map(),
        spans: 0,
        dropped: 0,
        isWritten: false,
        last: null,
      });
      if (courses.size > MAX_RUNS) courses.delete(courses.keys().next().value ?? '');
      return context;
    },
    samples: options.sampler,
    work(done) {
      const { kind, runId = null } = done;
      if (kind === 'store') return emitStore(done, options);
      if (kind === 'http') return emitHttp(done, options);
      const course = runId === null ? undefined : courses.get(runId);
      if (course === undefined || runId === null) return;
      const parent = course.context.spanId;
      switch (kind) {
        case 'parse_chunk':
        case 'evaluate':
          return small(runId, course, done, kind);
        case 'persist_round': {
          const n = done.round ?? course.round;
          const { spanId } = roundOf(runId, course, n, done.endMs);
          return part(course, done, named(course, 'persist_round'), spanId);
        }
        case 'persist_end':
          part(course, done, named(course, 'ship.persist'), parent);
          course.isWritten = true;
          return over(runId, course, done.endMs);
        case 'agent_open':
        case 'agent_turn': {
          const { agent, model, turn, transport, firstByteMs, inputTokens, outputTokens, costUsd, error } =
            done.facts ?? {};
          const isTurn = kind === 'agent_turn';
          return part(course, done, isTurn ? `${GEN_AI.invokeAgent} ${agent}` : 'agent.start', parent, {
            kind: 'client',
            ...(typeof error === 'string' && { error }),
            facts: attributesOf(
              {
                ...(isTurn && { [GEN_AI.operation]: GEN_AI.invokeAgent }),
                [GEN_AI.agentName]: agent ?? null,
                [GEN_AI.requestModel]: model ?? null,
                [GEN_AI.inputTokens]: inputTokens ?? null,
                [GEN_AI.outputTokens]: outputTokens ?? null,
                'design_jury.cost_usd': costUsd ?? null,
                'design_jury.first_byte_ms': firstByteMs ?? null,
                'design_jury.transport': transport ?? null,
                'design_jury.turn': turn ?? null,
              },
              redact,
            ),
          });
        }
        default:
          return;
      }
    },
    observe({ event, runId }, run) {
      const course = courses.get(runId);
      if (course === undefined || (course.roundBeganMs !== null && !SPANNED.has(event.type))) return;
      const at = Date.parse(event.at);
      course.roundBeganMs ??= at;
      const round = roundEndOf(event, course.round);
      if (round !== null) return roundEnded(runId, course, round, at, factsOfRound(event));
      if (event.type === 'question.asked') course.questions.set(String(event.id), at);
      else if (event.type === 'question.answered') {
        const askedAt = course.questions.get(String(event.id));
        course.questions.delete(String(event.id));
        if (askedAt === undefined) return;
        part(
          course,
          { startMs: askedAt, endMs: at, hasFailed: false },
          named(course, 'question'),
          course.context.spanId,
          { facts: attributesOf({ 'design_jury.answered_by': String(event.by) }, redact) },
        );
      }
      const end = endOf(event);
      if (end !== null) ended(run, course, at, attributesOf(end.facts, redact), end.error);
    },
    close() {
      for (const { last } of courses.values()) last?.(Date.now());
      courses.clear();
    },
  };
}

/** The Theater's spans are `critique.…`, those of the others `loop.…` and so on. */
function named({ prefix }: Course, name: string): string {
  return `${prefix}.${name}`;
}

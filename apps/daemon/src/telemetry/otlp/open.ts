/** OTLP over HTTP for one engine: what is told, and where to. Loaded only where an endpoint is named. */
import { hostname } from 'node:os';
import type { Env } from '../../env.ts';
import type { Signal } from '../../otel-variables.ts';
import { version } from '../../version.ts';
import type { LogEntry } from '../log-lines.ts';
import type { Span } from '../spans.ts';
import { createTracer, type Tracer } from '../tracer.ts';
import { encodeLogs, encodeMetrics, encodeSpans, type ListedMetric, resourceOf } from './encode.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { readOtlp } from './settings.ts';

export interface Otlp {
  tracer: Tracer | null;
  /** Already without secrets. Null where logs are not wanted. */
  log: ((entry: LogEntry) => void) | null;
  /** From now on, every so often. */
  sendMetrics(read: () => Promise<readonly ListedMetric[]>): void;
  close(): Promise<void>;
}

interface OtlpOptions {
  env: Env;
  redact: (text: string) => string;
  onProblem: (error: Error) => void;
}

export function openOtlp({ env, redact, onProblem }: OtlpOptions): Otlp {
  const { signals, sampler, resource: named, batch, metricsEveryMs } = readOtlp(env);
  const resource = resourceOf({
    'service.version': version(),
    'host.name': hostname(),
    ...named,
  });
  const complained = new Set<Signal>();
  const outbox = <Item>(signal: Signal, encode: (items: readonly Item[]) => string): Outbox<Item> | null => {
    const to = signals[signal];
    if (to === null) return null;
    return createOutbox<Item>({
      to,
      encode,
      batch,
      onProblem(problem) {
        if (complained.has(signal)) return;
        complained.add(signal);
        onProblem(new Error(`${signal} are not taken by ${new URL(to.url).origin}: ${problem}`));
      },
    });
  };
  const spans = outbox<Span>('traces', (items) => encodeSpans(items, resource));
  const entries = outbox<LogEntry>('logs', (items) => encodeLogs(items, resource));
  const beganMs = Date.now();
  const moments = outbox<{ metrics: readonly ListedMetric[]; nowMs: number }>('metrics', (items) => {
    const last = items.at(-1);
    return encodeMetrics(last?.metrics ?? [], resource, { beganMs, nowMs: last?.nowMs ?? beganMs });
  });
  const tracer = spans === null ? null : createTracer({ sampler, redact, emit: (span) => spans.add(span) });
  let look: (() => Promise<void>) | null = null;
  let timer: NodeJS.Timeout | undefined;
  return {
    tracer,
    log: entries === null ? null : (entry) => entries.add(entry),
    sendMetrics(read) {
      if (moments === null) return;
      look = async () => moments.add({ metrics: await read(), nowMs: Date.now() });
      timer = setInterval(() => void look?.().catch(onProblem), metricsEveryMs).unref();
    },
    async close() {
      clearInterval(timer);
      await look?.().catch(onProblem);
      tracer?.close();
      await Promise.all([spans?.close(), entries?.close(), moments?.close()]);
    },
  };
}

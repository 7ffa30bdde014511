/**
 * Spans, entries of the log and metrics as OTLP's JSON (protocol 1.x): ids in hexadecimal, times in nanoseconds as text,
 * kinds as numbers. Pure.
 */
import type { LOG_LEVELS, LogEntry } from '../log-lines.ts';
import type { Span } from '../spans.ts';

const SCOPE = 'design-jury';
const KINDS = { internal: 1, server: 2, client: 3 } as const;
const ERROR = 2;
/** Of a level, in the protocol's numbers. */
const SEVERITIES = { debug: 5, info: 9, warn: 13, error: 17 } as const satisfies Record<
  (typeof LOG_LEVELS)[number],
  number
>;
const CUMULATIVE = 2;

type Value =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: Value[] } };

interface Resource {
  attributes: { key: string; value: Value }[];
}

export function resourceOf(attributes: Readonly<Record<string, string>>): Resource {
  return { attributes: keyValues(attributes) };
}

export function encodeSpans(spans: readonly Span[], resource: Resource): unknown {
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: SCOPE }, spans: spans.map(spanOf) }] }],
  };
}

function spanOf({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  startMs,
  endMs,
  attributes,
  error,
}: Span): unknown {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== null && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(endMs),
    attributes: keyValues(error === null ? attributes : { ...attributes, 'error.type': error }),
    status: error === null ? {} : { code: ERROR, message: error },
  };
}

export function encodeLogs(entries: readonly LogEntry[], resource: Resource): unknown {
  return {
    resourceLogs: [{ resource, scopeLogs: [{ scope: { name: SCOPE }, logRecords: entries.map(recordOf) }] }],
  };
}

function recordOf({ ts, level, ns, event, run, project, trace, fields }: LogEntry): unknown {
  return {
    timeUnixNano: nanos(Date.parse(ts)),
    severityNumber: SEVERITIES[level],
    severityText: level.toUpperCase(),
    eventName: event.startsWith('gen_ai.') ? event : `${ns}.${event}`,
    body: { stringValue: event },
    attributes: keyValues({
      ...fields,
      'design_jury.namespace': ns,
      ...(run !== undefined && { 'design_jury.run.id': run }),
      ...(project !== undefined && { 'design_jury.project.id': project }),
    }),
    ...(trace !== undefined && { traceId: trace }),
  };
}

/** As prom-client lists them. */
export interface ListedMetric {
  name: string;
  help: string;
  type: string;
  values: readonly {
    value: number;
    labels: Readonly<Record<string, string | number | undefined>>;
    metricName?: string;
  }[];
}

export function encodeMetrics(
  metrics: readonly ListedMetric[],
  resource: Resource,
  { beganMs, nowMs }: { beganMs: number; nowMs: number },
): unknown {
  const times = { startTimeUnixNano: nanos(beganMs), timeUnixNano: nanos(nowMs) };
  return {
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          { scope: { name: SCOPE }, metrics: metrics.flatMap((metric) => metricOf(metric, times)) },
        ],
      },
    ],
  };
}

type Times = { startTimeUnixNano: string; timeUnixNano: string };

function metricOf({ name, help: description, type, values }: ListedMetric, times: Times): unknown[] {
  const points = values.map(({ value, labels }) => ({
    ...times,
    attributes: keyValues(labels),
    asDouble: value,
  }));
  switch (type) {
    case 'counter':
      return [
        {
          name,
          description,
          sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: points },
        },
      ];
    case 'gauge':
      return [{ name, description, gauge: { dataPoints: points } }];
    case 'histogram':
      return [
        {
          name,
          description,
          histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histograms(values, times) },
        },
      ];
    default:
      return [];
  }
}

/** Buckets are told as sums up to a bound there, and each by itself here. */
function histograms(values: ListedMetric['values'], times: Times): unknown[] {
  const series = new Map<
    string,
    { labels: Record<string, unknown>; upTo: [number, number][]; sum: number; count: number }
  >();
  for (const { value, labels: all, metricName = '' } of values) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const one = series.get(key) ?? { labels, upTo: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName.endsWith('_sum')) one.sum = value;
    else if (metricName.endsWith('_count')) one.count = value;
    else if (le !== '+Inf') one.upTo.push([Number(le), value]);
  }
  return [...series.values()].map(({ labels, upTo, sum, count }) => {
    upTo.sort(([a], [b]) => a - b);
    let before = 0;
    const counts = upTo.map(([, total]) => {
      const own = total - before;
      before = total;
      return String(own);
    });
    return {
      ...times,
      attributes: keyValues(labels),
      count: String(count),
      sum,
      explicitBounds: upTo.map(([bound]) => bound),
      bucketCounts: [...counts, String(count - before)],
    };
  });
}

function keyValues(attributes: Readonly<Record<string, unknown>>): { key: string; value: Value }[] {
  const all: { key: string; value: Value }[] = [];
  for (const key of Object.keys(attributes)) {
    const value = anyValue(attributes[key]);
    if (value !== null) all.push({ key, value });
  }
  return all;
}

function anyValue(value: unknown): Value | null {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) {
        const values = value.map(anyValue).filter((item) => item !== null);
        return { arrayValue: { values } };
      }
      return { stringValue: JSON.stringify(value) };
    default:
      return null;
  }
}

function nanos(ms: number): string {
  // As digits: a number has not enough of them, and larger ones cost more than the rest of a span.
  const whole = Math.floor(ms);
  const rest = Math.round((ms - whole) * 1_000_000);
  return rest === 1_000_000 ? `${whole + 1}000000` : `${whole}${String(rest).padStart(6, '0')}`;
}

/**
 * Spans, entries of the log and metrics as OTLP's JSON (protocol 1.x): ids in hexadecimal, times in nanoseconds as text,
 * kinds as numbers. Pure. What there are thousands of is written out as text: objects that are made only to be written cost
 * more than what they say.
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

/** As text. */
export type Resource = string;

export function resourceOf(attributes: Readonly<Record<string, string>>): Resource {
  return `{"attributes":${attributesText(attributes)}}`;
}

const SCOPE_TEXT = `"scope":${JSON.stringify({ name: SCOPE })}`;

export function encodeSpans(spans: readonly Span[], resource: Resource): string {
  let text = '';
  for (const span of spans) text += text === '' ? spanText(span) : `,${spanText(span)}`;
  return `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{${SCOPE_TEXT},"spans":[${text}]}]}]}`;
}

function spanText(span: Span): string {
  const { parentSpanId, attributes, error } = span;
  // Ids are hexadecimal digits, whoever gave them.
  const parent = parentSpanId === null ? '' : `"parentSpanId":"${parentSpanId}",`;
  const facts = attributesText(error === null ? attributes : { ...attributes, 'error.type': error });
  const status = error === null ? '{}' : `{"code":${ERROR},"message":${JSON.stringify(error)}}`;
  return `{"traceId":"${span.traceId}","spanId":"${span.spanId}",${parent}"name":${JSON.stringify(span.name)},"kind":${KINDS[span.kind]},"startTimeUnixNano":"${nanos(span.startMs)}","endTimeUnixNano":"${nanos(span.endMs)}","attributes":${facts},"status":${status}}`;
}

export function encodeLogs(entries: readonly LogEntry[], resource: Resource): string {
  const text = entries.map(recordText).join(',');
  return `{"resourceLogs":[{"resource":${resource},"scopeLogs":[{${SCOPE_TEXT},"logRecords":[${text}]}]}]}`;
}

function recordText({ ts, level, ns, event, run, project, trace, fields }: LogEntry): string {
  const name = event.startsWith('gen_ai.') ? event : `${ns}.${event}`;
  const facts: Record<string, unknown> = { ...fields };
  facts['design_jury.namespace'] = ns;
  if (run !== undefined) facts['design_jury.run.id'] = run;
  if (project !== undefined) facts['design_jury.project.id'] = project;
  const within = trace === undefined ? '' : `,"traceId":${JSON.stringify(trace)}`;
  return `{"timeUnixNano":"${nanos(Date.parse(ts))}","severityNumber":${SEVERITIES[level]},"severityText":"${level.toUpperCase()}","eventName":${JSON.stringify(name)},"body":{"stringValue":${JSON.stringify(event)}},"attributes":${attributesText(facts)}${within}}`;
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
): string {
  const times = { startTimeUnixNano: nanos(beganMs), timeUnixNano: nanos(nowMs) };
  const text = JSON.stringify(metrics.flatMap((metric) => metricOf(metric, times)));
  return `{"resourceMetrics":[{"resource":${resource},"scopeMetrics":[{${SCOPE_TEXT},"metrics":${text}}]}]}`;
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

function attributesText(attributes: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const key of Object.keys(attributes)) {
    const value = valueText(attributes[key]);
    if (value !== null) text += `${text === '' ? '' : ','}{"key":${JSON.stringify(key)},"value":${value}}`;
  }
  return `[${text}]`;
}

function valueText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return `{"stringValue":${JSON.stringify(value)}}`;
    case 'number':
      if (Number.isSafeInteger(value)) return `{"intValue":"${value}"}`;
      break;
    default:
  }
  const any = anyValue(value);
  return any === null ? null : JSON.stringify(any);
}

const NANOS_PER_SECOND = 1_000_000_000;
let second = { number: 0, digits: '0' };

/** As digits: a number has not enough of them, and larger ones cost more than the rest of a span. */
function nanos(ms: number): string {
  if (!Number.isFinite(ms)) return '0';
  let whole = Math.floor(ms / 1000);
  let rest = Math.round((ms - whole * 1000) * 1_000_000);
  if (rest >= NANOS_PER_SECOND) [whole, rest] = [whole + 1, rest - NANOS_PER_SECOND];
  // Nearly always that of the one before.
  if (whole !== second.number) second = { number: whole, digits: String(whole) };
  return second.digits + String(NANOS_PER_SECOND + rest).slice(1);
}

/**
 * What the standard variables of OpenTelemetry say, and no others. Nothing is told unless an endpoint is named. Pure.
 * Values that the standard has and we do not are refused in a sentence: silence would look like a quiet day.
 */
import { ConfigError, type Env, readVariable } from '../../env.ts';
import type { OTEL_VARIABLES, Signal } from '../../otel-variables.ts';
import { SAMPLERS, type Sampler, samplerOf } from '../sampling.ts';

export interface SignalSettings {
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  gzip: boolean;
}

interface OtlpSettings {
  signals: Readonly<Record<Signal, SignalSettings | null>>;
  sampler: Sampler;
  resource: Readonly<Record<string, string>>;
  batch: { delayMs: number; queue: number; size: number };
  metricsEveryMs: number;
}

export function readOtlp(env: Env): OtlpSettings {
  const serviceName = readVariable(env, 'OTEL_SERVICE_NAME');
  const samplerName = oneOf(env, 'OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on';
  return {
    signals: {
      traces: signalOf(env, 'traces'),
      logs: signalOf(env, 'logs'),
      metrics: signalOf(env, 'metrics'),
    },
    sampler: samplerOf(samplerName, numberOf(env, 'OTEL_TRACES_SAMPLER_ARG', 1, { max: 1, whole: false })),
    resource: {
      'service.name': 'design-jury',
      ...pairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
      ...(serviceName !== undefined && { 'service.name': serviceName }),
    },
    batch: {
      delayMs: numberOf(env, 'OTEL_BSP_SCHEDULE_DELAY', 5_000),
      queue: numberOf(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 2_048),
      size: numberOf(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512),
    },
    metricsEveryMs: numberOf(env, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000),
  };
}

type OtelName = keyof typeof OTEL_VARIABLES;

function signalOf(env: Env, signal: Signal): SignalSettings | null {
  const upper = signal.toUpperCase() as Uppercase<Signal>;
  if ((oneOf(env, `OTEL_${upper}_EXPORTER`, ['otlp', 'none']) ?? 'otlp') === 'none') return null;
  const own = (part: 'HEADERS' | 'PROTOCOL' | 'TIMEOUT' | 'COMPRESSION'): string | undefined =>
    readVariable(env, `OTEL_EXPORTER_OTLP_${upper}_${part}`) ??
    readVariable(env, `OTEL_EXPORTER_OTLP_${part}`);
  const given = readVariable(env, `OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`);
  const shared = readVariable(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (given === undefined && shared === undefined) return null;
  const protocol = own('PROTOCOL');
  // Collectors tell JSON from protobuf by its type; gRPC speaks on another port.
  if (protocol !== undefined && !['http/json', 'http/protobuf'].includes(protocol))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(protocol.slice(0, 40))}; it takes http/json (http/protobuf is sent as JSON too)`,
    );
  const compression = own('COMPRESSION') ?? 'none';
  if (!['gzip', 'none'].includes(compression))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_COMPRESSION is ${JSON.stringify(compression.slice(0, 40))}; it takes gzip or none`,
    );
  return {
    url: given === undefined ? urlOf(shared ?? '', `v1/${signal}`) : urlOf(given, ''),
    headers: headersOf(own('HEADERS')),
    timeoutMs: timeoutOf(own('TIMEOUT')),
    gzip: compression === 'gzip',
  };
}

function urlOf(text: string, path: string): string {
  const base = text.trim();
  const url = URL.parse(path === '' ? base : `${base.replace(/\/+$/, '')}/${path}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT takes an address that begins with http:// or https://',
    );
  return url.href;
}

function headersOf(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of listed(text ?? ''))
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) headers[name] = value;
  return headers;
}

function pairs(env: Env, name: OtelName): Record<string, string> {
  return Object.fromEntries(listed(readVariable(env, name) ?? ''));
}

/** `a=b,c=d` with percent signs, as the standard writes lists. */
function listed(text: string): [string, string][] {
  return text.split(',').flatMap((item): [string, string][] => {
    const at = item.indexOf('=');
    const name = item.slice(0, at).trim();
    return at < 1 || name === '' ? [] : [[name, decoded(item.slice(at + 1).trim())]];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function timeoutOf(text: string | undefined): number {
  const ms = Number(text ?? '');
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MOST_MS) : 10_000;
}

const MOST_MS = 600_000;

function numberOf(
  env: Env,
  name: OtelName,
  otherwise: number,
  { max = MOST_MS, whole = true }: { max?: number; whole?: boolean } = {},
): number {
  const text = readVariable(env, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (
    !Number.isFinite(value) ||
    value < 0 ||
    value > max ||
    (whole && (!Number.isInteger(value) || value === 0))
  )
    throw new ConfigError(
      `${name} is ${JSON.stringify(text.slice(0, 40))}; it takes a ${whole ? 'whole number from 1' : 'number from 0'} to ${max}`,
    );
  return value;
}

function oneOf<Word extends string>(env: Env, name: OtelName, words: readonly Word[]): Word | undefined {
  const text = readVariable(env, name)?.toLowerCase();
  if (text === undefined) return undefined;
  const word = words.find((known) => known === text);
  if (word === undefined)
    throw new ConfigError(`${name} is ${JSON.stringify(text.slice(0, 40))}; it takes ${words.join(', ')}`);
  return word;
}

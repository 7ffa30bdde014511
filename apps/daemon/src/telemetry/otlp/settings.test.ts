import { expect, test } from 'vitest';
import { readOtlp } from './settings.ts';
import { wantsOtlp } from './wanted.ts';

const HERE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/base/' };

test('without an endpoint, or told not to, nothing is sent', () => {
  expect(wantsOtlp({})).toBe(false);
  expect(wantsOtlp({ OTEL_TRACES_SAMPLER: 'always_on' })).toBe(false);
  expect(wantsOtlp({ ...HERE, OTEL_SDK_DISABLED: 'True' })).toBe(false);
  expect(wantsOtlp(HERE)).toBe(true);
  expect(wantsOtlp({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1/x' })).toBe(true);
});

test('a shared address gets a path for each signal; one of its own is taken as it is', () => {
  const { signals } = readOtlp({
    ...HERE,
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.example/in',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=x%20y',
    OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'c=3',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  });
  expect(signals.traces).toEqual({
    url: 'http://127.0.0.1:4318/base/v1/traces',
    headers: { a: '1', b: 'x y' },
    timeoutMs: 2_500,
    gzip: true,
  });
  expect(signals.logs).toMatchObject({ url: 'https://logs.example/in', headers: { c: '3' } });
  expect(signals.metrics).toBeNull();
});

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /PROTOCOL is "grpc"; it takes http\/json/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /an address that begins with http/],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER is "sometimes"; it takes always_on/],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /it takes a number from 0 to 1/],
  [{ OTEL_BSP_MAX_QUEUE_SIZE: '0' }, /it takes a whole number from 1/],
  [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'br' }, /it takes gzip or none/],
])('what cannot be meant is refused in a sentence: %o', (more, message) => {
  expect(() => readOtlp({ ...HERE, ...more })).toThrow(message);
});

test('the same trace is told by all or by none, and a caller decides for who comes after', () => {
  const half = readOtlp({
    ...HERE,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  }).sampler;
  const ids = Array.from(
    { length: 256 },
    (_, n) => `${'0'.repeat(18)}${n.toString(16).padStart(2, '0')}${'0'.repeat(12)}`,
  );
  expect(ids.filter((id) => half(id, null))).toHaveLength(128);
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: false };
  expect(readOtlp(HERE).sampler('a'.repeat(32), caller)).toBe(false);
  expect(readOtlp({ ...HERE, OTEL_TRACES_SAMPLER: 'always_on' }).sampler('a'.repeat(32), caller)).toBe(true);
});

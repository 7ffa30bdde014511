/** Spans that know their parent themselves: requests to the daemon, and queries of the store. */
import { newSpanId } from '../trace-context.ts';
import type { WorkDone } from '../work.ts';
import { attributesOf, type Span } from './spans.ts';

interface Telling {
  redact: (text: string) => string;
  emit: (span: Span) => void;
}

export function emitHttp(
  { startMs, endMs, as, within, facts = {}, hasFailed }: WorkDone,
  options: Telling,
): void {
  if (as === undefined || !as.sampled) return;
  const { method, route, status } = facts;
  options.emit({
    traceId: as.traceId,
    spanId: as.spanId,
    parentSpanId: within?.spanId ?? null,
    name: `${method} ${route}`,
    kind: 'server',
    startMs,
    endMs,
    attributes: attributesOf(
      {
        'http.request.method': method ?? null,
        'http.route': route ?? null,
        'http.response.status_code': status ?? null,
      },
      options.redact,
    ),
    error: hasFailed ? String(status ?? 'failed') : null,
  });
}

/** Of a run or of a request; what nobody asked for is told by nobody. */
export function emitStore({ startMs, endMs, within, facts, hasFailed }: WorkDone, options: Telling): void {
  if (within?.sampled !== true) return;
  options.emit({
    traceId: within.traceId,
    spanId: newSpanId(),
    parentSpanId: within.spanId,
    name: `store.${facts?.operation}`,
    kind: 'client',
    startMs,
    endMs,
    attributes: { 'db.operation.name': String(facts?.operation) },
    error: hasFailed ? 'failed' : null,
  });
}

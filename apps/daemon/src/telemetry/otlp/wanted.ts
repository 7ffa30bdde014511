/** Whether anything is to be told to a collector: asked at every start, so it loads nothing. Pure. */
import type { Env } from '../../env.ts';

const SIGNALS = ['traces', 'logs', 'metrics'] as const;
export type Signal = (typeof SIGNALS)[number];

export function wantsOtlp(env: Env): boolean {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false;
  return (
    isSet(env['OTEL_EXPORTER_OTLP_ENDPOINT']) ||
    SIGNALS.some((signal) => isSet(env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`]))
  );
}

export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Whether anything is to be told to a collector: asked at every start, so it loads nothing. */
import { type Env, readVariable } from '../../env.ts';

export function wantsOtlp(env: Env): boolean {
  if (readVariable(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  return (
    readVariable(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined ||
    readVariable(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined ||
    readVariable(env, 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT') !== undefined ||
    readVariable(env, 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') !== undefined
  );
}

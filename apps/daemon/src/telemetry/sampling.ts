/** Which traces are told: the samplers of OpenTelemetry by their names. The same trace is told by all or by none. Pure. */
import type { TraceContext } from '../trace-context.ts';

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof SAMPLERS)[number];

export type Sampler = (traceId: string, caller: TraceContext | null) => boolean;

export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const parentBased = name.startsWith('parentbased_');
  const own = ownSampler(parentBased ? name.slice('parentbased_'.length) : name, ratio);
  return (traceId, caller) => (parentBased && caller !== null ? caller.sampled : own(traceId));
}

function ownSampler(name: string, ratio: number): (traceId: string) => boolean {
  switch (name) {
    case 'always_off':
      return () => false;
    case 'traceidratio':
      // By the last 56 bits, as the specification has it: those are random in every trace id.
      return (traceId) => Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
    default:
      return () => true;
  }
}

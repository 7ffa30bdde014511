/** Which tone a verdict or a score has. Pure. */
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { Tone } from './paint.ts';

const PHASE_TONES: Record<CritiqueState['phase'], Tone> = {
  idle: 'dim',
  running: 'accent',
  shipped: 'good',
  below_threshold: 'bad',
  timed_out: 'warn',
  degraded: 'warn',
  interrupted: 'warn',
  failed: 'bad',
};

export function phaseTone(phase: CritiqueState['phase']): Tone {
  return PHASE_TONES[phase];
}

/** The tone of a score against what the gate asks for. */
export function scoreTone(value: number | null, threshold: number): Tone {
  if (value === null) return 'dim';
  if (value >= threshold) return 'good';
  return value >= threshold / 2 ? 'warn' : 'bad';
}

/** What the process ends with: the table of the README, once. */
import type { CritiqueState } from '@design-jury/contracts/theater/fold';

export const EXIT = {
  ships: 0,
  doesNotShip: 1,
  usage: 2,
  inconclusive: 3,
  waitsForAnswer: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitOf(phase: CritiqueState['phase']): ExitCode {
  switch (phase) {
    case 'shipped':
      return EXIT.ships;
    case 'below_threshold':
      return EXIT.doesNotShip;
    case 'interrupted':
      return EXIT.interrupted;
    case 'idle':
    case 'running':
    case 'timed_out':
    case 'degraded':
    case 'failed':
      return EXIT.inconclusive;
  }
}

/** Over several pages: an interruption ends it, else what is unproved weighs more than what failed. */
export function worstExit(codes: readonly ExitCode[]): ExitCode {
  const order: readonly ExitCode[] = [
    EXIT.interrupted,
    EXIT.usage,
    EXIT.inconclusive,
    EXIT.waitsForAnswer,
    EXIT.doesNotShip,
  ];
  return order.find((code) => codes.includes(code)) ?? EXIT.ships;
}

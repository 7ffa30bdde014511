/** What an event says of the span it ends: figures, and words from closed sets. Pure. */
import type { RunEvent } from '@design-jury/contracts/run';
import { OTHER } from './labels.ts';
import { SILENT_END } from './log-lines.ts';
import { causeOf, statusOf } from './run-end.ts';
import type { Span } from './spans.ts';

/** Events that begin or end a span. */
export const SPANNED: ReadonlySet<string> = new Set([
  'critique.round_end',
  'content.decided',
  'convergence.round_ended',
  'loop.pass_ended',
  'question.asked',
  'question.answered',
  'critique.ship',
  'critique.degraded',
  'critique.interrupted',
  'critique.failed',
  'run.ended',
  SILENT_END,
]);

/** The round that ended; null where none did. */
export function roundEndOf(event: RunEvent, current: number): number | null {
  switch (event.type) {
    case 'critique.round_end':
    case 'content.decided':
    case 'convergence.round_ended':
      return Number.isInteger(event.round) ? Number(event.round) : null;
    case 'loop.pass_ended':
      return passOf(event) ?? Math.max(current, 1);
    default:
      return null;
  }
}

function passOf({ pass }: RunEvent): number | null {
  const n = typeof pass === 'object' && pass !== null && 'n' in pass ? pass.n : null;
  return Number.isInteger(n) ? Number(n) : null;
}

const ROUND_FIGURES = [
  ['composite', 'composite'],
  ['mustFix', 'must_fix'],
  ['avgScore', 'score'],
] as const;

export function factsOfRound(event: RunEvent): Span['attributes'] {
  const facts: Record<string, number | string> = {};
  for (const [name, fact] of ROUND_FIGURES)
    if (typeof event[name] === 'number') facts[`design_jury.${fact}`] = event[name];
  if (typeof event.decision === 'string') facts['design_jury.decision'] = event.decision.slice(0, 20);
  return facts;
}

function knownCause(cause: string): string {
  return cause === OTHER ? 'failed' : cause;
}

type End = { facts: Record<string, string | number | null>; error: string | null };

export function endOf(event: RunEvent): End | null {
  const word = (name: string): string | null => (typeof event[name] === 'string' ? event[name] : null);
  const composite = typeof event.composite === 'number' ? event.composite : null;
  const facts = { 'design_jury.composite': composite };
  switch (event.type) {
    case 'critique.ship':
      return { facts: { ...facts, 'design_jury.status': word('status') }, error: null };
    case 'critique.degraded':
      return { facts: { ...facts, 'design_jury.status': 'degraded' }, error: word('reason') ?? 'degraded' };
    case 'critique.interrupted':
      return { facts: { ...facts, 'design_jury.status': 'interrupted' }, error: null };
    case 'critique.failed':
      return { facts: { ...facts, 'design_jury.status': word('status') }, error: word('cause') ?? 'failed' };
    case SILENT_END:
      return { facts: { 'design_jury.status': word('state') }, error: null };
    case 'run.ended':
      return {
        facts: { 'design_jury.status': word('outcome') },
        error: statusOf(event) === 'failed' ? knownCause(causeOf(event)) : null,
      };
    default:
      return null;
  }
}

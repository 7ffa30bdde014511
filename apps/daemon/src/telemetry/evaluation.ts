/** A closed round as the GenAI conventions tell an evaluation: an entry of the log, for those who collect them. Pure. */
import type { RunEvent } from '@design-jury/contracts/run';
import { version } from '../version.ts';
import { GEN_AI } from './gen-ai.ts';
import type { LogEntry } from './log-lines.ts';

/** Of the entry of its event, which has lost its secrets. */
export function evaluationOf(event: RunEvent, entry: LogEntry): LogEntry | null {
  if (event.type !== 'critique.round_end') return null;
  const { composite, decision, reason, round } = entry.fields;
  if (typeof composite !== 'number') return null;
  return {
    ...entry,
    event: GEN_AI.evaluationEvent,
    fields: {
      [GEN_AI.evaluationName]: 'design_jury.composite',
      [GEN_AI.evaluationValue]: composite,
      [GEN_AI.evaluationLabel]: decision,
      [GEN_AI.evaluationExplanation]: reason,
      // They have no name for who judged.
      'design_jury.evaluator.name': 'design-jury',
      'design_jury.evaluator.version': version(),
      'design_jury.round': round,
    },
  };
}

/** Events for the tests of the log and its readers. */
import {
  type CritiqueSseEvent,
  isTerminalEvent,
  type TranscriptEvent,
} from '@design-jury/contracts/theater/sse';

export function notes(text = 'tight hierarchy'): CritiqueSseEvent {
  return { type: 'critique.panelist_notes', runId: 'r1', round: 1, role: 'critic', text };
}

export const SHIP: CritiqueSseEvent = {
  type: 'critique.ship',
  runId: 'r1',
  round: 1,
  composite: 8.5,
  status: 'shipped',
  artifactRef: { projectId: 'p1', artifactId: 'a1' },
  summary: 'done',
};

export function stamped(seq: number, event: CritiqueSseEvent = notes()): TranscriptEvent {
  return { ...event, seq, at: new Date(1_770_000_000_000 + seq).toISOString() };
}

export function lineOf(seq: number, event?: CritiqueSseEvent): string {
  return `${JSON.stringify(stamped(seq, event))}\n`;
}

/** The last event of a run of the Theater. */
export const isEnd = (event: { type: string }): boolean => isTerminalEvent(event as CritiqueSseEvent);

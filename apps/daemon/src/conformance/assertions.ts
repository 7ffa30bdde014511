/** What a run of an agent must have been like, judged from its transcript and the page it left. Pure. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { isTerminalEvent } from '@design-jury/contracts/theater/sse';
import { parse } from 'parse5';

export const ASSERTIONS = ['parses', 'order', 'composite', 'well-formed'] as const;
export type Assertion = (typeof ASSERTIONS)[number];

export interface Judged {
  /** Only those that failed, with what was seen. */
  failed: Partial<Record<Assertion, string>>;
  cleanParse: boolean;
  complete: boolean;
}

export function judge(events: readonly CritiqueSseEvent[], page: string | null): Judged {
  const failed: Partial<Record<Assertion, string>> = {};
  const note = (name: Assertion, problem: string | null): void => {
    if (problem !== null) failed[name] = problem;
  };
  note('parses', parseProblem(events));
  note('order', orderProblem(events));
  note('composite', compositeProblem(events));
  note('well-formed', pageProblem(page));
  return { failed, cleanParse: failed.parses === undefined, complete: isComplete(events, page) };
}

/** The parser consumed the stream without an error. A run that never got that far was not read either. */
function parseProblem(events: readonly CritiqueSseEvent[]): string | null {
  const degraded = events.find(({ type }) => type === 'critique.degraded');
  if (degraded?.type === 'critique.degraded') return `${degraded.reason}: ${degraded.message}`;
  if (events.some(({ type }) => type === 'critique.round_end')) return null;
  const end = events.find(isTerminalEvent);
  return `no round was read${end !== undefined && 'message' in end ? `: ${end.message}` : ''}`;
}

/** Everyone of the cast speaks, in its order, in every round; rounds count up; the verdict comes last. */
function orderProblem(events: readonly CritiqueSseEvent[]): string | null {
  if (events[0]?.type !== 'critique.run_started' && !isNotice(events[0]))
    return `it began with ${events[0]?.type ?? 'nothing'}`;
  const started = events.find(({ type }) => type === 'critique.run_started');
  const cast = started?.type === 'critique.run_started' ? started.cast : [];
  let spoken: string[] = [];
  let closed = 0;
  let rounds = 0;
  for (const event of events) {
    if (event.type === 'critique.panelist_open') {
      if (event.round !== rounds + 1)
        return `${event.role} spoke in round ${event.round} after round ${rounds}`;
      spoken.push(event.role);
    } else if (event.type === 'critique.panelist_close') {
      closed++;
      if (event.role !== spoken.at(-1)) return `${event.role} was closed while ${spoken.at(-1)} spoke`;
    } else if (event.type === 'critique.round_end') {
      if (event.round !== rounds + 1) return `round ${event.round} ended after round ${rounds}`;
      if (spoken.join() !== cast.join())
        return `in round ${event.round} spoke ${spoken.join(', ') || 'nobody'}`;
      if (closed !== spoken.length) return `in round ${event.round} not everyone was closed`;
      rounds++;
      spoken = [];
      closed = 0;
    }
  }
  if (rounds === 0) return 'no round ended';
  const last = events.findLast((event) => !isNotice(event) && event.type !== 'critique.usage');
  return last !== undefined && isTerminalEvent(last) ? null : `it ended with ${last?.type ?? 'nothing'}`;
}

function isNotice(event: CritiqueSseEvent | undefined): boolean {
  return event?.type === 'critique.agent_notice';
}

/** The claimed composite is the recomputed one, within the tolerance of the protocol; the scoreboard compares. */
function compositeProblem(events: readonly CritiqueSseEvent[]): string | null {
  for (const event of events) {
    if (event.type === 'critique.parser_warning' && event.kind === 'composite_mismatch')
      return `${event.detail} (tolerance ${DEFAULT_CRITIQUE_CONFIG.compositeTolerance})`;
  }
  return events.some(({ type }) => type === 'critique.round_end') ? null : 'no round has a composite';
}

function pageProblem(page: string | null): string | null {
  if (page === null) return 'there is no page';
  const errors: string[] = [];
  parse(page, { onParseError: ({ code, startLine }) => void errors.push(`${code} in line ${startLine}`) });
  return errors[0] ?? null;
}

/** The gate came to a verdict of its own on a whole panel. Which one does not matter here. */
function isComplete(events: readonly CritiqueSseEvent[], page: string | null): boolean {
  const end = events.findLast(isTerminalEvent);
  const lastRound = events.findLast((event) => event.type === 'critique.round_end');
  return (
    end?.type === 'critique.ship' &&
    (end.status === 'shipped' || end.status === 'below_threshold') &&
    lastRound?.type === 'critique.round_end' &&
    lastRound.missing.length === 0 &&
    page !== null
  );
}

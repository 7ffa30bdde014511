/** One line per event worth saying, for logs, pipes and terminals that only append. Pure. */
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { clean } from '../../report/clean.ts';
import { interruptedBy } from '../../report/ending.ts';
import {
  bytes,
  causeWords,
  composite,
  count,
  decisionWord,
  duration,
  mustFixes,
  plainReason,
  threshold,
} from '../../report/words.ts';

/**
 * `state` is the fold after the event. Null where a line would say nothing new.
 * @param isLiteral a stored run told to a program: in the words it was stored in
 */
export function plainLine(event: TranscriptEvent, state: CritiqueState, isLiteral = false): string | null {
  const text = (isLiteral ? literalText(event) : null) ?? textOf(event, state);
  return text === null ? null : clean(text);
}

/** Lines that hold values of the protocol; null for all others. */
function literalText(event: TranscriptEvent): string | null {
  switch (event.type) {
    case 'critique.round_end':
      return [`round ${event.round} ends: ${event.reason}`, ...resolvedOf(event), event.decision].join('; ');
    case 'critique.degraded':
      return `inconclusive (${event.reason}): ${event.message}`;
    case 'critique.failed':
      return `${event.status === 'timed_out' ? 'timed out' : 'failed'} (${event.cause}): ${event.message}`;
    case 'critique.parser_warning':
      return `warning (${event.kind}): ${event.detail}`;
    default:
      return null;
  }
}

function resolvedOf({ resolved }: { resolved: readonly unknown[] }): string[] {
  return resolved.length === 0 ? [] : [`${resolved.length} resolved`];
}

function textOf(event: TranscriptEvent, state: CritiqueState): string | null {
  switch (event.type) {
    case 'critique.run_started':
      return `run ${event.runId}: ${event.cast.join(', ')}; at most ${count(event.maxRounds, 'round')}, threshold ${threshold(event.threshold)} of ${event.scale}`;
    case 'critique.panelist_open':
    case 'critique.panelist_dim':
    case 'critique.usage':
      return null;
    case 'critique.panelist_notes':
      return event.role === 'designer' ? `round ${event.round} designer: ${event.text}` : null;
    case 'critique.panelist_must_fix':
      return event.openedRound === event.round
        ? `round ${event.round} ${event.role} must-fix: ${event.text}`
        : null;
    case 'critique.panelist_close':
      return event.role === 'designer' ? null : panelistLine(event, state);
    case 'critique.round_artifact':
      return `round ${event.round} page: ${bytes(event.bytes)}`;
    case 'critique.grounding':
      return groundingLine(event);
    case 'critique.round_end':
      return [
        `round ${event.round} ends: ${plainReason(event.reason)}`,
        ...resolvedOf(event),
        decisionWord(event.decision),
      ].join('; ');
    case 'critique.ship':
      return `${event.status === 'shipped' ? 'shipped' : event.status === 'timed_out' ? 'timed out' : 'not shipped'}: round ${event.round}, composite ${composite(event.composite)}${event.artifactRef === null ? ', nothing is kept' : ''}${took(state)}`;
    case 'critique.degraded':
      return `inconclusive: ${event.message}`;
    case 'critique.interrupted':
      return `interrupted${event.recoveryReason === null ? '' : ` (${interruptedBy(event.recoveryReason)})`}${event.bestRound === null ? '; no round was complete' : `; best round ${event.bestRound}`}`;
    case 'critique.failed':
      return `${event.status === 'timed_out' ? 'timed out' : 'failed'}, ${causeWords(event.cause)}: ${event.message}`;
    case 'critique.agent_notice':
      return `agent: ${event.message}`;
    case 'critique.parser_warning':
      return `warning: ${plainReason(event.detail)}`;
  }
}

function panelistLine(
  event: Extract<TranscriptEvent, { type: 'critique.panelist_close' }>,
  state: CritiqueState,
): string {
  const round =
    state.phase === 'idle' ? undefined : state.rounds.find((candidate) => candidate.n === event.round);
  const panelist = round?.panelists.find((candidate) => candidate.role === event.role);
  const demands = new Set(panelist?.mustFix).size;
  const vote = event.score === null ? 'no usable vote' : event.score.toFixed(1);
  return `round ${event.round} ${event.role}: ${vote}${demands === 0 ? '' : `, ${mustFixes(demands)}`}`;
}

/** Only what a reader would not guess: refuted words, and votes far above what was measured. */
function groundingLine(event: Extract<TranscriptEvent, { type: 'critique.grounding' }>): string {
  const { round, blocking, claims, roles, unmeasured } = event;
  if (unmeasured !== null) return `round ${round} measurements: not measured, ${unmeasured}`;
  const refuted = claims.filter(({ verdict }) => verdict === 'refuted');
  const inflated = roles.filter(({ inflation }) => (inflation ?? 0) >= NOTABLE_INFLATION);
  return [
    `round ${round} instruments: ${blocking} blocking`,
    ...refuted.map(({ role, claim, measured }) => `refuted (${role}) "${claim}": ${measured}`),
    ...inflated.map(({ role, claimed, measured }) => `${role} says ${claimed}, measured ${measured}`),
  ].join('; ');
}

const NOTABLE_INFLATION = 1;

function took(state: CritiqueState): string {
  if (state.phase === 'idle') return '';
  return `, ${duration(Date.parse(state.updatedAt) - Date.parse(state.startedAt))}`;
}

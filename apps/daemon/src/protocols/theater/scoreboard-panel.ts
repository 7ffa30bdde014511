/** What is said in a round: announcements, demands, votes, pages, and what lint and instruments find on them. */

import {
  MAX_MUST_FIXES_PER_PANELIST,
  OFF_SCALE_FACTOR,
  SCORE_DECIMALS,
} from '@design-jury/contracts/defaults';
import type { CritiqueConfig, PanelEvent, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { Grounding, RoleGrounding } from '@design-jury/contracts/theater/grounding';
import { scoringRoles } from './composite.ts';
import { unnamedCount } from './judgement.ts';
import { voiceOf } from './parsers/claims.ts';
import { roundTo } from './rounding.ts';
import {
  demandStep,
  type Effect,
  emit,
  type GroundingInput,
  type HostInput,
  ids,
  type OpenRound,
  pageOf,
  type Scoreboard,
  type Step,
  type StoredArtifact,
  warning,
} from './scoreboard-state.ts';

/** [S3] Scale, threshold and rounds are the configuration's; what the agent announces is compared. */
export function openRun(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'run_open' }>,
  config: CritiqueConfig,
): Step {
  const { claims, position } = input;
  const effects: Effect[] = [];
  if (claims.scale !== undefined && claims.scale !== config.scoreScale) {
    effects.push(
      warning(
        state,
        'scale_mismatch',
        position,
        `the panel announces a scale of ${claims.scale}; the gate's is ${config.scoreScale}`,
      ),
    );
  }
  if (claims.threshold !== undefined && claims.threshold !== config.scoreThreshold) {
    effects.push(
      warning(
        state,
        'claim_mismatch',
        position,
        `threshold ${claims.threshold} was announced; the gate's is ${config.scoreThreshold}`,
      ),
    );
  }
  if (claims.maxRounds !== undefined && claims.maxRounds !== config.maxRounds) {
    effects.push(
      warning(
        state,
        'claim_mismatch',
        position,
        `${claims.maxRounds} rounds were announced; the limit is ${config.maxRounds}`,
      ),
    );
  }
  return [{ ...state, scaleClaim: claims.scale ?? state.scaleClaim }, effects];
}

export function addDemand(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'panelist_must_fix' }>,
): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { role, round, id, demand, voice = null } = input;
  const count = (current.demands[role] ?? 0) + 1;
  const counted: OpenRound = { ...current, demands: { ...current.demands, [role]: count } };
  if (count > MAX_MUST_FIXES_PER_PANELIST) {
    const first = count === MAX_MUST_FIXES_PER_PANELIST + 1;
    const detail = `${role} makes more than ${MAX_MUST_FIXES_PER_PANELIST} demands; the rest is not listed`;
    return [
      { ...state, current: counted },
      first ? [warning(state, 'must_fix_over_limit', null, detail)] : [],
    ];
  }
  const subsystem = demand.dim ?? demand.target ?? demand.text;
  counted.subsystems = { ...current.subsystems, [role]: [...(current.subsystems[role] ?? []), subsystem] };
  return demandStep({ ...state, current: counted }, { round, role, origin: 'panel', id, demand, voice });
}

/** The run says of all its scores that they are of another scale. */
export function hasOtherScale({ scaleClaim }: Scoreboard, { scoreScale }: CritiqueConfig): boolean {
  return scaleClaim !== null && scaleClaim !== scoreScale;
}

/** [S4] A vote on another axis is no vote: it is neither clamped into a pass nor counted as a zero. */
export function closePanelist(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'panelist_close' }>,
  config: CritiqueConfig,
): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { role, score, scoreClaim, mustFixClaim, position } = input;
  const effects: Effect[] = [];
  const live = state.judging === 'live';
  const otherScale = hasOtherScale(state, config);
  const offScale =
    scoreClaim !== null &&
    (live
      ? scoreClaim < 0 || scoreClaim > config.scoreScale
      : scoreClaim > config.scoreScale * OFF_SCALE_FACTOR);
  const before = current.closed.includes(role) ? (current.votes[role] ?? null) : undefined;
  const vote = score === null || otherScale || offScale ? null : stricter(before, score);
  if (offScale) {
    effects.push(
      warning(
        state,
        'score_off_scale',
        position,
        `${role} votes ${scoreClaim} where the scale ends at ${config.scoreScale}`,
      ),
    );
  }
  const listed = current.demands[role] ?? 0;
  if (mustFixClaim !== null && mustFixClaim !== listed) {
    effects.push(
      warning(
        state,
        'must_fix_mismatch',
        position,
        `${role} claims ${mustFixClaim === 'unreadable' ? 'an unreadable number of' : mustFixClaim} must-fix and lists ${listed}`,
      ),
    );
  }
  effects.push(emit({ type: 'critique.panelist_close', ...ids(state, input), score: vote }));
  const { [role]: _before, ...others } = current.votes;
  const next: OpenRound = {
    ...current,
    closed: [...current.closed, role],
    voices: { ...current.voices, [role]: [...(current.voices[role] ?? []), input.voice ?? null] },
    votes: vote === null ? others : { ...others, [role]: vote },
    unnamed:
      mustFixClaim !== null && (mustFixClaim === 'unreadable' || mustFixClaim > listed)
        ? {
            ...current.unnamed,
            [role]: Math.max(
              current.unnamed[role] ?? 0,
              mustFixClaim === 'unreadable' ? 1 : unnamedCount(mustFixClaim - listed),
            ),
          }
        : current.unnamed,
  };
  return [{ ...state, current: next }, effects];
}

/** [S20] Who votes twice has given the lower vote; one of two that cannot be used leaves none. */
function stricter(before: number | null | undefined, vote: number): number | null {
  if (before === undefined) return vote;
  return before === null ? null : Math.min(before, vote);
}

export function closeStranger(state: Scoreboard, voice: string): Step {
  const { current } = state;
  if (current === null) return [state, []];
  return [{ ...state, current: { ...current, strangers: [...current.strangers, voice] } }, []];
}

/** [S20] A demand was written, so it stands, whoever made it. */
export function addStrayDemand(
  state: Scoreboard,
  { from, demand }: Extract<PanelEvent, { type: 'stray_demand' }>,
): Step {
  const who = from === null || from === '' ? '' : `${from}: `;
  const round = state.current?.round ?? state.rounds.at(-1)?.round ?? 1;
  return demandStep(state, {
    round,
    role: 'critic',
    origin: 'stray',
    id: null,
    demand: { ...demand, text: `${who}${demand.text}` },
    voice: from === null ? null : voiceOf(from),
  });
}

export function storeArtifact(
  state: Scoreboard,
  input: Omit<Extract<PanelEvent, { type: 'artifact_close' }>, 'type'>,
): Step {
  if (input.blank) return [state, []];
  const stored: StoredArtifact = { mime: input.mime, bytes: input.bytes, sha256: input.sha256 ?? null };
  if (input.place.in === 'ship') return [{ ...state, shipArtifact: stored }, []];
  const { round } = input.place;
  const isFirst = state.judging === 'live' && Object.keys(state.artifacts).length === 0;
  const next: Scoreboard = {
    ...state,
    artifacts: { ...state.artifacts, [round]: stored },
    // [S8] What was demanded before there was a page is demanded of the first one, whatever its round.
    ...(isFirst && {
      ledger: state.ledger.map((entry) => ({ ...entry, page: entry.page ?? stored.sha256 })),
    }),
  };
  const event = emit({ type: 'critique.round_artifact', runId: state.runId, round, ...stored });
  const { current } = state;
  if (current === null || state.judging === 'stored' || pageOf(state) === stored.sha256)
    return [next, [event]];
  // [S21] Votes given before are votes on another page.
  const early = scoringVotes(current);
  if (early.length === 0) return [next, [event]];
  const detail = `${early.join(', ')} voted before the page of round ${round} was there`;
  return [
    { ...next, current: { ...current, votes: {} } },
    [event, warning(state, 'page_after_vote', null, detail)],
  ];
}

function scoringVotes({ votes }: OpenRound): string[] {
  return Object.keys(votes).filter((role) => role !== 'designer');
}

/** [S12] What the lint finds is a must-fix of the round it was found in, never a silent pass. */
export function addLint(state: Scoreboard, input: Extract<HostInput, { type: 'lint' }>): Step {
  if (input.in === 'ship') return [{ ...state, shipLint: input.demands }, []];
  const { current } = state;
  if (current === null) return [state, []];
  let next: Scoreboard = { ...state, current: { ...current, linted: true } };
  const effects: Effect[] = [];
  for (const demand of input.demands.slice(0, MAX_MUST_FIXES_PER_PANELIST)) {
    const [after, emitted] = demandStep(next, {
      round: current.round,
      role: 'designer',
      origin: 'lint',
      id: null,
      demand,
    });
    next = after;
    effects.push(...emitted);
  }
  return [next, effects];
}

/** [S18] What an instrument finds blocking is a must-fix whoever wrote the page and whatever its panel says. */
export function addGrounding(state: Scoreboard, input: GroundingInput, config: CritiqueConfig): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { mode, demands, scores, claims, unmeasured } = input;
  const { round, votes } = current;
  let next: Scoreboard = { ...state, current: { ...current, grounded: true } };
  const effects: Effect[] = [];
  for (const { id, role, ...demand } of mode === 'gate'
    ? demands.slice(0, MAX_MUST_FIXES_PER_PANELIST)
    : []) {
    const [after, emitted] = demandStep(next, { round, role, origin: 'audit', id, demand });
    next = after;
    effects.push(...emitted);
  }
  const roles = scoringRoles(config).map((role) =>
    inflationOf(role, votes[role] ?? null, scores[role] ?? null, config.scoreScale),
  );
  const grounding: Grounding = { mode, roles, claims: [...claims], blocking: demands.length, unmeasured };
  effects.push(emit({ type: 'critique.grounding', runId: state.runId, round, ...grounding }));
  return [next, effects];
}

/** Instruments score on a scale of 10; the run may have another. */
function inflationOf(
  role: PanelistRole,
  claimed: number | null,
  onTen: number | null,
  scale: number,
): RoleGrounding {
  const measured = onTen === null ? null : roundTo((onTen * scale) / INSTRUMENT_SCALE, SCORE_DECIMALS);
  const inflation =
    claimed === null || measured === null ? null : roundTo(claimed - measured, SCORE_DECIMALS);
  return { role, claimed, measured, inflation };
}

const INSTRUMENT_SCALE = 10;

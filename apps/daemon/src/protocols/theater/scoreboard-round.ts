/** A round opens and closes: the votes become a result, the demands are settled, the gate says how it goes on. */
import type { CritiqueConfig, PanelEvent, PanelistRole } from '@design-jury/contracts/theater/critique';
import { compositeOf, scoringRoles } from './composite.ts';
import {
  disputedClaims,
  isWeakDebate,
  judgeRound,
  missingVote,
  reasonFor,
  unlisted,
  unnamedCount,
} from './judgement.ts';
import { besideOthers, type LedgerEntry, openEntries, pagesOf, reopen, settle } from './ledger.ts';
import type { RoundResult } from './outcome.ts';
import { decide, finish, shipOf } from './scoreboard-end.ts';
import {
  demandStep,
  type Effect,
  emit,
  mustFixEvent,
  type OpenRound,
  pageOf,
  type Scoreboard,
  type Step,
  warning,
} from './scoreboard-state.ts';

export function openRound(state: Scoreboard, round: number, config: CritiqueConfig): Step {
  const last = state.rounds.at(-1);
  // In stored text the gate's yes stood when the agent went on; a live one is taken back by what comes after it.
  if (last?.decision === 'ship' && state.judging === 'stored')
    return finish(state, shipOf(state, last, ''), config);
  const current: OpenRound = {
    round,
    votes: {},
    closed: [],
    voices: {},
    strangers: [],
    demands: {},
    subsystems: {},
    linted: false,
    grounded: false,
    unnamed: {},
    untouched: new Set(),
    abstained: {},
  };
  return [{ ...state, current, verdict: null }, []];
}

export function closeRound(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'round_close' }>,
  config: CritiqueConfig,
): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { round } = current;
  const effects: Effect[] = [];
  const votes = ownVotes(current);
  const without = scoringRoles(config).filter((role) => votes[role] === undefined);
  const abstained = without.filter((role) => current.abstained[role] !== undefined);
  const missing = without.filter((role) => current.abstained[role] === undefined);
  let next = state;
  for (const role of missing) {
    const [after, emitted] = demandStep(next, {
      round,
      role,
      origin: 'vote',
      id: null,
      demand: missingVote(role),
    });
    next = after;
    effects.push(...emitted);
  }
  const tooLittle = abstained.some((role) => current.abstained[role]?.decisive === true);
  if (state.judging === 'live' && (tooLittle || without.length === scoringRoles(config).length))
    return unvoted(next, effects, config);
  for (const [role, count] of state.judging === 'live' ? unnamedIn(next, current, input) : []) {
    for (let n = 1; n <= count; n++) {
      const raised = { round, role, origin: 'count', id: null, demand: unlisted(role, n, count) } as const;
      const [after, emitted] = demandStep(next, raised);
      next = after;
      effects.push(...emitted);
    }
  }
  const page = pageOf(state);
  const isAsItWas = (entry: LedgerEntry): boolean =>
    state.judging === 'live' && !isMended(entry, page, current);
  const { ledger, reopened } = reopen(next.ledger, isAsItWas);
  for (const entry of reopened) effects.push(emit(mustFixEvent(state.runId, round, entry)));
  const met = (entry: LedgerEntry): boolean => couldRepeat(entry, current) && !isAsItWas(entry);
  const settled = settle(besideOthers(ledger, round, crowdedRoles(current)), round, met);
  const withheld = openEntries(settled.ledger).filter(
    (entry) => entry.lastRaisedRound < round && couldRepeat(entry, current),
  );
  if (withheld.length > 0) {
    const detail = `${withheld.length} must-fix not made again, on a page that did not change where they point`;
    effects.push(warning(state, 'page_unchanged', input.position, detail));
  }
  const composite = compositeOf(votes, config);
  const mustFix = openEntries(settled.ledger).length;
  const hasArtifact = Object.keys(state.artifacts).length > 0;
  const result = judgeRound({ round, composite, mustFix }, hasArtifact, config);
  for (const { kind, detail } of disputedClaims(input.claims, result, config)) {
    effects.push(warning(state, kind, input.position, detail));
  }
  if (result.decision === 'continue' && isWeakDebate(current.subsystems)) {
    effects.push(
      warning(
        state,
        'weak_debate',
        input.position,
        `round ${round} closes without two panelists demanding different things`,
      ),
    );
  }
  if (state.previousRoundBytes !== null && input.bytes >= state.previousRoundBytes) {
    effects.push(
      warning(
        state,
        'round_grew',
        input.position,
        `round ${round} took ${input.bytes} bytes, the one before ${state.previousRoundBytes}`,
      ),
    );
  }
  effects.push(
    emit({
      type: 'critique.round_end',
      runId: state.runId,
      ...result,
      reason: reasonFor(result, config, state.judging),
      agentReason: input.reason,
      resolved: settled.resolved,
      missing,
      ...(abstained.length > 0 && { abstained }),
    }),
    { type: 'persist_round', round: result },
  );
  const closed: Scoreboard = {
    ...next,
    current: null,
    ledger: settled.ledger,
    rounds: [...state.rounds, result],
    previousRoundBytes: input.bytes,
    stalled: hasGained(state, result, settled.resolved) ? 0 : state.stalled + 1,
  };
  const [after, decided] = afterRound(closed, result, config);
  return [after, [...effects, ...decided]];
}

/** [S22] Nobody voted, or one without whom there is no verdict: that says nothing of the page, and says why. */
function unvoted(state: Scoreboard, effects: readonly Effect[], config: CritiqueConfig): Step {
  const silent = scoringRoles(config).filter((role) => state.current?.abstained[role]?.decisive === true);
  const [first] = silent;
  const message =
    first === undefined
      ? `no judge of round ${state.current?.round} gave a vote that can be used`
      : `${state.current?.abstained[first]?.reason}; no vote of ${silent.join(', ')}`;
  const ending = { type: 'unreadable', reason: 'no_usable_vote', message, position: null } as const;
  const [after, finished] = finish(state, ending, config);
  return [after, [...effects, ...finished]];
}

/** [S20] Who counts more must-fixes than are listed has demands that nobody can see met: as many as were counted. */
function unnamedIn(
  { ledger }: Scoreboard,
  { unnamed, demands }: OpenRound,
  { claims }: Extract<PanelEvent, { type: 'round_close' }>,
): (readonly [PanelistRole, number])[] {
  const own = Object.entries(unnamed) as [PanelistRole, number][];
  if (own.length > 0) return own;
  const listed = Object.values(demands).reduce((sum, count) => sum + count, 0);
  if (claims.mustFix === undefined || claims.mustFix <= 0 || listed > 0) return [];
  return [['critic', unnamedCount(claims.mustFix - openEntries(ledger).length)]];
}

/** [S8] A demand of the panel is met on a page that changed, where it points; others are measured anew. */
function isMended(entry: LedgerEntry, now: string | null, { untouched }: OpenRound): boolean {
  const { origin, id } = entry;
  const isMade = origin === 'panel' || origin === 'stray' || origin === 'count';
  return !isMade || (!pagesOf(entry).includes(now) && !untouched.has(id));
}

/** One-shot agents still have to say SHIP; a conversation ends on the gate's own word. */
function afterRound(state: Scoreboard, result: RoundResult, config: CritiqueConfig): Step {
  if (result.decision === 'ship') {
    return state.turns === 'conversational' ? decide(state, shipOf(state, result, ''), config) : [state, []];
  }
  if (result.round >= config.maxRounds)
    return decide(state, { type: 'rounds_exhausted', summary: '' }, config);
  if (config.plateauRounds > 0 && state.stalled >= config.plateauRounds)
    return decide(state, { type: 'plateau', rounds: state.stalled }, config);
  return [state, []];
}

/** A first round has nothing to gain on; later ones have to beat the best before them or meet a demand. */
function hasGained({ rounds }: Scoreboard, { composite }: RoundResult, resolved: readonly string[]): boolean {
  return resolved.length > 0 || rounds.every((before) => composite > before.composite + EPSILON);
}

const EPSILON = 1e-9;

/** [P5] Who only looks like a judge can lower its vote, and cannot give it. */
function ownVotes({ votes, voices }: OpenRound): OpenRound['votes'] {
  const entries = Object.entries(votes) as [PanelistRole, number][];
  return Object.fromEntries(entries.filter(([role]) => voices[role]?.includes(null) !== false));
}

/** Roles that more than one name spoke for: a copywriter beside the copy judge. */
function crowdedRoles({ voices }: OpenRound): ReadonlySet<PanelistRole> {
  const entries = Object.entries(voices) as [PanelistRole, readonly (string | null)[]][];
  return new Set(entries.filter(([, names]) => new Set(names).size > 1).map(([role]) => role));
}

/** [S8] Only who made a demand takes it back by silence; one that nobody made under a name is anybody's. */

function couldRepeat(entry: LedgerEntry, current: OpenRound): boolean {
  switch (entry.origin) {
    case 'panel':
      return entry.besideOthers === true
        ? current.voices[entry.role]?.includes(entry.voice) === true
        : current.closed.includes(entry.role);
    case 'vote':
      return current.votes[entry.role] !== undefined;
    case 'lint':
      return current.linted;
    case 'audit':
      return current.grounded;
    case 'stray':
      return entry.voice == null || current.strangers.includes(entry.voice);
    case 'count':
      return current.closed.includes(entry.role);
  }
}

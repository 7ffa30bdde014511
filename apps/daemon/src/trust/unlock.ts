/**
 * The unlock set: the smallest set of open must-fixes and score changes with which the gate says yes. Fewest steps come
 * first, then fewest points. Exact, because the gate is: every open must-fix and every missing vote is needed; of the
 * votes every choice of roles is tried (there are at most 2^5), and for one choice the heaviest roles rise first, which no other
 * order of equal steps beats. What is found is judged again, whole and with each step left out. Pure.
 */
import { SCORE_DECIMALS } from '@design-jury/contracts/defaults';
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { RunView } from '@design-jury/contracts/theater/fold';
import type { UnlockSet, UnlockStep } from '@design-jury/contracts/trust/unlock';
import { compositeOf, reaches, scoringRoles } from '../protocols/theater/composite.ts';
import { roundTo } from '../protocols/theater/rounding.ts';
import { type Board, type BoardRules, boardOfRound, judgeBoard } from './boards.ts';

/** Votes have one decimal: this many steps make a point. */
const STEPS_PER_POINT = 10 ** SCORE_DECIMALS;

export interface UnlockRules extends BoardRules {
  scale: number;
}

type Raises = ReadonlyMap<PanelistRole, number>;

/** Null where no vote could ever decide it: every role that counts had nothing to judge. */
export function unlockSet(board: Board, rules: UnlockRules): UnlockSet | null {
  const voters = scoringRoles({ ...rules, cast: [...rules.cast] }).filter(
    (role) => !board.abstained.includes(role),
  );
  if (voters.length === 0) return null;
  const { missing, composite } = judgeBoard(board, rules);
  const raises = fewestRaises(board, rules, voters, missing);
  if (raises === null) return null;
  const steps: UnlockStep[] = [
    ...(board.hasPage ? [] : [{ kind: 'page' } as const]),
    ...board.open.map(
      ({ id, role, severity, text, target, evidence }): UnlockStep => ({
        kind: 'must_fix',
        id,
        role,
        severity,
        text,
        target,
        evidence,
      }),
    ),
    ...voters.flatMap((role): UnlockStep[] => {
      const to = raises.get(role);
      if (to === undefined) return [];
      const from = board.votes[role];
      return [
        from === undefined
          ? { kind: 'vote', role, atLeast: to }
          : { kind: 'raise', role, from, to, dims: [] },
      ];
    }),
  ];
  const after = withSteps(board, steps);
  if (judgeBoard(after, rules).decision !== 'ship') return null;
  return {
    round: board.round,
    threshold: rules.scoreThreshold,
    composite: { now: composite, after: judgeBoard(after, rules).composite },
    steps,
  };
}

/** The board once somebody has done exactly these steps. */
export function withSteps(board: Board, steps: readonly UnlockStep[]): Board {
  const met = new Set(steps.flatMap((step) => (step.kind === 'must_fix' ? [step.id] : [])));
  const votes = { ...board.votes };
  for (const step of steps) {
    if (step.kind === 'raise') votes[step.role] = step.to;
    if (step.kind === 'vote') votes[step.role] = step.atLeast;
  }
  return {
    ...board,
    votes,
    open: board.open.filter(({ id }) => !met.has(id)),
    hasPage: board.hasPage || steps.some(({ kind }) => kind === 'page'),
  };
}

/** New votes by role: of the fewest roles, and of these choices the one of fewest points. */
function fewestRaises(
  board: Board,
  rules: UnlockRules,
  voters: readonly PanelistRole[],
  missing: readonly PanelistRole[],
): Raises | null {
  const free = voters.filter((role) => !missing.includes(role));
  for (let size = 0; size <= free.length; size += 1) {
    let best: { raises: Raises; steps: number } | null = null;
    for (const chosen of choices(free, size)) {
      const found = leastPoints(board, rules, [...missing, ...chosen], missing);
      if (found !== null && (best === null || found.steps < best.steps)) best = found;
    }
    if (best !== null) return best.raises;
  }
  return null;
}

/** For one choice of roles: how few steps of a tenth reach the threshold; null where all of them do not. */
function leastPoints(
  board: Board,
  rules: UnlockRules,
  chosen: readonly PanelistRole[],
  missing: readonly PanelistRole[],
): { raises: Raises; steps: number } | null {
  const rooms = [...chosen]
    .sort((a, b) => rules.weights[b] - rules.weights[a])
    .map((role) => {
      const from = Math.floor((board.votes[role] ?? 0) * STEPS_PER_POINT + DUST);
      return { role, from, room: Math.max(0, Math.ceil(rules.scale * STEPS_PER_POINT - DUST) - from) };
    });
  const raised = (steps: number): Map<PanelistRole, number> => {
    const votes = new Map<PanelistRole, number>();
    let left = steps;
    for (const { role, from, room } of rooms) {
      const used = Math.min(left, room);
      left -= used;
      // A vote that is missing is given, were it a 0.
      if (used > 0 || missing.includes(role))
        votes.set(role, Math.min(rules.scale, roundTo((from + used) / STEPS_PER_POINT, SCORE_DECIMALS)));
    }
    return votes;
  };
  const holds = (steps: number): boolean => {
    const votes = { ...board.votes, ...Object.fromEntries(raised(steps)) };
    return reaches(compositeOf(votes, { ...rules, cast: [...rules.cast] }), rules.scoreThreshold);
  };
  let high = rooms.reduce((sum, { room }) => sum + room, 0);
  if (!holds(high)) return null;
  let low = 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return { raises: raised(high), steps: high };
}

/** 8.3 × 10 is 83.00000000000001. */
const DUST = 1e-9;

function* choices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, item] of items.entries())
    for (const rest of choices(items.slice(index + 1), size - 1)) yield [item, ...rest];
}

interface UnlockOptions {
  weights: Record<PanelistRole, number>;
  /** Ids that somebody has accepted: nobody has to meet them. @default none */
  accepted?: ReadonlySet<string>;
}

/** The unlock set of one round of a run, with what scored low in each role that has to rise. */
export function unlockOf(
  run: RunView,
  n: number,
  { weights, accepted = new Set() }: UnlockOptions,
): UnlockSet | null {
  const board = boardOfRound(run, n);
  if (board === null) return null;
  const { cast, threshold, scale } = run;
  const open = board.open.filter(({ id }) => !accepted.has(id));
  const found = unlockSet({ ...board, open }, { cast, weights, scoreThreshold: threshold, scale });
  if (found === null) return null;
  const steps = found.steps.map((step) =>
    step.kind === 'raise' ? { ...step, dims: lowDims(run, n, step) } : step,
  );
  return { ...found, steps };
}

const MOST_DIMS = 5;

function lowDims(
  { rounds }: RunView,
  n: number,
  { role, to }: { role: PanelistRole; to: number },
): { name: string; score: number }[] {
  const panelists = rounds.find((round) => round.n === n)?.panelists ?? [];
  return panelists
    .filter((panelist) => panelist.role === role)
    .flatMap(({ dims }) => dims)
    .flatMap(({ name, score }) => (score === null || score >= to ? [] : [{ name, score }]))
    .sort((a, b) => a.score - b.score)
    .slice(0, MOST_DIMS);
}

/** What the gate had before it at the end of each round of a transcript: votes, open demands, and a page or none. Pure. */
import type { MustFix, PanelistRole, RoundDecision } from '@design-jury/contracts/theater/critique';
import type { RunView } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { compositeOf, scoringRoles, type Votes } from '../protocols/theater/composite.ts';
import { judgeRound } from '../protocols/theater/judgement.ts';

type Demanded = Omit<MustFix, 'resolvedRound'>;

export interface Board {
  round: number;
  votes: Votes;
  /** Open at the end of the round, in the order they were first made; the gate's own demands for votes are not among them. */
  open: readonly Demanded[];
  /** Roles that had nothing to judge. */
  abstained: readonly PanelistRole[];
  hasPage: boolean;
  /** Of the page of this round, or of the newest before it; null where it was not hashed. */
  sha256: string | null;
  /** As the transcript has it. */
  said: { composite: number; mustFix: number; decision: RoundDecision };
}

export interface BoardRules {
  cast: readonly PanelistRole[];
  weights: Record<PanelistRole, number>;
  scoreThreshold: number;
}

/** The gate's own demand for a missing vote depends on the weights: it is made anew, never taken over. */
function isVoteDemand({ id, synthetic }: { id: string; synthetic: boolean }): boolean {
  return synthetic && id.startsWith('vote-');
}

export function boardsOf(events: readonly TranscriptEvent[]): Board[] {
  const boards: Board[] = [];
  const open = new Map<string, Demanded>();
  let votes: Votes = {};
  let hasPage = false;
  let sha256: string | null = null;
  for (const event of events) {
    switch (event.type) {
      case 'critique.panelist_must_fix': {
        const { type: _type, runId: _run, seq: _seq, at: _at, round: _round, ...demanded } = event;
        if (!isVoteDemand(event)) open.set(event.id, demanded);
        break;
      }
      case 'critique.panelist_close':
        if (event.score !== null) votes = { ...votes, [event.role]: event.score };
        break;
      case 'critique.round_artifact':
        hasPage = true;
        sha256 = event.sha256;
        break;
      case 'critique.round_end': {
        for (const id of event.resolved) open.delete(id);
        const { round, composite, mustFix, decision, abstained = [] } = event;
        const said = { composite, mustFix, decision };
        boards.push({ round, votes, open: [...open.values()], abstained, hasPage, sha256, said });
        votes = {};
        break;
      }
    }
  }
  return boards;
}

/** The same of one round of a folded run; null for a round that was not complete. */
export function boardOfRound(run: RunView, n: number): Board | null {
  const at = run.rounds.findIndex((round) => round.n === n);
  const round = run.rounds[at];
  if (round === undefined || round.end === null) return null;
  const votes = Object.fromEntries(
    round.panelists.flatMap(({ role, score }) => (score === null ? [] : [[role, score]])),
  ) as Votes;
  const { composite, mustFix, decision, missing } = round.end;
  const page = run.rounds.slice(0, at + 1).findLast(({ artifact }) => artifact !== null)?.artifact ?? null;
  return {
    round: n,
    votes,
    open: run.mustFixes
      .filter(
        ({ openedRound, resolvedRound }) => openedRound <= n && (resolvedRound === null || resolvedRound > n),
      )
      .filter((entry) => !isVoteDemand(entry))
      .map(({ resolvedRound: _resolved, ...demanded }) => demanded),
    abstained: run.cast.filter((role) => votes[role] === undefined && !missing.includes(role)),
    hasPage: page !== null,
    sha256: page?.sha256 ?? null,
    said: { composite, mustFix, decision },
  };
}

interface JudgedBoard {
  composite: number;
  mustFix: number;
  decision: RoundDecision;
  /** Roles that count and gave no vote. */
  missing: PanelistRole[];
}

/** [S6] The gate itself, over one board. */
export function judgeBoard(
  board: Pick<Board, 'round' | 'votes' | 'open' | 'abstained' | 'hasPage'>,
  rules: BoardRules,
): JudgedBoard {
  const config = { ...rules, cast: [...rules.cast] };
  const missing = scoringRoles(config).filter(
    (role) => board.votes[role] === undefined && !board.abstained.includes(role),
  );
  const composite = compositeOf(board.votes, config);
  const mustFix = board.open.length + missing.length;
  const { decision } = judgeRound({ round: board.round, composite, mustFix }, board.hasPage, config);
  return { composite, mustFix, decision, missing };
}

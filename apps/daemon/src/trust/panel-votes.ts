/** What the judges of a panel said over many runs, as rows to correlate; instruments are a judge among them. Pure. */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { RunView } from '@design-jury/contracts/theater/fold';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import { errorRows, type PanelDrill } from './drills.ts';
import { type EffectiveVotes, effectiveVotes } from './statistics/effective-votes.ts';

/** What was measured beside what a panel of models said. */
const INSTRUMENTS = 'instruments';

interface PanelVotes {
  judges: string[];
  /** A row per judge, a column per round of a run. */
  rows: (number | null)[][];
}

function panelVotes(runs: readonly RunView[]): PanelVotes {
  const rounds = runs.flatMap(({ rounds: all }) => all.filter(({ end }) => end !== null));
  const said = rounds.map(({ panelists, grounding }) => {
    const votes = new Map<string, number>();
    for (const { role, score } of panelists)
      if (score !== null && role !== ('designer' satisfies PanelistRole)) votes.set(role, score);
    const measured = (grounding?.roles ?? []).flatMap((one) => one.measured ?? []);
    if (measured.length > 0)
      votes.set(INSTRUMENTS, measured.reduce((sum, one) => sum + one, 0) / measured.length);
    return votes;
  });
  const judges = [...new Set(said.flatMap((votes) => [...votes.keys()]))].sort();
  return { judges, rows: judges.map((judge) => said.map((votes) => votes.get(judge) ?? null)) };
}

interface JudgedJudges extends PanelVotes {
  effective: EffectiveVotes | null;
  /** What was correlated. */
  from: 'errors' | 'scores';
}

/** By errors where planted defects say what was right, and by scores where nobody knows. */
export function judgedJudges(runs: readonly RunView[], drills: readonly PanelDrill[]): JudgedJudges {
  const errors = errorRows(drills);
  const wrong = effectiveVotes(errors.rows);
  if (wrong !== null) return { ...errors, effective: wrong, from: 'errors' };
  const votes = panelVotes(runs);
  return { ...votes, effective: effectiveVotes(votes.rows), from: 'scores' };
}

/** As the trust line has it. */
export function votesLine({ effective, from }: JudgedJudges): TrustLine['effectiveVotes'] {
  if (effective === null) return null;
  const { judges, votes, low, high, items } = effective;
  return { judges, votes, low, high, items, from };
}

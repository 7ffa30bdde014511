/** The series of one adapter with one skill, each found when it is first needed. */
import type { RunRecord } from '@design-jury/contracts/run';
import { CRITIQUE_STATUSES, DEGRADED_REASONS } from '@design-jury/contracts/theater/critique';
import { type Labels, OTHER } from './labels.ts';
import type { Series } from './series.ts';
import type { Count, Figures, Tallies } from './tally.ts';

/** Whatever is named here is from a closed set already: what is kept is as bounded as the series are. */
export interface Pair {
  adapter: string;
  skill: string;
  rounds: Count;
  inputTokens: Count;
  outputTokens: Count;
  costUsd: Count;
  roundMs(round: string): Figures;
  mustFix(panelist: string, dim: string): Count;
  warning(kind: string): Count;
}

export class Pairs {
  readonly #series: Series;
  readonly #labels: Labels;
  readonly #tallies: Tallies;
  readonly #pairs = new Map<string, Pair>();
  readonly finding: (audit: string) => Count;

  constructor(series: Series, labels: Labels, tallies: Tallies) {
    this.#series = series;
    this.#labels = labels;
    this.#tallies = tallies;
    this.finding = kept((audit) => tallies.count(series.findings, { audit }));
  }

  of(run: RunRecord): Pair {
    const adapter = this.#labels.adapter(run.agent);
    const skill = this.#labels.skill(run);
    const name = `${adapter} ${skill}`;
    const found = this.#pairs.get(name);
    if (found !== undefined) return found;
    beginAtZero(adapter, skill, this.#series);
    const pair = pairOf(adapter, skill, this.#series, this.#tallies);
    this.#pairs.set(name, pair);
    return pair;
  }
}

function pairOf(adapter: string, skill: string, series: Series, tallies: Tallies): Pair {
  const mustFixes = kept((panelist) =>
    kept((dim) => tallies.count(series.mustFix, { panelist, dim, adapter, skill })),
  );
  return {
    adapter,
    skill,
    rounds: tallies.count(series.rounds, { adapter, skill }),
    inputTokens: tallies.count(series.tokens, { direction: 'input', adapter }),
    outputTokens: tallies.count(series.tokens, { direction: 'output', adapter }),
    costUsd: tallies.count(series.cost, { adapter }),
    roundMs: kept((round) => tallies.figures(series.roundMs, { adapter, skill, round })),
    mustFix: (panelist, dim) => mustFixes(panelist)(dim),
    warning: kept((kind) => tallies.count(series.parserErrors, { kind, adapter })),
  };
}

/** A series whose first value is 1 looks to Prometheus as if nothing had happened: rates need the 0 before it. */
function beginAtZero(adapter: string, skill: string, series: Series): void {
  for (const status of CRITIQUE_STATUSES) series.runs.inc({ status, adapter, skill }, 0);
  series.runs.inc({ status: 'failed', adapter, skill, cause: 'cli_exit_nonzero' }, 0);
  series.rounds.inc({ adapter, skill }, 0);
  for (const reason of [...DEGRADED_REASONS, OTHER]) series.degraded.inc({ reason, adapter }, 0);
  series.interrupted.inc({ adapter }, 0);
  series.takenBack.inc({ adapter }, 0);
  series.cost.inc({ adapter }, 0);
  for (const direction of ['input', 'output']) series.tokens.inc({ direction, adapter }, 0);
}

function kept<Value>(make: (name: string) => Value): (name: string) => Value {
  const values = new Map<string, Value>();
  return (name) => {
    const found = values.get(name);
    if (found !== undefined) return found;
    const value = make(name);
    values.set(name, value);
    return value;
  };
}

/** What the rounds of runs changed: whether the jury was worth its cost. Pure. */
import type { ChangeSummary, RunChange } from '@design-jury/contracts/trust/changes';
import type { StoredView } from './stored-views.ts';

export function changeOf({ run, view }: StoredView): RunChange {
  const closed = view.rounds.flatMap(({ end }) => (end === null ? [] : [end]));
  const [first, last] = [closed[0], closed.at(-1)];
  const composite =
    first === undefined || last === undefined ? null : { first: first.composite, last: last.composite };
  const demands = view.mustFixes.filter(({ id, synthetic }) => !(synthetic && id.startsWith('vote-')));
  return {
    runId: run.id,
    agent: run.agent,
    state: run.state,
    endedAt: run.endedAt ?? run.updatedAt,
    rounds: closed.length,
    composite,
    mustFixes: {
      opened: demands.length,
      resolved: demands.filter(({ resolvedRound }) => resolvedRound !== null).length,
    },
    pages: view.rounds.filter(({ artifact }) => artifact !== null).length,
  };
}

export function changesOf(changes: readonly RunChange[]): ChangeSummary {
  const revised = changes.filter(({ rounds }) => rounds >= 2);
  const rises = revised.flatMap(({ composite }) =>
    composite === null ? [] : [composite.last - composite.first],
  );
  const sum = (part: (change: RunChange) => number): number =>
    changes.reduce((total, change) => total + part(change), 0);
  return {
    runs: changes.length,
    revised: revised.length,
    improved: rises.filter((rise) => rise > 0).length,
    turned: revised.filter(({ state }) => state === 'shipped').length,
    resolved: sum(({ mustFixes }) => mustFixes.resolved),
    opened: sum(({ mustFixes }) => mustFixes.opened),
    meanRise: rises.length === 0 ? null : rises.reduce((total, rise) => total + rise, 0) / rises.length,
  };
}

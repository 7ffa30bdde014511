/** What the rounds of runs changed: whether the jury was worth its cost. Pure. */
import type { ChangeSummary, ChangesOfDay, DiffSize, RunChange } from '@design-jury/contracts/trust/changes';
import type { StoredView } from './stored-views.ts';

export function changeOf({ run, view }: StoredView, diff: DiffSize | null): RunChange {
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
    diff,
    costUsd: run.costUsd,
  };
}

export function changesOf(changes: readonly RunChange[]): ChangeSummary {
  const revised = changes.filter(({ rounds }) => rounds >= 2);
  const rises = revised.flatMap(({ composite }) =>
    composite === null ? [] : [composite.last - composite.first],
  );
  const diffs = changes.flatMap(({ diff }) => diff ?? []);
  const prices = changes.flatMap(({ costUsd }) => costUsd ?? []);
  const sum = (part: (change: RunChange) => number): number =>
    changes.reduce((count, change) => count + part(change), 0);
  return {
    runs: changes.length,
    revised: revised.length,
    improved: rises.filter((rise) => rise > 0).length,
    turned: revised.filter(({ state }) => state === 'shipped').length,
    resolved: sum(({ mustFixes }) => mustFixes.resolved),
    opened: sum(({ mustFixes }) => mustFixes.opened),
    meanRise: rises.length === 0 ? null : rises.reduce((rest, rise) => rest + rise, 0) / rises.length,
    diff: diffs.length === 0 ? null : { added: total(diffs, 'added'), removed: total(diffs, 'removed') },
    costUsd: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0),
  };
}

function total(diffs: readonly DiffSize[], side: keyof DiffSize): number {
  return diffs.reduce((lines, diff) => lines + diff[side], 0);
}

/** As many days as there were; the newest first. */
export function changesByDay(changes: readonly RunChange[]): ChangesOfDay[] {
  const days = Map.groupBy(changes, ({ endedAt }) => endedAt.slice(0, 'yyyy-mm-dd'.length));
  return [...days]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, ended]) => ({ day, ...changesOf(ended) }));
}

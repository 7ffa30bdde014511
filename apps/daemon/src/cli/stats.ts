/** `jury stats`: what the rounds of the newest runs changed, and how the judges of each panel go together. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type {
  ChangesOfDay,
  DiffSize,
  PanelCorrelation,
  RunChange,
  TrustOverview,
} from '@design-jury/contracts/trust/changes';
import { stateWord } from '../outcome-words.ts';
import { clean } from '../report/clean.ts';
import { recallWords } from '../report/trust-words.ts';
import { count } from '../report/words.ts';
import { trustOverview } from '../trust/overview.ts';
import { checkedDataDir } from './data-dir.ts';
import { noArguments, readFlags } from './flags.ts';
import { command } from './refusal.ts';
import { type Paint, paintRow, type Row, span } from './terminal/paint.ts';
import { padEnd } from './terminal/text.ts';
import { withEngine } from './with-engine.ts';

const MOST_SHOWN = 20;
const MOST_DAYS = 14;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('stats', argv);
  noArguments('stats', positionals);
  const dataDir = await checkedDataDir(shell, values.data);
  const { overview, changes } = await withEngine(shell, { dataDir }, ({ jury }) =>
    trustOverview(jury, dataDir),
  );
  shell.out(
    values.json === true
      ? `${JSON.stringify({ ...overview, runs: changes }, null, 2)}\n`
      : `${[
          ...changeLines(overview, changes, shell.outPaint),
          ...overview.panels.flatMap((panel) => panelLines(panel, shell.outPaint)),
        ].join('\n')}\n`,
  );
  return EXIT.ships;
});

function changeLines(
  { changes: summary, days }: Pick<TrustOverview, 'changes' | 'days'>,
  changes: readonly RunChange[],
  paint: Paint,
): string[] {
  const { runs, revised, improved, turned, resolved, opened, meanRise, diff, costUsd } = summary;
  if (runs === 0) return ['No run of the Theater is stored here yet.'];
  const rise = meanRise === null ? 'not known' : `${meanRise >= 0 ? '+' : ''}${meanRise.toFixed(2)}`;
  const rows: Row[] = [
    [span(`${count(runs, 'run')}, ${revised} with more than one round`, 'strong')],
    [span(`must-fixes   ${opened} opened, ${resolved} resolved`)],
    [span(`composite    ${improved} of ${revised} higher at the end, ${rise} on average`)],
    [span(`verdict      ${turned} of ${revised} shipped that did not in their first round`)],
    [span(`pages        ${diff === null ? 'not known' : lines(diff)}`)],
    [span(`cost         ${costUsd === null ? 'not known' : `$${costUsd.toFixed(2)}`}`)],
    [],
    ...(days.length > 1 ? [...days.slice(0, MOST_DAYS).map(dayRow), []] : []),
    ...changes
      .slice(0, MOST_SHOWN)
      .map(
        ({ runId, agent, state, rounds, composite, mustFixes, diff: changed }): Row => [
          span(padEnd(clean(runId), 40)),
          span(padEnd(clean(agent), 12), 'dim'),
          span(padEnd(stateWord(state), 16)),
          span(
            `${count(rounds, 'round')}${composite === null ? '' : `, ${composite.first.toFixed(2)} to ${composite.last.toFixed(2)}`}, ${mustFixes.resolved} of ${mustFixes.opened} resolved${changed === null ? '' : `, ${lines(changed)}`}`,
          ),
        ],
      ),
  ];
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

function lines({ added, removed }: DiffSize): string {
  return `+${added} −${removed} lines`;
}

function dayRow({ day, runs, resolved, opened, meanRise, diff }: ChangesOfDay): Row {
  const rise = meanRise === null ? '' : `, composite ${meanRise >= 0 ? '+' : ''}${meanRise.toFixed(2)}`;
  const changed = diff === null ? '' : `, ${lines(diff)}`;
  return [
    span(`${day}  `, 'dim'),
    span(`${count(runs, 'run')}, ${resolved} of ${opened} resolved${rise}${changed}`),
  ];
}

function panelLines(
  { agent, judges, effective, items, from, recalls }: PanelCorrelation,
  paint: Paint,
): string[] {
  const asked = count(items, from === 'errors' ? 'planted defect' : 'round');
  const words =
    effective === null
      ? `effective votes not known (${asked})`
      : `effective votes ${effective.votes.toFixed(1)} of ${judges.length} (${effective.low.toFixed(1)} to ${effective.high.toFixed(1)}), mean correlation of ${from} ${effective.correlation.toFixed(2)} over ${asked}`;
  const drilled = recalls === null ? [] : recallWords(recalls);
  return [
    [],
    [span(`${clean(agent)}: `, 'strong'), span(words)],
    ...drilled.map((said): Row => [span(`  ${said}`, 'dim')]),
  ].map((row: Row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

/** `jury drill`: plants defects of both pools in copies of a page and says which of them the instruments saw. */

import { dirname, join } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import type { Drilled, DrillReport, Recall } from '../drill/drill.ts';
import type { UnfamiliarReport } from '../drill/unfamiliar-drill.ts';
import {
  findSubjects,
  readSubject,
  readTextBeside,
  readTextFile,
  type Subject,
} from '../library/subjects.ts';
import { count } from '../report/words.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { type Paint, paintRow, type Row, span } from './terminal/paint.ts';

const DEFAULT_SEED = 1;
const MAX_SEED = 4_294_967_295;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('drill', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one page: ${juryCommand()} drill page.html.`);
  const seed = numberFlag('seed', values.seed, { min: 0, max: MAX_SEED, whole: true }) ?? DEFAULT_SEED;
  const [subject, ...others] = await findSubjects(shell.cwd, [named]);
  if (subject === undefined || others.length > 0)
    throw new Refusal(`${juryCommand()} drill takes one page at a time.`);
  if (subject.mime !== 'text/html')
    throw new Refusal(`${subject.name} is not HTML; defects are planted in HTML pages.`);
  const html = await readSubject(subject, shell.cwd);
  const designText = await designOf(shell, subject, values.design);
  const [{ drill }, { drillUnfamiliar }, { readDesignMd }, { MeasuringThreads }] = await Promise.all([
    import('../drill/drill.ts'),
    import('../drill/unfamiliar-drill.ts'),
    import('../measure/model/design-md.ts'),
    import('../measure/threads/threads.ts'),
  ]);
  const stop = new AbortController();
  const dispose = shell.onStop(() => {
    if (stop.signal.aborted) shell.exitNow(EXIT.interrupted);
    stop.abort();
  });
  const threads = new MeasuringThreads({ many: true });
  const progress = progressLine(shell, values.quiet === true || values.json === true);
  try {
    const design = designText === null ? null : readDesignMd(designText);
    const report = await drill(
      { html, path: subject.path, design },
      { seed, onStep: progress.step, isStopped: () => stop.signal.aborted },
    );
    const unfamiliar = await drillUnfamiliar(
      { html, path: subject.path, design: designText },
      { seed, threads, signal: stop.signal, onStep: progress.step },
    );
    progress.clear();
    if (stop.signal.aborted) return EXIT.interrupted;
    shell.out(
      values.json === true
        ? `${JSON.stringify({ page: subject.name, ...report, unfamiliar }, null, 2)}\n`
        : `${drillLines(subject.name, report, unfamiliar, shell.outPaint).join('\n')}\n`,
    );
    return report.passes ? EXIT.ships : EXIT.doesNotShip;
  } finally {
    await threads.close();
    dispose();
  }
});

/** The one that was named, else one beside the page. */
async function designOf(shell: Shell, { path }: Subject, named: string | undefined): Promise<string | null> {
  if (named !== undefined) return readTextFile(shell.cwd, named, 'design');
  const beside = join(dirname(path), 'DESIGN.md');
  return readTextBeside(shell.cwd, beside, 'design');
}

/** A counter that overwrites itself; nothing where nobody watches. */
function progressLine(
  shell: Shell,
  silent: boolean,
): { step(done: number, total: number): void; clear(): void } {
  if (silent || !shell.errorIsTty) return { step: () => undefined, clear: () => undefined };
  return {
    step(done, total) {
      shell.takeBack(0);
      shell.error(`${done} of ${total} defects planted`);
    },
    clear: () => shell.takeBack(0),
  };
}

const NAME_CELLS = 20;

function drillLines(page: string, report: DrillReport, unfamiliar: UnfamiliarReport, paint: Paint): string[] {
  const { operators, overall, roles, alarms, seed } = report;
  const rows: Row[] = [
    [
      span(
        `${page}: ${count(overall.planted + unfamiliar.overall.planted, 'defect')} planted one at a time, seed ${seed}`,
        'strong',
      ),
    ],
    [],
    [span('Of kinds the checks were built with, each seen by the check that is meant to see it:', 'strong')],
    ...operators.map(mutationRow),
    [],
    ...Object.entries(roles).map(([role, recall]): Row => [span(`${role.padEnd(8)} ${shown(recall)}`)]),
    [
      span(`${'all'.padEnd(8)} ${shown(overall)}`, 'strong'),
      span(report.passes ? '' : '  below 0.95 in all or 0.9 in one role', 'bad'),
    ],
    [],
    ...unfamiliarRows(unfamiliar),
    [],
    alarms.length === 0
      ? [span('No finding that gates on the page as given: no false alarm.')]
      : [
          span(
            `${alarms.length === 1 ? '1 finding gates' : `${alarms.length} findings gate`} on the page as given; each is a false alarm if the page is good:`,
          ),
        ],
    ...alarms
      .slice(0, MAX_ALARMS)
      .map(({ auditId, line, message }): Row => [span(`  line ${line}  ${auditId}: ${message}`, 'dim')]),
    ...(alarms.length > MAX_ALARMS ? [[span(`  and ${alarms.length - MAX_ALARMS} more`, 'dim')]] : []),
  ];
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

const MAX_ALARMS = 10;

function unfamiliarRows({ pool, overall, roles, unmeasured }: UnfamiliarReport): Row[] {
  const shownOf = (recall: UnfamiliarReport['overall']): string =>
    recall.recall === null ? shown(recall) : `${shown(recall)}, ${recall.mustFix} as must-fixes`;
  return [
    [span(`Written without knowing the checks (${pool}), seen by any check at their place:`, 'strong')],
    ...Object.entries(roles).map(([role, recall]): Row => [span(`${role.padEnd(8)} ${shownOf(recall)}`)]),
    [span(`${'all'.padEnd(8)} ${shownOf(overall)}`, 'strong')],
    ...(unmeasured === 0
      ? []
      : [[span(`${unmeasured} could not be measured in time, and count as not seen.`, 'warn')]]),
  ];
}

function mutationRow({ id, role, title, outcome, by, why }: Drilled): Row {
  const name = `${role.padEnd(7)} ${id.padEnd(NAME_CELLS)} `;
  switch (outcome) {
    case 'caught':
      return [span('caught      ', 'good'), span(name), span(`${title} (${by})`, 'dim')];
    case 'missed':
      return [span('MISSED      ', 'bad'), span(name), span(`${title}: ${why}`)];
    case 'unmeasured':
      return [span('UNMEASURED  ', 'warn'), span(name), span(`${title}: ${why}`)];
    case 'does_not_apply':
      return [span('not planted ', 'dim'), span(name, 'dim'), span(`${title}: ${why}`, 'dim')];
  }
}

function shown({ planted, caught, recall }: Recall): string {
  return recall === null ? 'nothing to plant' : `${caught} of ${planted} (${recall.toFixed(2)})`;
}

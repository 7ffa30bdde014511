/** `jury rejudge`: what would other rules have decided, from the same votes and must-fixes. */

import { EXIT, exitOf } from '@design-jury/contracts/exit-codes';
import { isTheaterRun } from '@design-jury/contracts/run';
import { PANELIST_ROLES, type PanelistRole } from '@design-jury/contracts/theater/critique';
import { juryCommand } from '../command-name.ts';
import { type Rejudged, type Rules, rejudge } from '../report/rejudge.ts';
import { composite, mustFixes, phaseWord } from '../report/words.ts';
import { checkedDataDir } from './data-dir.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import { glyphsOf, type Paint, paintRow, type Row, span } from './terminal/paint.ts';
import { phaseTone, scoreTone } from './terminal/tones.ts';
import { findTranscriptOf, loadTranscript } from './transcript-source.ts';

const MAX_THRESHOLD = 1000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('rejudge', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(
      `Name one transcript, or the id of one run: ${juryCommand()} rejudge <run|transcript>.`,
    );
  const threshold = numberFlag('threshold', values.threshold, { min: 0, max: MAX_THRESHOLD });
  const weights = values.weights === undefined ? undefined : readWeights(values.weights);
  const rules: Rules = {
    ...(threshold !== undefined && { threshold }),
    ...(weights !== undefined && { weights }),
  };
  const { file, run } = await findTranscriptOf(shell, named, await checkedDataDir(shell, values.data));
  if (run !== null && !isTheaterRun(run))
    throw new Refusal(
      `${quoted(named)} is a run of ${run.protocol}: only runs of the Theater are judged again.`,
    );
  const { events, isDamaged } = await loadTranscript(shell, file);
  const judged = rejudge(events, rules);
  if ('problem' in judged) throw new Refusal(`${quoted(named)} cannot be judged again: ${judged.problem}.`);
  if (values.json) shell.out(`${JSON.stringify(judged, null, 2)}\n`);
  else shell.out(`${rejudgedLines(judged, shell.outPaint).join('\n')}\n`);
  // A vote may be among what was left out.
  return isDamaged ? EXIT.inconclusive : exitOf({ protocol: 'theater', status: judged.now.status });
});

/** `critic=0.5,copy=0.1` */
export function readWeights(text: string): Partial<Record<PanelistRole, number>> {
  const weights: Partial<Record<PanelistRole, number>> = {};
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim());
    const role = PANELIST_ROLES.find((candidate) => candidate === name);
    if (role === undefined)
      throw new Refusal(`--weights names ${quoted(name)}; the roles are ${PANELIST_ROLES.join(', ')}.`);
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(value))
      throw new Refusal(
        `--weights gives ${role} ${quoted(value)}; it takes a number from 0, as in ${role}=0.4.`,
      );
    weights[role] = Number(value);
  }
  return weights;
}

export function rejudgedLines(judged: Rejudged, paint: Paint): string[] {
  const { rounds, was, now, threshold, scale, weights, caveat } = judged;
  const arrow = glyphsOf(paint).arrow;
  const rows: Row[] = [
    [
      span(
        `threshold ${threshold.toFixed(1)} of ${scale}; weights ${Object.entries(weights)
          .map(([role, weight]) => `${role} ${weight}`)
          .join(', ')}`,
        'dim',
      ),
    ],
    ...rounds.map(
      (round): Row => [
        span(`round ${round.n}  `),
        span(composite(round.was.composite), 'dim'),
        span(` ${arrow} `, 'dim'),
        span(composite(round.now.composite), scoreTone(round.now.composite, threshold)),
        span(
          `  ${mustFixes(round.now.mustFix)} open  ${round.was.decision === round.now.decision ? round.now.decision : `${round.was.decision} ${arrow} ${round.now.decision}`}`,
        ),
        ...(round.missing.length === 0 ? [] : [span(`  no vote of ${round.missing.join(', ')}`, 'warn')]),
      ],
    ),
    [
      span(phaseWord(was.status), phaseTone(was.status)),
      span(` ${arrow} `, 'dim'),
      span(phaseWord(now.status), phaseTone(now.status)),
      span(now.round === null ? '' : `  round ${now.round}, composite ${composite(now.composite ?? 0)}`),
    ],
    ...(caveat === null ? [] : [[span(caveat, 'dim')]]),
  ];
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

/** `jury rejudge`: what would other rules have decided, from the same votes and must-fixes. */
import { EXIT, exitOf, worstExit } from '@design-jury/contracts/exit-codes';
import { isTheaterRun } from '@design-jury/contracts/run';
import { PANELIST_ROLES, type PanelistRole } from '@design-jury/contracts/theater/critique';
import { foldAll } from '@design-jury/contracts/theater/fold';
import { juryCommand } from '../command-name.ts';
import { UNLOCK_HEADING, unlockWords } from '../report/unlock-words.ts';
import {
  composite,
  decisionWord,
  mustFixes,
  phaseWord,
  threshold as thresholdWord,
} from '../report/words.ts';
import { type Rejudged, type Rules, rejudge } from '../trust/rejudge.ts';
import { unlockOf } from '../trust/unlock.ts';
import { checkedDataDir } from './data-dir.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import { rejudgedTable, rejudgeFolder, transcriptsBelow } from './rejudge-folder.ts';
import { glyphsOf, type Paint, paintRow, type Row, span } from './terminal/paint.ts';
import { phaseTone, scoreTone } from './terminal/tones.ts';
import { findTranscriptOf, loadTranscript } from './transcript-source.ts';

const MAX_THRESHOLD = 1000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('rejudge', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(
      `Name one transcript, run or folder: ${juryCommand()} rejudge <run|transcript|folder>.`,
    );
  const threshold = numberFlag('threshold', values.threshold, { min: 0, max: MAX_THRESHOLD });
  const rules: Rules = {
    ...(threshold !== undefined && { threshold }),
    ...(values.weights !== undefined && { weights: readWeights(values.weights) }),
    ...(values.without !== undefined && { without: values.without.map((name) => readRole('without', name)) }),
  };
  const below = await transcriptsBelow(shell, named);
  if (below !== null) {
    const judged = await rejudgeFolder(shell, below, rules);
    shell.out(
      values.json === true
        ? `${JSON.stringify(judged, null, 2)}\n`
        : `${rejudgedTable(judged, shell.outPaint).join('\n')}\n`,
    );
    return judged.runs.length === 0 ? EXIT.inconclusive : worstExit(judged.runs.map(({ exit }) => exit));
  }
  const { file, run: record } = await findTranscriptOf(
    shell,
    named,
    await checkedDataDir(shell, values.data),
  );
  if (record !== null && !isTheaterRun(record))
    throw new Refusal(
      `${quoted(named)} is a run of ${record.protocol}: only runs of the Theater are judged again.`,
    );
  const { events, isDamaged } = await loadTranscript(shell, file);
  const judged = rejudge(events, rules);
  if ('problem' in judged) throw new Refusal(`${quoted(named)} cannot be judged again: ${judged.problem}.`);
  const unlock = unlockBy(judged, foldAll(events));
  if (values.json === true) shell.out(`${JSON.stringify({ ...judged, unlock }, null, 2)}\n`);
  else shell.out(`${rejudgedLines(judged, unlock, shell.outPaint).join('\n')}\n`);
  // A vote may be among what was left out.
  return isDamaged ? EXIT.inconclusive : exitOf({ protocol: 'theater', status: judged.now.status });
});

/** From the round that these rules keep, by these rules. */
function unlockBy(judged: Rejudged, state: ReturnType<typeof foldAll>): ReturnType<typeof unlockOf> {
  const { weights, threshold, without, now } = judged;
  if (state.phase === 'idle' || now.round === null) return null;
  const accepted = new Set(
    state.mustFixes.filter(({ role, synthetic }) => !synthetic && without.includes(role)).map(({ id }) => id),
  );
  return unlockOf({ ...state, threshold }, now.round, { weights, accepted });
}

function readRole(flag: string, name: string): PanelistRole {
  const role = PANELIST_ROLES.find((candidate) => candidate === name);
  if (role === undefined)
    throw new Refusal(`--${flag} names ${quoted(name)}; the roles are ${PANELIST_ROLES.join(', ')}.`);
  return role;
}

/** `critic=0.5,copy=0.1` */
export function readWeights(text: string): Partial<Record<PanelistRole, number>> {
  const weights: Partial<Record<PanelistRole, number>> = {};
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim());
    const role = readRole('weights', name);
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(value))
      throw new Refusal(
        `--weights gives ${role} ${quoted(value)}; it takes a number from 0, as in ${role}=0.4.`,
      );
    weights[role] = Number(value);
  }
  return weights;
}

function decisionsOf({ was, now }: Rejudged['rounds'][number], arrow: string): string {
  const then = decisionWord(was.decision);
  return was.decision === now.decision ? then : `${then} ${arrow} ${decisionWord(now.decision)}`;
}

export function rejudgedLines(judged: Rejudged, unlock: ReturnType<typeof unlockOf>, paint: Paint): string[] {
  const { rounds, was, now, threshold, scale, weights, without, caveat } = judged;
  const arrow = glyphsOf(paint).arrow;
  const left = without.length === 0 ? '' : `; without ${without.join(', ')}`;
  const next = unlock === null ? [] : unlockWords(unlock);
  const rows: Row[] = [
    [
      span(
        `threshold ${thresholdWord(threshold)} of ${scale}; weights ${Object.entries(weights)
          .map(([role, weight]) => `${role} ${weight}`)
          .join(', ')}${left}`,
        'dim',
      ),
    ],
    ...rounds.map(
      (round): Row => [
        span(`round ${round.n}  `),
        span(composite(round.was.composite), 'dim'),
        span(` ${arrow} `, 'dim'),
        round.now.composite === null
          ? span('none', 'warn')
          : span(composite(round.now.composite), scoreTone(round.now.composite, threshold)),
        span(`  ${mustFixes(round.now.mustFix)} open  ${decisionsOf(round, arrow)}`),
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
    ...(next.length === 0
      ? []
      : [[span(`${UNLOCK_HEADING}:`)], ...next.map((line): Row => [span(`  ${line}`)])]),
  ];
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

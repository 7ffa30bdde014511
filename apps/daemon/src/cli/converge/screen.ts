/** What a phase came to, for people at a screen: figures first, then what was found, then what to do. Pure. */
import {
  type AcceptanceVerdict,
  type FindingClass,
  type GateResult,
  SEVERITIES,
} from '@design-jury/contracts/convergence/schema';
import { endingOf, hadNothing, outcomeOf } from '../../protocols/convergence/outcome.ts';
import { sharedDissent } from '../../protocols/convergence/report-parts.ts';
import type { PhaseRequest } from '../../protocols/convergence/request.ts';
import type { ConvergenceResult } from '../../protocols/convergence/result.ts';
import { count } from '../../report/words.ts';
import { type Glyphs, type Row, span, type Tone } from '../terminal/paint.ts';
import { hanging } from '../terminal/rows.ts';
import { fileLines, NO_PLAN, NOTHING } from './view.ts';

interface Screen {
  width: number;
  glyphs: Glyphs;
}

/** Why an item of a plan was voted down. */
const OBJECTIONS: Readonly<Record<string, string>> = {
  a: 'not there',
  b: 'wrong order',
  c: 'no proof',
  d: 'no way back',
  e: 'contradiction',
};
const AGREEMENT: Record<FindingClass, { word: string; tone: Tone }> = {
  'full-consensus': { word: 'all agree', tone: 'good' },
  'partial-consensus': { word: 'most agree', tone: 'good' },
  contested: { word: 'disputed', tone: 'warn' },
  'worker-unique': { word: 'one alone', tone: 'dim' },
};
const GATES: Record<GateResult, { word: string; tone: Tone }> = {
  passed: { word: 'The plan passes', tone: 'good' },
  'passed-with-dissent': { word: 'The plan passes, not by all votes', tone: 'warn' },
  'blocked-by-disagreement': { word: 'The plan does not pass', tone: 'bad' },
  'aborted-non-result': { word: 'No verdict on the plan', tone: 'warn' },
};
const VERDICTS: Record<AcceptanceVerdict, { word: string; tone: Tone }> = {
  accepted: { word: 'Accepted', tone: 'good' },
  'conditional-accept': { word: 'Accepted with conditions', tone: 'warn' },
  blocked: { word: 'Not accepted', tone: 'bad' },
  unproved: { word: 'Not proved', tone: 'warn' },
};
/** Conditions that are requirements: the word says what the exit code says. */
const UNDELIVERED: { word: string; tone: Tone } = { word: 'Not accepted yet', tone: 'bad' };
export function phaseRows(
  result: ConvergenceResult,
  { taskFolder, phase }: Pick<PhaseRequest, 'taskFolder' | 'phase'>,
  cwd: string,
  screen: Screen,
): Row[] {
  const { width } = screen;
  const open = result.clarifications.filter(({ status }) => status === 'open');
  const {
    open: answer,
    files,
    next,
  } = taskFolder === null ? { open: [], files: [], next: [] } : fileLines(taskFolder, phase, result, cwd);
  const said = (lines: readonly string[], tone: Tone = 'plain'): Row[] =>
    lines.flatMap((line) => hanging([span('  ')], line, width, tone));
  return [
    [],
    ...headRows(result, screen),
    ...foundRows(result, screen),
    ...(open.length === 0 ? [] : [[], [span(`${count(open.length, 'question')} for you`, 'strong')] as Row]),
    ...open.flatMap(({ id, statement, blocks }) => [
      ...hanging([span('  ? ', 'warn'), span(`${id}  `, 'dim')], statement, width),
      ...(blocks === 'approval'
        ? hanging([span('    ')], 'the plan cannot be approved before it is answered', width, 'dim')
        : []),
    ]),
    ...said(answer, 'dim'),
    ...(result.notes.length === 0 ? [] : [[] as Row, ...said(result.notes, 'dim')]),
    ...(files.length + next.length === 0 ? [] : [[] as Row, ...said(files, 'dim'), ...said(next)]),
  ];
}

/** The verdict in a few words, and the figures it is made of. */
function headRows(result: ConvergenceResult, { width }: Screen): Row[] {
  const { gate, acceptance, findings, finalState, totalRounds } = result;
  const head = ({ word, tone }: { word: string; tone: Tone }, figures: string): Row[] =>
    hanging([span(`${word}  `, tone)], figures, width);
  const rows: Row[] = [];
  if (gate !== null) {
    const objections = sharedDissent(gate.dissent).length;
    const advice = gate.gating ? '' : '; this is advice, and holds nothing back';
    rows.push(
      ...head(
        GATES[gate.result],
        `${count(gate.items.length, 'item')}, ${count(objections, 'objection')}${advice}`,
      ),
    );
  }
  if (acceptance !== null) {
    const { verdict, blockers, risks, requirements } = acceptance;
    const covered = requirements.filter(({ blocker }) => blocker === null).length;
    const isUndelivered = endingOf(result).status === 'undelivered';
    rows.push(
      ...head(
        isUndelivered ? UNDELIVERED : VERDICTS[verdict],
        `${covered} of ${count(requirements.length, 'requirement')} delivered, ${count(blockers.length, 'blocker')}, ${count(risks.length, 'risk')}`,
      ),
    );
  } else if (gate === null || findings.length > 0) {
    if (result.lacksPlan) rows.push(...head({ word: 'Not proved', tone: 'warn' }, NO_PLAN));
    else if (gate === null && hadNothing(result))
      rows.push(...head({ word: 'Not proved', tone: 'warn' }, NOTHING));
    else {
      const isHeldBack = outcomeOf(result) === 'blocked';
      const word = isHeldBack
        ? 'Not handed over'
        : finalState === 'converged'
          ? 'Agreed'
          : finalState === 'max-rounds-reached'
            ? 'Not agreed on all'
            : 'No result';
      const shares = Object.entries(AGREEMENT).flatMap(([kind, { word: words }]) => {
        const n = findings.filter(({ classification }) => classification === kind).length;
        if (n === 0) return [];
        return [n === findings.length ? words : `${n} ${words}`];
      });
      rows.push(
        ...head(
          { word, tone: isHeldBack ? 'bad' : finalState === 'converged' ? 'good' : 'warn' },
          `${count(findings.length, 'finding')}${totalRounds === 0 ? '' : ` after ${count(totalRounds, 'round')} of votes`}${shares.length === 0 ? '' : `: ${shares.join(', ')}`}`,
        ),
      );
    }
  }
  return rows;
}

function foundRows(result: ConvergenceResult, { width, glyphs }: Screen): Row[] {
  const { findings, gate, acceptance } = result;
  // Who objects is worth a name only where not everybody does.
  const heard = result.analyses.length - result.absent.length;
  if (acceptance !== null) {
    const worst = acceptance.blockers.toSorted(
      (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
    );
    return [
      ...worst.flatMap(({ id, severity, statement }) =>
        hanging([span(`  ${glyphs.cross} `, 'bad'), span(`${id} ${severity}  `, 'strong')], statement, width),
      ),
      ...acceptance.risks.flatMap(({ severity, statement }) =>
        hanging([span('  ! ', 'warn'), span(`${severity} risk  `, 'dim')], statement, width),
      ),
    ];
  }
  return [
    ...findings.flatMap(({ id, classification, claim }) => {
      const { word, tone } =
        classification === null ? { word: 'no vote', tone: 'dim' as const } : AGREEMENT[classification];
      return hanging([span(`  ${id}  `, 'dim'), span(`${word}  `, tone)], claim, width);
    }),
    ...sharedDissent(gate?.dissent ?? []).flatMap(({ itemId, kind, reason, voters }) =>
      hanging(
        [
          span(`  ${glyphs.cross} `, 'bad'),
          span(`${itemId}  `, 'strong'),
          span(`${OBJECTIONS[kind] ?? kind}  `, 'dim'),
        ],
        `${reason.replace(/^\((.*)\)$/, '$1')}${voters.length < heard ? ` (${voters.join(', ')})` : ''}`,
        width,
      ),
    ),
  ];
}

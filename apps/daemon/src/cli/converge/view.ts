/** A phase at the terminal: lines while it runs, and what it came to. */

import { join, relative } from 'node:path';
import {
  type ConvergenceEvent,
  type CriticSummary,
  type Dissent,
  type JudgedPlanItem,
  SEVERITIES,
  type TaskPhase,
} from '@design-jury/contracts/convergence/schema';
import { juryCommand } from '../../command-name.ts';
import { openForApproval } from '../../protocols/convergence/clarifications.ts';
import { endingOf, hadNothing, outcomeOf } from '../../protocols/convergence/outcome.ts';
import { PLANNING } from '../../protocols/convergence/plan-draft.ts';
import { mayApprove } from '../../protocols/convergence/plan-gate.ts';
import { DRAFT_NAME } from '../../protocols/convergence/plan-report.ts';
import { sharedDissent } from '../../protocols/convergence/report-parts.ts';
import type { PhaseRequest } from '../../protocols/convergence/request.ts';
import type { ConvergenceResult } from '../../protocols/convergence/result.ts';
import { phaseFolder } from '../../protocols/convergence/task.ts';
import { clean } from '../../report/clean.ts';
import { count } from '../../report/words.ts';
import { shellWord } from '../next-step.ts';

/** The steps of the protocol, as its own marks. */
const WRITING_MARK = 'PROGRESS: phase-6-synthesis dispatching report-writer-worker';
export const LAST_MARK = 'PROGRESS: phase-7-teardown disbanding team';

/** For people: a mark becomes a sentence, or nothing. */
export function lineOnScreen(event: ConvergenceEvent): string | null {
  if (event.type === 'convergence.started') {
    const names = new Intl.ListFormat('en').format(event.workers.map(({ name }) => name));
    return `${names}: at most ${count(event.maxRounds, 'round')} of checking each other.`;
  }
  if (event.type === 'convergence.ended') return 'All votes are in.';
  if (event.type === 'convergence.progress') {
    const round = /\bround=(\d+)/.exec(event.line)?.[1];
    return round === undefined ? null : `Round ${round}: everybody checks what the others found.`;
  }
  return lineOf(event);
}

/** For stderr; null where there is nothing to say. */
export function lineOf(event: ConvergenceEvent): string | null {
  switch (event.type) {
    case 'convergence.started': {
      const names = event.workers.map(({ name }) => name).join(', ');
      return `${names}: ${event.phase}${event.adversarial ? ', adversarial' : ''}, ${count(event.maxRounds, 'round')} at most`;
    }
    case 'convergence.analysed':
      return event.error === null
        ? `${event.worker}: ${count(event.findings, 'finding')}`
        : `${event.worker}: no result (${event.error})`;
    case 'convergence.progress':
      return event.line;
    case 'convergence.round_ended':
      return `round ${event.round}: ${event.queue.length} still open`;
    case 'convergence.critic':
      return `${event.summary.provider}-critic: ${criticLine(event.summary)}`;
    case 'convergence.warning':
      return `warning: ${event.message}`;
    case 'convergence.ended':
      return WRITING_MARK;
    default:
      return null;
  }
}

function criticLine(summary: CriticSummary): string {
  const { gapsProposed = 0, gapsMerged = 0, mode } = summary;
  if (mode === undefined) return `${count(gapsProposed, 'gap')}, ${gapsMerged} shared`;
  const { candidatesProposed = 0, confirmedBlockers = 0, downgradedToResidual = 0 } = summary;
  return `${count(candidatesProposed, 'reason')} against, ${confirmedBlockers} confirmed, ${count(downgradedToResidual, 'residual risk')}`;
}

/** One line each, however long: whoever pipes them reads lines. */
export function summaryLines(
  result: ConvergenceResult,
  { taskFolder, phase }: Pick<PhaseRequest, 'taskFolder' | 'phase'>,
  cwd: string,
): string[] {
  const { findings, gate, acceptance, clarifications } = result;
  const open = clarifications.filter(({ status }) => status === 'open');
  return [
    // In an acceptance each finding is a blocker or a risk, and printed as that.
    ...(acceptance === null
      ? findings.map(({ id, classification, claim }) => `${id}  ${classification}  ${claim}`)
      : []),
    ...(gate === null
      ? []
      : [
          ...sharedDissent(gate.dissent).map(
            ({ itemId, voters, kind, reason }) => `${itemId}  ${kind}  ${reason} (${voters.join(', ')})`,
          ),
          ...worthALook(gate.items),
          `plan gate: ${gate.result}${gate.gating ? '' : ' (advice only)'}, ${count(gate.items.length, 'item')}${kindWords(gate.dissent)}`,
        ]),
    ...(acceptance === null ? [] : acceptanceLines(acceptance, endingOf(result).status)),
    ...open.map(
      ({ id, statement, blocks }) => `${id}  ${blocks === 'approval' ? 'blocks approval  ' : ''}${statement}`,
    ),
    ...result.notes.map((note) => `note: ${note}`),
    ...(result.lacksPlan ? [`unproved: ${NO_PLAN}`] : []),
    ...(acceptance === null && gate === null && !result.lacksPlan && hadNothing(result)
      ? [`unproved: ${NOTHING}`]
      : []),
    ...countLine(result),
    ...(taskFolder === null ? [] : Object.values(fileLines(taskFolder, phase, result, cwd)).flat()),
  ].map(clean);
}

export const NO_PLAN =
  'there is no plan to check: name one as "plan" in manifest.json, or let an agent write it with --workers';

export const NOTHING =
  'nothing here for the workers without a model: no figures, states or names that two files share, no log to read; add material to the project, or name agents with --workers';

/** Gate and acceptance are printed above; a plan without findings has nothing to count. */
function countLine(result: ConvergenceResult): string[] {
  const { findings, gate, finalState, totalRounds } = result;
  if (gate !== null && findings.length === 0) return [];
  const outcome = outcomeOf(result);
  const isSaid = outcome === finalState || (outcome === 'blocked' && result.acceptance === null);
  const word = isSaid ? `${outcome}: ` : '';
  return [`${word}${count(findings.length, 'finding')}, ${count(totalRounds, 'round')}${lookedAt(result)}`];
}

/** Of the workers that count; whoever answers in words does not say. */
function lookedAt({ analyses, acceptance }: ConvergenceResult): string {
  const looked = Math.max(
    0,
    ...analyses.map(({ result }) => (result.status === 'ok' ? (result.value.looked ?? 0) : 0)),
  );
  return looked === 0 || acceptance !== null ? '' : `; places looked at without a model: ${looked}`;
}

/** Why an item of a plan was voted down. */
const KINDS: Readonly<Record<string, string>> = {
  a: 'not there',
  b: 'order',
  c: 'proof',
  d: 'way back',
  e: 'contradiction',
};

/** What the letters before each reason stand for; only those that stand there. */
/** What a voter remarks without being against it: said once, and it decides nothing. */
function worthALook(items: readonly JudgedPlanItem[]): string[] {
  return items.flatMap(({ item, votes }) => {
    const notes = Object.values(votes).flatMap((vote) => (vote.verdict === 'supplement' ? [vote.note] : []));
    return [...new Set(notes)].map((note) => `${item.id}  worth a look: ${note}`);
  });
}

function kindWords(dissent: readonly Dissent[]): string {
  const used = Object.entries(KINDS).filter(([letter]) => dissent.some(({ kind }) => kind === letter));
  return used.length === 0 ? '' : ` (${used.map(([letter, words]) => `${letter}: ${words}`).join(', ')})`;
}

function acceptanceLines(acceptance: NonNullable<ConvergenceResult['acceptance']>, ending: string): string[] {
  const { verdict, blockers, risks, requirements } = acceptance;
  const covered = requirements.filter(
    ({ blocker, artifacts }) => blocker === null && artifacts.length > 0,
  ).length;
  return [
    ...blockers
      .toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity))
      .map(({ id, severity, statement }) => `blocker ${id}  ${severity}  ${statement}`),
    ...risks.map(({ severity, statement }) => `risk  ${severity}  ${statement}`),
    `requirements: ${covered} of ${requirements.length} covered`,
    `verdict: ${verdict}${ending === 'undelivered' ? ', and not yet: a requirement is not delivered' : ''}`,
  ];
}

interface FileLines {
  open: string[];
  files: string[];
  next: string[];
}

/** What waits for answers, where things are, and what comes next. */
export function fileLines(
  taskFolder: string,
  phase: TaskPhase,
  result: ConvergenceResult,
  cwd: string,
): FileLines {
  const { clarifications, draft, gate } = result;
  const open = clarifications.filter(({ status }) => status === 'open').length;
  const { folder, latestReport } = phaseFolder(taskFolder, phase);
  const mayGoOn =
    phase === PLANNING &&
    gate !== null &&
    mayApprove(gate.result, gate.gating, openForApproval(clarifications).length).allowed;
  const near = (path: string): string => {
    const inside = relative(cwd, path);
    return inside === '' || inside.startsWith('..') ? path : inside;
  };
  return {
    open:
      open === 0
        ? []
        : [
            `${open} ${open === 1 ? 'question is' : 'questions are'} open: answer in the web page (${juryCommand()} serve), or as "userInput" in ${near(`${taskFolder}/clarifications.json`)}; the next run takes the answers.`,
          ],
    files: [
      ...(draft === null ? [] : [`plan: ${near(join(folder, DRAFT_NAME(null)))}, written by ${draft.by}`]),
      `report: ${near(latestReport)}.md (and .html)`,
    ],
    next: mayGoOn
      ? [
          `next: read the plan, then ${juryCommand()} converge --task ${shellWord(near(taskFolder))} --approve`,
        ]
      : [],
  };
}

/** The parts of a report that judge: acceptance, the plan's gate, the critic. */
import type { PlanVote } from '@design-jury/contracts/convergence/schema';
import { breakagesOf } from './plan-gate.ts';
import {
  dissentLines,
  evidenceCell,
  evidenceText,
  type ReportSection,
  sharedDissent,
  tableSection,
} from './report-parts.ts';
import type { ReportStrings } from './report-strings.ts';
import { disagree } from './requirements.ts';
import type { ConvergenceResult } from './result.ts';

export function acceptanceSections({ acceptance }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  if (acceptance === null) return [];
  const { verdict, blockers, risks, requirements, workerVerdicts } = acceptance;
  return [
    {
      title: words.verdict,
      blocks: [
        { kind: 'text', text: verdict },
        ...(disagree(workerVerdicts) ? [{ kind: 'text' as const, text: words.disagreement }] : []),
        {
          kind: 'table',
          head: [words.worker, words.verdict, words.blockers],
          widths: [34, 33, 33],
          rows: workerVerdicts.map(({ worker, verdict: own, supports }) => [
            worker,
            own ?? words.absent,
            supports.join(', '),
          ]),
        },
      ],
    },
    tableSection(
      words.requirements,
      {
        head: [words.requirement, words.statement, words.artifact, words.blocker],
        widths: [17, 35, 35, 13],
        rows: requirements.map(({ id, text, artifacts, blocker }) => [
          id,
          text,
          {
            items: artifacts.map(({ ref, by }) => `${evidenceText([ref])} (${by.join(', ')})`),
            joint: '; ',
            isCode: true,
          },
          blocker ?? '',
        ]),
      },
      words,
    ),
    tableSection(
      words.blockers,
      {
        head: ['', words.statement, words.severity, words.evidence, words.followUp],
        widths: [9, 30, 12, 28, 21],
        rows: blockers.map(({ id, statement, severity, evidence, followUpPhase }) => [
          id,
          statement,
          severity,
          evidenceCell(evidence),
          followUpPhase ?? '',
        ]),
      },
      words,
    ),
    tableSection(
      words.risks,
      {
        head: [words.statement, words.severity, words.evidence, words.trigger],
        widths: [36, 12, 28, 24],
        rows: risks.map(({ statement, severity, evidence, escalationTrigger }) => [
          statement,
          severity,
          evidenceCell(evidence),
          escalationTrigger,
        ]),
      },
      words,
    ),
  ];
}

export function gateSection({ gate }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  if (gate === null) return [];
  const { result, gating, items, dissent } = gate;
  return [
    {
      title: `4.5.9 ${words.gate}`,
      blocks: [
        { kind: 'text', text: `${result}${gating ? '' : ` (${words.advice})`}` },
        {
          kind: 'table',
          head: ['', words.item, words.votes, words.verdict],
          widths: [13, 39, 27, 21],
          rows: items.map(({ item, votes, class: kind }) => [
            item.id,
            item.text,
            {
              items: Object.entries(votes).map(([voter, vote]) => `${voter} ${voteWords(vote)}`),
              joint: '; ',
              isCode: false,
            },
            kind,
          ]),
        },
        ...(dissent.length === 0
          ? []
          : [
              {
                kind: 'list' as const,
                items: sharedDissent(dissent).map(
                  ({ itemId, voters, kind, reason }) =>
                    `${itemId}, ${words.dissent} (${voters.join(', ')}): ${kind}, ${reason}`,
                ),
              },
            ]),
      ],
    },
  ];
}

function voteWords(vote: PlanVote): string {
  const kinds = [...new Set(breakagesOf(vote).map(({ kind }) => kind))];
  return kinds.length === 0 ? vote.verdict : `${vote.verdict} (${kinds.join(', ')})`;
}

export function criticSection({ critic, dropped }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  if (critic === null) return [];
  const { mode, gapsProposed = 0, gapsMerged = 0 } = critic;
  const { candidatesProposed = 0, confirmedBlockers = 0, downgradedToResidual = 0 } = critic;
  const did =
    mode === undefined
      ? words.gapsDid(gapsProposed, gapsMerged)
      : words.candidatesDid(candidatesProposed, confirmedBlockers, downgradedToResidual);
  return [
    {
      title: words.critic,
      blocks: [
        { kind: 'text', text: `${critic.provider}: ${did}` },
        ...(dropped.length === 0
          ? []
          : [
              {
                kind: 'list' as const,
                items: dropped.flatMap((gap) => [
                  `${words.dropped}: ${gap.claim}`,
                  ...dissentLines(gap, words),
                ]),
              },
            ]),
      ],
    },
  ];
}

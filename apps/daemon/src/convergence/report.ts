/** What a person acts on, from what was decided: sections of paragraphs, tables and lists, for any renderer. */
import {
  type EvidenceRef,
  FINDING_CLASSES,
  type Finding,
  type PlanVote,
  type TaskPhase,
} from '@design-jury/contracts/convergence';
import { breakagesOf } from './plan-gate.ts';
import type { ConvergenceResult } from './play.ts';
import { REPORT_STRINGS, type ReportStrings } from './report-strings.ts';
import { disagree } from './requirements.ts';

export interface ReportInput {
  taskKey: string;
  phase: TaskPhase;
  language: 'en' | 'ko';
  result: ConvergenceResult;
}

/** Plain text everywhere; a renderer makes it safe for its own format. */
export type ReportBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

export interface ReportSection {
  title: string;
  blocks: readonly ReportBlock[];
}

export interface Report {
  title: string;
  language: 'en' | 'ko';
  summary: string;
  /** The planning phase's frontmatter; null elsewhere. */
  gate: string | null;
  sections: readonly ReportSection[];
}

export function reportOf({ taskKey, phase, language, result }: ReportInput): Report {
  const words = REPORT_STRINGS[language];
  const { findings, finalState, totalRounds } = result;
  return {
    title: `${words.title}: ${taskKey} (${phase})`,
    language,
    summary: `${finalState}, ${words.rounds(totalRounds)}, ${words.findings(findings.length)}.`,
    gate: phase === 'implementation-planning' ? (result.gate?.result ?? 'none') : null,
    sections: [
      ...FINDING_CLASSES.flatMap((kind) => classSection(kind, findings, words)),
      ...acceptanceSections(result, words),
      ...gateSection(result, words),
      ...criticSection(result, words),
      ...clarificationSection(result, words),
      ...followUps(result, words),
      ...listSection(
        words.absent,
        result.absent.map(({ worker, error }) => `${worker}: ${error}`),
      ),
      ...listSection(words.notes, result.notes),
    ],
  };
}

function listSection(title: string, items: readonly string[]): ReportSection[] {
  return items.length === 0 ? [] : [{ title, blocks: [{ kind: 'list', items }] }];
}

function classSection(
  kind: (typeof FINDING_CLASSES)[number],
  findings: readonly Finding[],
  words: ReportStrings,
): ReportSection[] {
  const own = findings.filter(({ classification }) => classification === kind);
  if (own.length === 0) return [];
  const remarks = own.flatMap((finding) => [
    ...finding.supplements.map(({ by, text }) => `${finding.id}, ${words.supplements} (${by}): ${text}`),
    ...dissentLines(finding, words),
  ]);
  return [
    {
      title: words.classes[kind],
      blocks: [
        {
          kind: 'table',
          head: ['', words.finding, words.votes, words.evidence],
          rows: own.map((finding) => [
            finding.id,
            finding.claim,
            votesText(finding, words),
            evidenceText(finding.originEvidence),
          ]),
        },
        ...(remarks.length === 0 ? [] : [{ kind: 'list' as const, items: remarks }]),
      ],
    },
  ];
}

function votesText({ discoveredBy, rounds, unverified }: Finding, words: ReportStrings): string {
  const cast = rounds.flatMap(({ round, votes }) =>
    Object.entries(votes).map(
      ([voter, { verdict, disagreeBasis }]) =>
        `${voter} ${verdict}${disagreeBasis === null ? '' : ` (${disagreeBasis})`} R${round}`,
    ),
  );
  return [
    ...discoveredBy.map((worker) => `${worker} ✓`),
    ...cast,
    ...(unverified ? [words.unverified] : []),
  ].join('; ');
}

function dissentLines({ id, rounds }: Finding, words: ReportStrings): string[] {
  return rounds.flatMap(({ votes }) =>
    Object.entries(votes)
      .filter(([, { verdict }]) => verdict === 'disagree')
      .map(([voter, { rationale, evidence }]) =>
        `${id}, ${words.dissent} (${voter}): ${rationale} ${evidenceText(evidence)}`.trimEnd(),
      ),
  );
}

function acceptanceSections({ acceptance }: ConvergenceResult, words: ReportStrings): ReportSection[] {
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
      [words.requirement, '', words.artifact, words.blocker],
      requirements.map(({ id, text, artifacts, blocker }) => [
        id,
        text,
        artifacts.map(({ ref, by }) => `${evidenceText([ref])} (${by.join(', ')})`).join('; '),
        blocker ?? '',
      ]),
      words,
    ),
    tableSection(
      words.blockers,
      ['', words.statement, words.severity, words.evidence, words.followUp],
      blockers.map(({ id, statement, severity, evidence, followUpPhase }) => [
        id,
        statement,
        severity,
        evidenceText(evidence),
        followUpPhase ?? '',
      ]),
      words,
    ),
    tableSection(
      words.risks,
      [words.statement, words.severity, words.evidence, words.trigger],
      risks.map(({ statement, severity, evidence, escalationTrigger }) => [
        statement,
        severity,
        evidenceText(evidence),
        escalationTrigger,
      ]),
      words,
    ),
  ];
}

function tableSection(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words: ReportStrings,
): ReportSection {
  return {
    title,
    blocks: [rows.length === 0 ? { kind: 'text', text: words.none } : { kind: 'table', head, rows }],
  };
}

function gateSection({ gate }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  if (gate === null) return [];
  const { result, gating, items, dissent } = gate;
  return [
    {
      title: `4.5.9 ${words.gate}`,
      blocks: [
        { kind: 'text', text: `${result}${gating ? '' : ` (${words.advice})`}` },
        {
          kind: 'table',
          head: ['', words.item, words.votes],
          rows: items.map(({ item, votes, class: kind }) => [
            item.id,
            item.text,
            `${kind}: ${Object.entries(votes)
              .map(([voter, vote]) => `${voter} ${voteWords(vote)}`)
              .join('; ')}`,
          ]),
        },
        ...(dissent.length === 0
          ? []
          : [
              {
                kind: 'list' as const,
                items: dissent.map(
                  ({ itemId, voter, kind, reason }) =>
                    `${itemId}, ${words.dissent} (${voter}, ${kind}): ${reason}`,
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

function criticSection({ critic, dropped }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  if (critic === null) return [];
  const figures = Object.entries(critic).filter(([, value]) => typeof value === 'number');
  return [
    {
      title: words.critic,
      blocks: [
        {
          kind: 'text',
          text: `${critic.provider}: ${figures.map(([name, value]) => `${name} ${value}`).join(', ')}`,
        },
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

/** The one table of open questions; there is no other. */
function clarificationSection({ clarifications }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  if (clarifications.length === 0) return [];
  const open = clarifications.filter(({ status }) => status === 'open').length;
  return [
    {
      title: `5. ${words.clarifications}`,
      blocks: [
        ...(open === 0 ? [] : [{ kind: 'text' as const, text: words.stillOpen(open) }]),
        {
          kind: 'table',
          head: ['', words.statement, words.expected, words.status, words.blocks, words.answer],
          rows: clarifications.map(({ id, statement, expectedForm, status, blocks, userInput }) => [
            id,
            statement,
            expectedForm,
            status,
            blocks,
            userInput,
          ]),
        },
      ],
    },
  ];
}

function followUps({ acceptance, gate }: ConvergenceResult, words: ReportStrings): ReportSection[] {
  return listSection(words.followUp, [
    ...(acceptance?.blockers ?? []).map(
      ({ statement, followUpPhase }) => `${followUpPhase ?? '?'}: ${statement}`,
    ),
    ...(gate?.items ?? [])
      .filter((item) => item.class === 'majority-disagree')
      .map(({ item }) => `implementation-planning: ${item.id} ${item.text}`),
  ]);
}

export function evidenceText(evidence: readonly EvidenceRef[]): string {
  return evidence
    .map(
      ({ kind, ref, line }) =>
        `${kind === 'file' ? '' : `${kind} `}${ref}${line === undefined ? '' : `:${line}`}`,
    )
    .join(', ');
}

/** What a person acts on, from what was decided: sections of paragraphs, tables and lists. */
import { FINDING_CLASSES, type Finding, type TaskPhase } from '@design-jury/contracts/convergence/schema';
import { reportedOutcome } from './outcome.ts';
import {
  dissentLines,
  evidenceCell,
  type ListCell,
  listSection,
  OUTCOME_TONES,
  type Report,
  type ReportSection,
} from './report-parts.ts';
import { REPORT_STRINGS, type ReportStrings } from './report-strings.ts';
import { acceptanceSections, criticSection, gateSection } from './report-verdicts.ts';
import type { ConvergenceResult } from './result.ts';

export interface ReportInput {
  taskKey: string;
  phase: TaskPhase;
  language: 'en' | 'ko';
  result: ConvergenceResult;
  /** Which plan the votes are about, and who wrote it. @default null */
  plan?: { hash: string; draft: { by: string; file: string } | null } | null;
}

export function reportOf({ taskKey, phase, language, result, plan = null }: ReportInput): Report {
  const words = REPORT_STRINGS[language];
  const { findings, finalState, totalRounds } = result;
  const outcome = reportedOutcome(result);
  return {
    title: `${words.title}: ${taskKey} (${phase})`,
    language,
    outcome: { word: words.outcomes[outcome], tone: OUTCOME_TONES[outcome] },
    summary: `${finalState}, ${words.rounds(totalRounds)}, ${words.findings(findings.length)}.`,
    gate: phase === 'implementation-planning' ? (result.gate?.result ?? 'none') : null,
    sections: [
      ...FINDING_CLASSES.flatMap((kind) => classSection(kind, findings, words)),
      ...acceptanceSections(result, words),
      ...planSection(plan, words),
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
          widths: [9, 39, 24, 28],
          rows: own.map((finding) => [
            finding.id,
            finding.claim,
            votesCell(finding, words),
            evidenceCell(finding.originEvidence),
          ]),
        },
        ...(remarks.length === 0 ? [] : [{ kind: 'list' as const, items: remarks }]),
      ],
    },
  ];
}

function votesCell({ discoveredBy, rounds, unverified }: Finding, words: ReportStrings): ListCell {
  const cast = rounds.flatMap(({ round, votes }) =>
    Object.entries(votes).map(
      ([voter, { verdict, disagreeBasis }]) =>
        `${voter} ${verdict}${disagreeBasis === null ? '' : ` (${disagreeBasis})`} R${round}`,
    ),
  );
  const found = discoveredBy.map((worker) => `${worker} ✓`);
  return {
    items: [...found, ...cast, ...(unverified ? [words.unverified] : [])],
    joint: '; ',
    isCode: false,
  };
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
          head: ['', words.kind, words.statement, words.expected, words.status, words.blocks, words.answer],
          widths: [8, 13, 31, 14, 11, 9, 14],
          rows: clarifications.map(({ id, kind, statement, expectedForm, status, blocks, userInput }) => [
            id,
            words.kinds[kind],
            statement,
            expectedForm,
            status,
            blocks,
            userInput,
          ]),
        },
        ...(open === 0 ? [] : [{ kind: 'form' as const, items: clarifications, words }]),
      ],
    },
  ];
}

function planSection(plan: ReportInput['plan'], words: ReportStrings): ReportSection[] {
  if (plan == null) return [];
  const { hash, draft } = plan;
  const text = draft === null ? words.planHash(hash) : words.draftedPlan(draft.file, draft.by, hash);
  return [{ title: words.plan, blocks: [{ kind: 'text', text }] }];
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

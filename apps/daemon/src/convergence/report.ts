/** `final-report.md`: what a person acts on, from what was decided. Tables only where there is something in them. */
import {
  type EvidenceRef,
  FINDING_CLASSES,
  type Finding,
  type TaskPhase,
} from '@design-jury/contracts/convergence';
import type { ConvergenceResult } from './player.ts';
import { REPORT_STRINGS, type ReportStrings } from './report-strings.ts';

export interface ReportInput {
  taskKey: string;
  phase: TaskPhase;
  language: 'en' | 'ko';
  result: ConvergenceResult;
  /** Only in the planning phase: the plan this report is about. */
  approved: boolean | null;
}

export function renderReport({ taskKey, phase, language, result, approved }: ReportInput): string {
  const words = REPORT_STRINGS[language];
  const { findings, finalState, totalRounds } = result;
  return `${[
    // Written as false, always: only a person turns it.
    ...(approved === null
      ? []
      : ['---', `approved: ${approved}`, `gate: ${result.gate?.result ?? 'none'}`, '---', '']),
    `# ${words.title}: ${cell(taskKey)} (${phase})`,
    '',
    `${finalState}, ${totalRounds} rounds, ${findings.length} findings.`,
    ...FINDING_CLASSES.flatMap((kind) => classSection(kind, findings, words)),
    ...acceptanceSection(result, words),
    ...gateSection(result, words),
    ...criticSection(result, words),
    ...clarificationSection(result, words),
    ...followUps(result, words),
    ...(result.absent.length === 0
      ? []
      : section(
          words.absent,
          result.absent.map(({ worker, error }) => `- ${cell(worker)}: ${cell(error)}`),
        )),
    ...(result.notes.length === 0
      ? []
      : section(
          words.notes,
          result.notes.map((note) => `- ${cell(note)}`),
        )),
  ].join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', `## ${title}`, '', ...lines];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ];
}

function classSection(
  kind: (typeof FINDING_CLASSES)[number],
  findings: readonly Finding[],
  words: ReportStrings,
): string[] {
  const own = findings.filter(({ classification }) => classification === kind);
  if (own.length === 0) return [];
  return section(words.classes[kind], [
    ...table(
      ['', words.finding, words.votes, words.evidence],
      own.map((finding) => [
        finding.id,
        finding.claim,
        votesText(finding, words),
        evidenceText(finding.originEvidence),
      ]),
    ),
    ...own.flatMap(({ id, supplements }) =>
      supplements.map(({ by, text }) => `- ${id}, ${words.supplements} (${cell(by)}): ${cell(text)}`),
    ),
    ...own.flatMap((finding) => dissentLines(finding, words)),
  ]);
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
        `- ${id}, ${words.dissent} (${cell(voter)}): ${cell(rationale)} ${cell(evidenceText(evidence))}`.trimEnd(),
      ),
  );
}

function acceptanceSection({ acceptance }: ConvergenceResult, words: ReportStrings): string[] {
  if (acceptance === null) return [];
  const { verdict, blockers, risks } = acceptance;
  return [
    ...section(words.verdict, [verdict]),
    ...section(
      words.blockers,
      blockers.length === 0
        ? [words.none]
        : table(
            ['', words.statement, '', words.evidence, words.followUp],
            blockers.map(({ id, statement, severity, evidence, followUpPhase }) => [
              id,
              statement,
              severity,
              evidenceText(evidence),
              followUpPhase ?? '',
            ]),
          ),
    ),
    ...section(
      words.risks,
      risks.length === 0
        ? [words.none]
        : table(
            [words.statement, '', words.evidence, words.trigger],
            risks.map(({ statement, severity, evidence, escalationTrigger }) => [
              statement,
              severity,
              evidenceText(evidence),
              escalationTrigger,
            ]),
          ),
    ),
  ];
}

function gateSection({ gate }: ConvergenceResult, words: ReportStrings): string[] {
  if (gate === null) return [];
  return section(`4.5.9 ${words.gate}`, [
    `${gate.result}${gate.gating ? '' : ' (advice only)'}`,
    '',
    ...table(
      ['', words.item, words.votes],
      gate.items.map(({ item, votes, class: kind }) => [
        item.id,
        item.text,
        `${kind}: ${Object.entries(votes)
          .map(([voter, { verdict }]) => `${voter} ${verdict}`)
          .join('; ')}`,
      ]),
    ),
    ...gate.dissent.map(
      ({ itemId, voter, kind, reason }) =>
        `- ${itemId}, ${words.dissent} (${cell(voter)}, ${kind}): ${cell(reason)}`,
    ),
  ]);
}

function criticSection({ critic, dropped }: ConvergenceResult, words: ReportStrings): string[] {
  if (critic === null) return [];
  const figures = Object.entries(critic).filter(([, value]) => typeof value === 'number');
  return section(words.critic, [
    `${critic.provider}: ${figures.map(([name, value]) => `${name} ${value}`).join(', ')}`,
    ...dropped.map(({ claim }) => `- ${words.dropped}: ${cell(claim)}`),
  ]);
}

/** The one table of open questions; there is no other. */
function clarificationSection({ clarifications }: ConvergenceResult, words: ReportStrings): string[] {
  if (clarifications.length === 0) return [];
  return section(
    `5. ${words.clarifications}`,
    table(
      ['', words.statement, words.expected, words.status, words.blocks, words.answer],
      clarifications.map(({ id, statement, expectedForm, status, blocks, userInput }) => [
        id,
        statement,
        expectedForm,
        status,
        blocks,
        userInput,
      ]),
    ),
  );
}

function followUps({ acceptance, gate }: ConvergenceResult, words: ReportStrings): string[] {
  const tasks = [
    ...(acceptance?.blockers ?? []).map(
      ({ statement, followUpPhase }) => `- ${followUpPhase ?? '?'}: ${cell(statement)}`,
    ),
    ...(gate?.items ?? [])
      .filter((item) => item.class === 'majority-disagree')
      .map(({ item }) => `- implementation-planning: ${cell(`${item.id} ${item.text}`)}`),
  ];
  return tasks.length === 0 ? [] : section(words.followUp, tasks);
}

function evidenceText(evidence: readonly EvidenceRef[]): string {
  return evidence
    .map(
      ({ kind, ref, line }) =>
        `${kind === 'file' ? '' : `${kind} `}${ref}${line === undefined ? '' : `:${line}`}`,
    )
    .join(', ');
}

/** Nothing in a cell may end the cell, the row or the table. */
function cell(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .trim();
}

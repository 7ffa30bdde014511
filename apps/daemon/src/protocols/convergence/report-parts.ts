/** What a report is made of, for any renderer. Plain text everywhere; a renderer makes it safe for its own format. */
import type {
  ClarificationItem,
  Dissent,
  EvidenceRef,
  Finding,
} from '@design-jury/contracts/convergence/schema';
import type { ReportedOutcome } from './outcome.ts';
import type { ReportStrings } from './report-strings.ts';

/** Several things in one cell: below each other where there is room, else with the joint between them. */
export interface ListCell {
  items: readonly string[];
  joint: '; ' | ', ';
  /** Paths and commands. */
  isCode: boolean;
}
export type ReportCell = string | ListCell;

export interface ReportTable {
  kind: 'table';
  head: readonly string[];
  /** Of the columns, in parts of a hundred. */
  widths: readonly number[];
  rows: readonly (readonly ReportCell[])[];
}

/** Where a person answers; what is made of it is the task's file of questions. */
export interface ReportForm {
  kind: 'form';
  /** All of the task: the file holds those that are answered too. */
  items: readonly ClarificationItem[];
  words: Pick<ReportStrings, 'formLead' | 'formMake' | 'formSave' | 'answer' | 'expected'>;
  /** How each of them is shown. @default as it was asked */
  shown?: readonly Pick<ClarificationItem, 'statement' | 'expectedForm'>[];
}

export type ReportBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | ReportTable
  | ReportForm;

export interface ReportSection {
  title: string;
  blocks: readonly ReportBlock[];
}

export interface Report {
  title: string;
  /** Of its page. */
  language: string;
  outcome: { word: string; tone: 'good' | 'fair' | 'bad' };
  summary: string;
  /** The planning phase's frontmatter; null elsewhere. */
  gate: string | null;
  sections: readonly ReportSection[];
}

export const OUTCOME_TONES: Record<ReportedOutcome, Report['outcome']['tone']> = {
  converged: 'good',
  passed: 'good',
  accepted: 'good',
  'passed-with-dissent': 'fair',
  'conditional-accept': 'fair',
  'max-rounds-reached': 'fair',
  'blocked-by-disagreement': 'bad',
  blocked: 'bad',
  undelivered: 'bad',
  unproved: 'bad',
  'aborted-non-result': 'bad',
};

export function listSection(title: string, items: readonly string[]): ReportSection[] {
  return items.length === 0 ? [] : [{ title, blocks: [{ kind: 'list', items }] }];
}

export function tableSection(
  title: string,
  table: Omit<ReportTable, 'kind'>,
  words: ReportStrings,
): ReportSection {
  return {
    title,
    blocks: [table.rows.length === 0 ? { kind: 'text', text: words.none } : { kind: 'table', ...table }],
  };
}

export function evidenceCell(evidence: readonly EvidenceRef[]): ListCell {
  return { items: evidence.map(placeText), joint: ', ', isCode: true };
}

export function evidenceText(evidence: readonly EvidenceRef[]): string {
  return evidence.map(placeText).join(', ');
}

function placeText({ kind, ref, line }: EvidenceRef): string {
  return `${kind === 'file' ? '' : `${kind} `}${ref}${line === undefined ? '' : `:${line}`}`;
}

export function dissentLines({ id, rounds }: Finding, words: ReportStrings): string[] {
  return rounds.flatMap(({ votes }) =>
    Object.entries(votes)
      .filter(([, { verdict }]) => verdict === 'disagree')
      .map(([voter, { rationale, evidence }]) => {
        const places = evidenceText(evidence);
        return `${id}, ${words.dissent} (${voter}): ${rationale}${places === '' ? '' : ` [${places}]`}`;
      }),
  );
}

/** What several say in the same words is said once, with all their names. */
export function sharedDissent(
  dissent: readonly Dissent[],
): (Omit<Dissent, 'voter'> & { voters: string[] })[] {
  const said = new Map<string, Omit<Dissent, 'voter'> & { voters: string[] }>();
  for (const { voter, ...words } of dissent) {
    const key = JSON.stringify([words.itemId, words.kind, words.reason]);
    const known = said.get(key);
    if (known === undefined) said.set(key, { ...words, voters: [voter] });
    else known.voters.push(voter);
  }
  return [...said.values()];
}

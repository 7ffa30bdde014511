/** What the form of a job holds, what it lacks, and what it asks of the daemon. */
import type { StartGivenRequest } from '@design-jury/contracts/given';
import type { GivenKind, GivenPhase } from '@design-jury/contracts/given-limits';
import type { MessageKey } from '../i18n/i18n.ts';
import { late } from '../shell/lazy.tsx';
import type { JobFiles } from './job-files.ts';
import type { Criteria } from './jobs.ts';

export interface JobDraft {
  /** The one document that a loop or a plan is. */
  document: JobFiles | null;
  /** What it is looked at beside, or what was delivered. */
  documents: JobFiles | null;
  plan: JobFiles | null;
  /** Null: criteria of one's own. */
  command: Criteria | null;
  criteria: JobFiles | null;
  name: string;
  brief: string;
  phase: GivenPhase;
  agent: string;
  workers: readonly string[];
  /** Empty: as the command has it. */
  cap: string;
}

export const EMPTY_JOB: JobDraft = {
  document: null,
  documents: null,
  plan: null,
  command: 'spec',
  criteria: null,
  name: '',
  brief: '',
  phase: 'error-analysis',
  agent: 'grounded',
  workers: ['grounded'],
  cap: '',
};

/** What is still to be given; null where nothing is. */
export function lackOf(kind: GivenKind, draft: JobDraft): MessageKey | null {
  const { document, documents, command, criteria, brief, workers } = draft;
  switch (kind) {
    case 'loop':
      if (document === null) return 'jobs.needsDocument';
      return command === null && criteria === null ? 'jobs.needsCriteria' : null;
    case 'plan-check':
      if (document === null) return 'jobs.needsDocument';
      return workers.length === 0 ? 'jobs.needsWorkers' : null;
    case 'converge':
    case 'accept':
      if (brief.trim() === '') return 'jobs.needsBrief';
      if (documents === null) return 'jobs.needsDocuments';
      return workers.length === 0 ? 'jobs.needsWorkers' : null;
  }
}

/** Reads the files; call it only where nothing lacks. */
export async function jobRequest(kind: GivenKind, draft: JobDraft): Promise<StartGivenRequest> {
  const { asDocuments } = await late(import('./job-files.ts'));
  const all = async (given: JobFiles | null) => asDocuments(given?.files ?? []);
  const one = async (given: JobFiles | null) => (await all(given))[0] ?? { path: '', content: '' };
  const workers = [...draft.workers];
  const name = nameOf(draft);
  switch (kind) {
    case 'loop':
      return {
        kind,
        document: await one(draft.document),
        ...(draft.command === null ? { criteria: await one(draft.criteria) } : { command: draft.command }),
        agent: draft.agent,
        perspectives: 1,
        ...(draft.cap !== '' && { cap: Number(draft.cap) }),
      };
    case 'plan-check':
      return { kind, document: await one(draft.document), documents: await all(draft.documents), workers };
    case 'converge':
      return {
        kind,
        name,
        phase: draft.phase,
        brief: draft.brief,
        documents: await all(draft.documents),
        workers,
        ...(draft.phase === 'implementation-planning' &&
          draft.plan !== null && { plan: await one(draft.plan) }),
        ...(draft.cap !== '' && { maxRounds: Number(draft.cap) as 1 }),
      };
    case 'accept':
      return { kind, name, brief: draft.brief, documents: await all(draft.documents), workers };
  }
}

const LONGEST_NAME = 120;

/** The name given, the folder's, or the first words of the brief. */
export function nameOf({ name, documents, brief }: Pick<JobDraft, 'name' | 'documents' | 'brief'>): string {
  const first = brief.trim().split('\n')[0]?.replace(/^#+ +/, '') ?? '';
  return (name.trim() || documents?.name || first).slice(0, LONGEST_NAME);
}

/** As `CRITERIA_SETS` and the phases have it where nobody says otherwise. */
const USUAL_PASSES = 5;
const USUAL_ROUNDS = 2;

/** What its cost depends on. */
export function estimateOf(kind: GivenKind, draft: JobDraft) {
  const { document, documents, brief, agent, workers, cap } = draft;
  const sizeOf = (given: JobFiles | null): number =>
    given?.files.reduce((sum, { content }) => sum + content.size, 0) ?? 0;
  const plan = kind === 'converge' && draft.phase === 'implementation-planning' ? draft.plan : null;
  const chars = sizeOf(document) + sizeOf(documents) + sizeOf(plan) + brief.length;
  return kind === 'loop'
    ? { protocol: 'loop' as const, agents: [agent], chars, rounds: Number(cap) || USUAL_PASSES }
    : { protocol: 'convergence' as const, agents: workers, chars, rounds: Number(cap) || USUAL_ROUNDS };
}

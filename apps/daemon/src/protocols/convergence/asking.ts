/** Asking workers: a few at a time, with what the host saw; what they cite is looked up before it counts. */
import type { EvidenceRef, Finding } from '@design-jury/contracts/convergence/schema';
import pLimit from 'p-limit';
import type { CandidateVote } from './acceptance.ts';
import type { Crew } from './crew.ts';
import { checkEvidence, evidenceNote, isMissing, surroundingsOf } from './evidence.ts';
import type { Dispatch, DispatchResult, RawVote } from './rounds.ts';
import type { ShownFinding, TaskMaterial, VoterResult } from './worker.ts';

/** Workers at once: each is a process of its own. */
const CONCURRENCY = 2;

/** A worker that throws has given no result; the others are not stopped by it. */
export async function settled<T>(work: () => Promise<VoterResult<T>>): Promise<VoterResult<T>> {
  try {
    return await work();
  } catch (error) {
    return { status: 'error', error: error instanceof Error ? error.message : String(error), attempts: 1 };
  }
}

/** In order of the list, a few at a time; whoever is done makes room for the next. */
export async function limited<From, To>(
  list: readonly From[],
  work: (item: From) => Promise<To>,
): Promise<To[]> {
  return pLimit(CONCURRENCY).map(list, work);
}

export async function notesOf(project: string, evidence: readonly EvidenceRef[]): Promise<string[]> {
  return Promise.all(evidence.map(async (one) => evidenceNote(one, await checkEvidence(project, one))));
}

async function show({ project, mode }: TaskMaterial, finding: Finding): Promise<ShownFinding> {
  const around =
    mode === 'lightweight'
      ? []
      : await Promise.all(finding.originEvidence.map((one) => surroundingsOf(project, one)));
  return {
    finding,
    notes: await notesOf(project, finding.originEvidence),
    surroundings: around.filter((text) => text !== ''),
  };
}

/** A worker may say beforehand of which claims it can tell nothing. By finding: who. */
export async function notAsked(
  { task, workers }: Crew,
  findings: readonly Finding[],
): Promise<Record<string, string[]>> {
  const shown = await Promise.all(findings.map((finding) => show(task, finding)));
  const cannot = new Map<string, ReadonlySet<string>>();
  for (const worker of workers)
    cannot.set(worker.id, new Set((await worker.cannotJudge?.(task, shown)) ?? []));
  return Object.fromEntries(
    findings.map(({ id: finding, discoveredBy }) => [
      finding,
      [...cannot].filter(([id, ids]) => ids.has(finding) && !discoveredBy.includes(id)).map(([id]) => id),
    ]),
  );
}

/** One voter, all its open items, once. */
export async function askVoter(
  { task, workers }: Crew,
  { voter, items }: Dispatch,
  signal: AbortSignal,
): Promise<{ result: DispatchResult; warnings: string[] }> {
  const worker = workers.find(({ id }) => id === voter);
  if (worker === undefined)
    return { result: { voter, status: 'non-result', reason: 'nobody has this name' }, warnings: [] };
  const shown = await Promise.all(items.map((finding) => show(task, finding)));
  const result = await settled(() => worker.verify(task, shown, signal));
  if (result.status === 'error')
    return { result: { voter, status: 'non-result', reason: result.error }, warnings: [] };
  const { votes, warnings } = await honest(task, shown, result.value);
  return { result: { voter, status: 'ok', votes }, warnings };
}

/** Votes as they can be stood by: evidence the host cannot find counts for nobody. */
async function honest(
  task: TaskMaterial,
  shown: readonly ShownFinding[],
  votes: Readonly<Record<string, RawVote>>,
): Promise<{ votes: Record<string, RawVote>; warnings: string[] }> {
  const checked: Record<string, RawVote> = {};
  const warnings: string[] = [];
  for (const { finding } of shown) {
    const vote = votes[finding.id];
    if (vote === undefined) continue;
    const evidence = await findable(task.project, vote.evidence);
    checked[finding.id] = { ...vote, evidence };
    if (!task.isAdversarial || vote.verdict === 'DISAGREE' || evidence.length > 0) continue;
    const cited = await Promise.all(finding.originEvidence.map((one) => checkEvidence(task.project, one)));
    const looked = cited.filter(({ state }) => state !== 'unchecked');
    if (looked.length === 0 || !looked.every(isMissing)) continue;
    // Whoever agrees has opened what is cited; nobody can have opened what is not there.
    checked[finding.id] = { ...vote, verdict: 'DISAGREE', basis: 'unproven', evidence: [] };
    warnings.push(
      `${finding.id}: support without evidence is stored as unproven, for what it cites is not there`,
    );
  }
  return { votes: checked, warnings };
}

/** A confirmation whose evidence is not there confirms nothing. */
export async function standing(
  project: string,
  votes: Readonly<Record<string, CandidateVote>>,
): Promise<Record<string, CandidateVote>> {
  const checked: Record<string, CandidateVote> = {};
  for (const [id, vote] of Object.entries(votes)) {
    const evidence = vote.verdict === 'confirm' ? await findable(project, vote.evidence) : [];
    if (vote.verdict !== 'confirm') checked[id] = vote;
    else if (evidence.length > 0) checked[id] = { verdict: 'confirm', evidence };
    else checked[id] = { verdict: 'not-confirmed', reason: 'what it cites is not there' };
  }
  return checked;
}

/** Without what the host looked for and did not find. */
async function findable(project: string, evidence: readonly EvidenceRef[]): Promise<EvidenceRef[]> {
  const states = await Promise.all(evidence.map((one) => checkEvidence(project, one)));
  return evidence.filter((_, index) => !isMissing(states[index] ?? { state: 'unchecked' }));
}

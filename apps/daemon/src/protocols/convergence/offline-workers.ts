/**
 * Workers that need no model. Two of them, by different methods, so that one mistake of ours does not make a
 * majority: the reader asks the disk path by path and walks dependencies; the indexer lists the project once and
 * sorts them. They vote only on what can be decided by looking.
 */
import type { CandidateBlocker, PlanItem, PlanVote } from '@design-jury/contracts/convergence/schema';
import type { CandidateVote } from './acceptance.ts';
import { CommandRuns } from './commands.ts';
import { checkEvidence, isMissing, UNCHECKED_NOTE } from './evidence.ts';
import type { RawFinding } from './grouping.ts';
import { analyseOffline } from './offline-analysis.ts';
import { type PlanLook, planVote, readPlan } from './offline-plan.ts';
import { indexLook, readerLook } from './project-look.ts';
import type { RawVote } from './rounds.ts';
import type { ShownFinding, TaskMaterial, Worker, WorkerListener } from './worker.ts';

export function offlineWorkers(
  env: Readonly<Record<string, string | undefined>>,
  listener: (id: string) => WorkerListener | undefined = () => undefined,
): Worker[] {
  const commands = new CommandRuns(env);
  return [
    offlineWorker('grounded-reader', 'Grounded reader', readerLook, commands, listener('grounded-reader')),
    offlineWorker('grounded-indexer', 'Grounded indexer', indexLook, commands, listener('grounded-indexer')),
  ];
}

function offlineWorker(
  id: string,
  name: string,
  lookAt: (project: string) => Promise<PlanLook>,
  commands: CommandRuns,
  listener: WorkerListener | undefined,
): Worker {
  return {
    id,
    name,
    kind: 'grounded',
    async analyse(task, signal) {
      const found = await analyseOffline(task, await lookAt(task.project), {
        run: (command) =>
          commands.run(command, task.project, signal, (message) =>
            listener?.heard({ type: 'notice', kind: 'progress', message }),
          ),
      });
      const findings = found.findings.map((finding): RawFinding => ({ ...finding, worker: id }));
      return { status: 'ok', value: { ...found, findings } };
    },
    async verify(task, items) {
      const votes = await Promise.all(
        items.map(async (item) => [item.finding.id, await refute(task, item)] as const),
      );
      return {
        status: 'ok',
        value: Object.fromEntries(votes.filter((vote): vote is [string, RawVote] => vote[1] !== null)),
      };
    },
    async votePlan(task, { text, items }) {
      const look = await lookAt(task.project);
      const plan = await readPlan(text, task.isPlanOnly ? null : task.brief, look);
      const votes: [PlanItem['id'], PlanVote][] = [];
      for (const item of items) votes.push([item.id, await planVote(item, plan, look)]);
      return { status: 'ok', value: Object.fromEntries(votes) };
    },
    async voteCandidates(task, candidates) {
      const votes = candidates.map(
        async (candidate): Promise<[string, CandidateVote]> => [candidate.id, await confirm(task, candidate)],
      );
      return { status: 'ok', value: Object.fromEntries(await Promise.all(votes)) };
    },
    cannotJudge: (items) =>
      items.filter(({ notes }) => !isContradicted(notes)).map(({ finding }) => finding.id),
  };
}

/** As in `refute`: everything that could be looked at is not there. */
function isContradicted(notes: readonly string[]): boolean {
  const looked = notes.filter((note) => !note.endsWith(UNCHECKED_NOTE));
  return looked.length > 0 && looked.every((note) => /THERE IS NO|HAS ONLY|QUOTE IS NOT/.test(note));
}

/** Only what the disk contradicts is refuted; what it does not say anything about is left to others. */
async function refute({ project }: TaskMaterial, { finding }: ShownFinding): Promise<RawVote | null> {
  const states = await Promise.all(
    finding.originEvidence.map((evidence) => checkEvidence(project, evidence)),
  );
  const looked = states.filter(({ state }) => state !== 'unchecked');
  if (looked.length === 0 || !looked.every(isMissing)) return null;
  const other = states.findIndex(({ state }) => state === 'other-text' || state === 'no-line');
  const cited = finding.originEvidence[other];
  if (cited === undefined)
    return { verdict: 'DISAGREE', basis: 'unproven', rationale: 'no file it cites is there', evidence: [] };
  const state = states[other];
  const quote = state?.state === 'other-text' ? state.text : '';
  return {
    verdict: 'DISAGREE',
    basis: 'counter-evidence',
    rationale: 'what it quotes does not stand at the place it cites',
    evidence: [{ kind: 'file', ref: cited.ref, ...(quote !== '' && { quote }) }],
  };
}

/** Confirms a candidate whose evidence is really there, word for word. */
async function confirm({ project }: TaskMaterial, { evidence }: CandidateBlocker): Promise<CandidateVote> {
  for (const one of evidence) {
    if (one.quote === undefined) continue;
    const { state } = await checkEvidence(project, one);
    if (state === 'found') return { verdict: 'confirm', evidence: [one] };
  }
  return { verdict: 'not-confirmed', reason: 'nothing it cites could be looked at word for word' };
}

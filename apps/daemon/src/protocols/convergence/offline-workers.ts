/**
 * Workers that need no model. Two of them, by different methods where there are two: the reader asks the disk path by path,
 * walks dependencies and compares clause by clause; the indexer lists the project once, sorts, and compares by the words that
 * are rare in all of it. What a detector of one kind finds (a column, a log, a setting) both find by the same code: there a
 * mistake of ours is a mistake of both, and their agreement is no second opinion. Each votes on what the other says alone, and
 * else only on what can be decided by looking.
 */
import type {
  CandidateBlocker,
  Finding,
  PlanItem,
  PlanVote,
} from '@design-jury/contracts/convergence/schema';
import type { CandidateVote } from './acceptance.ts';
import { namedFiles } from './brief.ts';
import type { CommandEnd } from './commands.ts';
import { checkEvidence, isMissing, UNCHECKED_NOTE } from './evidence.ts';
import { isAbout } from './facts/about.ts';
import type { Contradiction } from './facts/contradiction.ts';
import { type Comparison, compareProject, type Method } from './facts/contradictions.ts';
import type { RawFinding } from './grouping.ts';
import { analyseOffline, asEvidence } from './offline-analysis.ts';
import { OFFLINE_NAMES, type OfflineId } from './offline-ids.ts';
import { type PlanLook, planVote, readPlan } from './offline-plan.ts';
import { indexLook, readerLook } from './project-look.ts';
import { readTexts } from './project-texts.ts';
import type { RawVote } from './rounds.ts';
import type { ShownFinding, TaskMaterial, Worker } from './worker.ts';

interface WayOfLooking {
  name: string;
  lookAt(project: string): Promise<PlanLook>;
  method: Method;
}

const WAYS: Readonly<Record<OfflineId, WayOfLooking>> = {
  'grounded-reader': { name: 'Grounded reader', lookAt: readerLook, method: 'clauses' },
  'grounded-indexer': { name: 'Grounded indexer', lookAt: indexLook, method: 'rare words' },
};

/** A command that the brief names, run in the project. */
export type RunCommand = (command: string, project: string, signal: AbortSignal) => Promise<CommandEnd>;

/** @param known a comparison that it has made before */
export function offlineWorker(
  id: OfflineId,
  runCommand: RunCommand,
  known: Comparison | null = null,
): Required<Omit<Worker, 'draftPlan'>> & { comparison(): Promise<Comparison> | null } {
  const { name, lookAt, method } = WAYS[id];
  // Asked for in the analysis and again by every vote: a process that goes on with a run has only the votes left.
  let compared: Promise<Comparison> | null = known === null ? null : Promise.resolve(known);
  const compare = ({ project, brief }: TaskMaterial): Promise<Comparison> => {
    const named = namedFiles(brief);
    compared ??= readTexts(project, named).then(({ texts }) => {
      const comparison = compareProject(texts, method, named);
      // What was compared says nothing of the question where no file speaks of anything in it.
      return isAbout(brief, texts) ? comparison : { ...comparison, looked: 0 };
    });
    return compared;
  };
  return {
    id,
    name,
    kind: 'grounded',
    comparison: () => compared,
    async analyse(task, signal) {
      const found = await analyseOffline(task, await lookAt(task.project), {
        run: (command) => runCommand(command, task.project, signal),
        compare: () => compare(task),
      });
      const findings = found.findings.map((finding): RawFinding => ({ ...finding, worker: id }));
      return { status: 'ok', value: { ...found, findings } };
    },
    async verify(task, items) {
      const votes = await Promise.all(
        items.map(async (item) => [item.finding.id, await voteOn(task, item, await compare(task))] as const),
      );
      return {
        status: 'ok',
        value: Object.fromEntries(votes.filter((vote): vote is [string, RawVote] => vote[1] !== null)),
      };
    },
    async votePlan(task, { text, items }) {
      const look = await lookAt(task.project);
      const { texts } = await readTexts(task.project);
      const plan = await readPlan(text, task.isPlanOnly ? null : task.brief, look, texts);
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
    async cannotJudge(task, items) {
      const own = await compare(task);
      return items
        .filter(
          ({ finding, notes }) =>
            !isContradicted(notes) && !isOffline(finding) && confirming(finding, own) === null,
        )
        .map(({ finding }) => finding.id);
    },
  };
}

/** Fewer signs are enough to agree with a contradiction than to raise one. */
const ENOUGH_TO_AGREE = 0.5;

async function voteOn(task: TaskMaterial, item: ShownFinding, own: Comparison): Promise<RawVote | null> {
  const seen = confirming(item.finding, own);
  if (seen !== null)
    return {
      verdict: 'AGREE',
      rationale: 'looked at in another way, the places speak of the same and do not fit together',
      evidence: seen.places.map(asEvidence),
    };
  const refuted = await refute(task, item);
  if (refuted !== null || !isOffline(item.finding)) return refuted;
  const rationale = 'looked at in another way, the places do not speak of the same';
  return { verdict: 'DISAGREE', basis: 'unproven', rationale, evidence: [] };
}

/** A contradiction of its own at the places a finding cites. */
function confirming({ originEvidence }: Finding, { contradictions }: Comparison): Contradiction | null {
  const cited = originEvidence.filter(({ kind, line }) => kind === 'file' && line !== undefined);
  if (cited.length < 2) return null;
  const isAt = ({ path, line }: Contradiction['places'][number]): boolean =>
    cited.some((ref) => ref.ref === path && ref.line === line);
  return (
    contradictions.find(
      ({ places, strength }) => strength >= ENOUGH_TO_AGREE && places.filter(isAt).length > 1,
    ) ?? null
  );
}

function isOffline({ discoveredBy }: Finding): boolean {
  return discoveredBy.every((worker) => OFFLINE_NAMES.has(worker));
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

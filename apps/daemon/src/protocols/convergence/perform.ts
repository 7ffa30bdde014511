/**
 * What a phase does outside itself. Workers are asked a few at a time and each answer is fed as it comes; whoever was
 * cut off by a stop has given none and is asked by the process that goes on.
 */
import { relative, sep } from 'node:path';
import type { CandidateBlocker, Dissent, Finding, PlanVote } from '@design-jury/contracts/convergence/schema';
import type { Park } from '../../host/protocol.ts';
import { askVoter, limited, notAsked, notesOf, settled, standing } from './asking.ts';
import { type ConvergenceAttachment, type ConvergenceServices, type Crew, hireCrew } from './crew.ts';
import { placeholderIn } from './delivered/placeholder.ts';
import { checkEvidence } from './evidence.ts';
import { writePhaseFiles } from './phase-files.ts';
import { missedByDraft, openItems, planTextOf } from './plan-draft.ts';
import { planItems } from './plan-items.ts';
import { auditNote, changesBetween, pictureOf } from './project-audit.ts';
import { isText, readText } from './project-texts.ts';
import type { ConvergenceContext, ConvergenceProtocol } from './protocol.ts';
import { askingOf } from './questions.ts';
import { requestOf } from './request.ts';
import type { CoverageClaim } from './requirements.ts';
import { resultOf } from './result.ts';
import { dispatchesOf } from './rounds.ts';
import { isShared } from './settle-acceptance.ts';
import type { ConvergenceEffect, ConvergenceInput } from './state.ts';
import type { CriticWorker, PlanOrder, VoterResult, Worker } from './worker.ts';

type Asking = Exclude<ConvergenceEffect, { type: 'report' | 'ask' }>;

export function performConvergence(services: ConvergenceServices): ConvergenceProtocol['perform'] {
  const crews = new WeakMap<ConvergenceContext, Crew>();
  return async (effect, context) => {
    if (effect.type === 'report') return report(context, services, crews.get(context) ?? null);
    if (effect.type === 'ask') return ask(effect, context);
    let crew = crews.get(context);
    try {
      crew ??= await hireCrew(context, services);
    } catch (error) {
      return aside(error);
    }
    crews.set(context, crew);
    return askCrew(effect, context, crew);
  };
}

async function askCrew(effect: Asking, context: ConvergenceContext, crew: Crew): Promise<void> {
  const { signal } = context;
  const { task, critic } = crew;
  switch (effect.type) {
    case 'analyse':
      return each(context, crew, effect.workers, async (worker) => {
        const result = await settled(() => worker.analyse(task, signal));
        return heard(context, result) && { type: 'analysed', worker: worker.id, result };
      });
    case 'look': {
      const { of } = effect;
      return context.feed({ type: 'looked', of, notAsked: await notAsked(crew, context.state.grouped) });
    }
    case 'verify':
      return verify(effect, context, crew);
    case 'gaps':
      return askCritic(context, critic, async (one) => {
        const result = await settled(() => one.gaps(task, findingsOf(context).filter(isShared), signal));
        return heard(context, result) && { type: 'gaps_named', result };
      });
    case 'draft':
      return draft(context, crew);
    case 'gate':
      return gate(effect, context, crew);
    case 'candidates':
      return askCritic(context, critic, async (one) => {
        const result = await settled(() => one.candidates(task, findingsOf(context), signal));
        return heard(context, result) && { type: 'candidates_named', result };
      });
    case 'vote_candidates': {
      const candidates: readonly CandidateBlocker[] = context.state.candidates ?? [];
      return each(context, crew, effect.voters, async (worker) => {
        const result = await settled(() => worker.voteCandidates(task, candidates, signal));
        if (!heard(context, result)) return false;
        const votes = result.status === 'ok' ? await standing(task.project, result.value) : {};
        return { type: 'candidates_voted', voter: worker.id, votes };
      });
    }
    case 'check_claims':
      return checkClaims(context, crew);
  }
}

async function verify(
  { of, round, voters }: Extract<ConvergenceEffect, { type: 'verify' }>,
  context: ConvergenceContext,
  crew: Crew,
): Promise<void> {
  const rounds = of === 'findings' ? context.state.rounds : (context.state.gaps?.round ?? null);
  if (rounds === null) return;
  const dispatches = dispatchesOf(rounds);
  // What the critic raised is attacked in every phase.
  const task =
    of === 'findings' ? crew.task : { ...crew.task, isAdversarial: true, mode: 'full-reanalysis' as const };
  await each(context, crew, voters, async ({ id }) => {
    const dispatch = dispatches.find(({ voter }) => voter === id);
    if (dispatch === undefined) return false;
    const { result, warnings } = await askVoter({ ...crew, task }, dispatch, context.signal);
    if (result.status === 'non-result' && context.signal.aborted) return false;
    return { type: 'voted', of, round, result, warnings };
  });
}

async function gate(
  { round, voters }: Extract<ConvergenceEffect, { type: 'gate' }>,
  context: ConvergenceContext,
  crew: Crew,
): Promise<void> {
  const request = requestOf(context);
  const text = planTextOf(context.state, request) ?? '';
  const { gate: before, draft: own } = context.state;
  // A mended draft is another plan: everything in it is voted on. Of the task's own only what is not agreed.
  const isAgain = before !== null && own === null;
  const items = isAgain ? openItems(before.items) : planItems(text, request.brief);
  const earlier = isAgain ? said(before.dissent) : new Map<string, string[]>();
  const notes = new Map<string, readonly string[]>();
  for (const { id, refs } of items) {
    const files = refs.filter(({ kind }) => kind === 'file');
    notes.set(id, await notesOf(crew.task.project, files));
  }
  await each(context, crew, voters, async (worker) => {
    const result: VoterResult<Record<string, PlanVote>> = await settled(() =>
      worker.votePlan(crew.task, { text, items, notes, earlier }, context.signal),
    );
    return heard(context, result) && { type: 'plan_voted', worker: worker.id, round, result };
  });
}

function said(dissent: readonly Dissent[]): Map<string, string[]> {
  const byItem = new Map<string, string[]>();
  for (const { itemId, voter, kind, reason } of dissent)
    byItem.set(itemId, [...(byItem.get(itemId) ?? []), `${voter} disagreed (${kind}): ${reason}`]);
  return byItem;
}

/** A draft that leaves out what the brief asks for goes back once, before anybody votes on it. */
async function draft(context: ConvergenceContext, { task, workers }: Crew): Promise<void> {
  const { drafter, brief } = requestOf(context);
  const { gate: judged, draft: own } = context.state;
  const writer = workers.find(({ id }) => id === drafter);
  const agreed = findingsOf(context).filter(isShared);
  const write = (before: PlanOrder['before']): Promise<VoterResult<string>> =>
    settled(
      () =>
        writer?.draftPlan?.(task, { agreed, before }, context.signal) ??
        Promise.resolve({ status: 'error', error: 'it writes no plans', attempts: 0 } as const),
    );
  const demands = (judged?.dissent ?? []).map(
    ({ itemId, voter, kind, reason }) => `${itemId} (${kind}, ${voter}): ${reason}`,
  );
  const first = await write(own === null ? null : { text: own.text, demands });
  if (!heard(context, first)) return;
  const missed = first.status === 'ok' ? missedByDraft(first.value, brief) : [];
  if (first.status === 'error' || missed.length === 0)
    return context.feed({ type: 'plan_drafted', result: first, notes: [] });
  const second = await write({
    text: first.value,
    demands: missed.map((text) => `no step is about: ${text}`),
  });
  if (!heard(context, second)) return;
  const result = second.status === 'ok' ? second : first;
  const notes = missedByDraft(result.value, brief).map((text) => `plan-draft: no step is about: ${text}`);
  return context.feed({ type: 'plan_drafted', result, notes });
}

async function checkClaims(context: ConvergenceContext, { task, workers }: Crew): Promise<void> {
  const claims = context.state.analyses.flatMap(({ worker, result }) =>
    result.status === 'ok' ? result.value.coverage.map((claim) => ({ ...claim, worker })) : [],
  );
  const checked = await Promise.all(
    claims.map(async (claim) => ({
      ...claim,
      isThere: await isDelivered(task.project, claim, workers),
    })),
  );
  await context.feed({ type: 'claims_checked', claims: checked });
}

/** A file that is there and is no stub; what was run counts from who ran it. */
async function isDelivered(
  project: string,
  { artifact, worker }: CoverageClaim & { worker: string },
  workers: readonly Worker[],
): Promise<boolean> {
  if (workers.some(({ id, kind }) => id === worker && kind === 'grounded')) return true;
  const { state } = await checkEvidence(project, artifact);
  if (state !== 'found') return false;
  const path = artifact.ref.replace(/:\d+(?:[-:]\d+)?$/, '');
  const text = readText(project, path);
  // A picture is there or it is not; of a text that cannot be read nobody knows that it is no stub.
  return text === null ? !isText(path) : placeholderIn(path, text) === null;
}

/** A few at a time; nobody is begun with after a stop. `false`: it has given no answer. */
async function each(
  context: ConvergenceContext,
  { workers }: Crew,
  ids: readonly string[],
  work: (worker: Worker) => Promise<ConvergenceInput | false>,
): Promise<void> {
  await limited(ids, async (id) => {
    const worker = workers.find((candidate) => candidate.id === id);
    if (worker === undefined) throw new Error(`nobody here is called ${id}`);
    const input = !context.signal.aborted && (await work(worker));
    if (input !== false) await context.feed(input);
  });
}

async function askCritic(
  context: ConvergenceContext,
  critic: CriticWorker | null,
  work: (critic: CriticWorker) => Promise<ConvergenceInput | false>,
): Promise<void> {
  if (critic === null) throw new Error('the phase has no critic');
  const input = await work(critic);
  if (input !== false) await context.feed(input);
}

/** An error that a stop made is no answer. */
function heard({ signal }: ConvergenceContext, { status }: VoterResult<unknown>): boolean {
  return status === 'ok' || !signal.aborted;
}

function findingsOf({ state }: ConvergenceContext): readonly Finding[] {
  return state.rounds?.findings ?? [];
}

/** Everything but the files is in the log: who repairs the folder continues from here. */
async function report(
  context: ConvergenceContext,
  { render }: Pick<ConvergenceServices, 'render'>,
  crew: Crew | null,
  // biome-ignore lint/suspicious/noConfusingVoidType: as the protocol's `perform`
): Promise<void | Park> {
  const request = requestOf(context);
  const result = resultOf(context.state);
  if (request.taskFolder === null || result === null) throw new Error('there is nothing to report');
  try {
    const audit = await audited(context, crew);
    const seq = await writePhaseFiles(
      request.taskFolder,
      request,
      context.run,
      audit === null ? result : { ...result, notes: [...result.notes, audit] },
      render,
    );
    return context.feed({ type: 'reported', seq });
  } catch (error) {
    return aside(error);
  }
}

/** Said in the report and in the log. A process that has only the report left to write has seen nobody work. */
async function audited(context: ConvergenceContext, crew: Crew | null): Promise<string | null> {
  if (crew === null) return null;
  const { project } = crew.task;
  const own = ourPaths(project, context.folder, requestOf(context).taskFolder);
  const changes = changesBetween(crew.picture, await pictureOf(project));
  const note = auditNote(changes.filter((path) => !own.some((prefix) => `${path}/`.startsWith(prefix))));
  if (note !== null) context.emit({ type: 'convergence.warning', message: note });
  return note;
}

/** Where the run itself writes, if that lies in the project. */
function ourPaths(project: string, runFolder: string, taskFolder: string | null): string[] {
  const within = (folder: string): string => relative(project, folder).split(sep).join('/');
  const [data = '..'] = within(runFolder).split('/');
  const task = taskFolder === null ? '..' : within(taskFolder);
  const ours = [
    `${data}/`,
    task === '' ? 'runs/' : `${task}/runs/`,
    `${task === '' ? '' : `${task}/`}clarifications.json/`,
  ];
  return ours.filter((path) => !path.startsWith('..') && path !== '/');
}

/** Nobody has to answer for the report to stand: the run waits, and the next run of the task takes the answers. */
async function ask(
  { items }: Extract<ConvergenceEffect, { type: 'ask' }>,
  context: ConvergenceContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: as the protocol's `perform`
): Promise<void | Park> {
  const { closesQuestions = false } = context.attachment as ConvergenceAttachment;
  if (!closesQuestions) {
    const asked = await context.ask(items.map(askingOf), {
      terminal: null,
      waits: false,
      onUnattended: 'pause',
    });
    if (asked.status === 'waiting') return { park: 'waiting', reason: 'questions are open' };
  }
  return context.feed({ type: 'questions_closed' });
}

function aside(error: unknown): Park {
  return { park: 'paused', reason: error instanceof Error ? error.message : String(error) };
}

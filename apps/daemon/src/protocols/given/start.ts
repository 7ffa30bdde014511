/** Loops and cross-checks of documents that came over HTTP: the command line's own preparation, with nothing read but what was sent. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { ClarificationItem } from '@design-jury/contracts/convergence/schema';
import type { SentDocument, StartGivenRequest } from '@design-jury/contracts/given';
import { type CriteriaSet, CriticLoopConfigSchema } from '@design-jury/contracts/loop/schema';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Agent } from '../../agents/session.ts';
import { readForeign } from '../../disk/foreign-file.ts';
import type { Host } from '../../host/host.ts';
import { newArtifactId } from '../../host/new-run.ts';
import { JuryError } from '../../jury-error.ts';
import type { QuestionStore } from '../../store/questions.ts';
import { ConvergenceConfigError } from '../convergence/config.ts';
import { takeAnswers } from '../convergence/questions.ts';
import {
  agentsOf,
  commandsToRun,
  MAX_PLAN_BYTES,
  type PhaseOrder,
  resolveOrder,
  rosterOf,
  startPhase,
} from '../convergence/start-phase.ts';
import { readState } from '../convergence/stored-run.ts';
import { CriteriaFileError, MAX_CRITERIA_BYTES, readCriteria } from '../loop/criteria-file.ts';
import { CRITERIA_SETS } from '../loop/criteria-sets.ts';
import type { LoopRunState } from '../loop/protocol.ts';
import { commandsOf, startLoop } from '../loop/start-loop.ts';
import { MAX_SUBJECT_BYTES } from '../loop/subject-file.ts';
import {
  GIVEN_FOLDER,
  type GivenDocument,
  keepDocuments,
  readDocuments,
  shown,
  textOf,
} from './documents.ts';
import { type Judging, mustBeJudged } from './must-be-judged.ts';

export interface GivenServices extends Judging {
  host: Host;
  agent(id: string, model: string | null): Promise<Agent>;
  questions: QuestionStore;
  allRuns(filter: { protocols: readonly string[]; limit: number }): Promise<RunRecord[]>;
}

type Of<Kind extends StartGivenRequest['kind']> = Extract<StartGivenRequest, { kind: Kind }>;

/** Rejects with a `JuryError` that says what is wrong with what was sent; nothing is kept then. */
export function startGiven(services: GivenServices, request: StartGivenRequest): Promise<RunRecord> {
  switch (request.kind) {
    case 'loop':
      return loop(services, request);
    case 'plan-check':
      return planCheck(services, request);
    case 'converge':
      return converge(services, request);
    case 'accept':
      return accept(services, request);
  }
}

/** Later runs about what has the same name belong together, and never to a task or a file of the command line. */
const keyOf = (name: string): string => `given:${name}`;
/** A plan is asked for by its file alone, and many are called `plan.md`: only the same text is the same plan. */
const keyOfPlan = (name: string, plan: string): string =>
  `${keyOf(name)}#${createHash('sha256').update(plan).digest('hex').slice(0, 16)}`;
/** What is on the record of a run whose documents were sent. */
const GIVEN = { given: true };

async function loop(services: GivenServices, request: Of<'loop'>): Promise<RunRecord> {
  const [document] = readDocuments([request.document]);
  if (document === undefined) throw new JuryError('bad_request', 'document: give one');
  await mustBeJudged(services, 'loop', shown(document.path), textOf(document));
  const { command, criteria, cap } = criteriaOf(request);
  const config = CriticLoopConfigSchema.parse({
    cap: request.cap ?? cap,
    adversarialPerspectives: request.perspectives,
    onUnattended: 'pause',
  });
  return placed(services, [document], (root, artifactId) =>
    startLoop(
      services,
      {
        subject: { file: join(root, document.path), root, shown: document.path },
        agent: request.agent,
        model: request.model ?? null,
        command,
        criteria,
        config,
      },
      { subjectKey: keyOf(document.path), artifactId, config: GIVEN },
    ),
  );
}

function criteriaOf({ command, criteria }: Of<'loop'>): CriteriaSet {
  if (criteria === undefined) {
    const set = CRITERIA_SETS.find((one) => one.command === command);
    if (set !== undefined) return set;
    const known = CRITERIA_SETS.map((one) => one.command).join(', ');
    throw new JuryError('bad_request', `command: there is no ${shown(command ?? '')}; it takes ${known}`);
  }
  const [file] = readDocuments([criteria]);
  if (file === undefined) throw new JuryError('bad_request', 'criteria: give a file');
  const own = ownCriteria(file);
  refuseCommands(commandsOf(own), file.path);
  return own;
}

function ownCriteria(file: GivenDocument): CriteriaSet {
  try {
    return readCriteria(textOf(file, MAX_CRITERIA_BYTES), file.path);
  } catch (error) {
    if (error instanceof CriteriaFileError) throw new JuryError('bad_request', error.message);
    throw error;
  }
}

/** Whoever sends a document would choose what this machine runs. The command line asks its user, who can see the project. */
function refuseCommands(commands: readonly string[], file: string): void {
  const [command] = commands;
  if (command === undefined) return;
  throw new JuryError(
    'bad_request',
    `${file} asks to run ${shown(command)}. Commands run only from the command line, with --run-commands; take it out to judge the rest here`,
  );
}

async function planCheck(services: GivenServices, request: Of<'plan-check'>): Promise<RunRecord> {
  const [document] = readDocuments([request.document]);
  if (document === undefined) throw new JuryError('bad_request', 'document: give a plan');
  const plan = await planOf(services, document);
  const order = {
    phase: 'implementation-planning' as const,
    taskKey: document.path,
    brief: plan,
    plan,
    workers: rosterOf(request.workers),
    planVerification: true,
  };
  return phase(services, readDocuments(request.documents), order, keyOfPlan(document.path, plan));
}

async function planOf(services: GivenServices, document: GivenDocument): Promise<string> {
  const plan = textOf(document, MAX_PLAN_BYTES);
  await mustBeJudged(services, 'plan', shown(document.path), plan);
  return plan;
}

async function converge(services: GivenServices, request: Of<'converge'>): Promise<RunRecord> {
  const { name, phase: wanted, plan: sent, documents, workers, maxRounds } = request;
  const plan =
    wanted === 'implementation-planning' && sent !== undefined ? await planSent(services, sent) : null;
  return phase(services, readDocuments(documents), {
    phase: wanted,
    taskKey: name,
    brief: await briefOf(services, request.brief),
    plan,
    workers: rosterOf(workers),
    maxRounds,
  });
}

async function planSent(services: GivenServices, sent: SentDocument): Promise<string> {
  const [document] = readDocuments([sent]);
  if (document === undefined) throw new JuryError('bad_request', 'plan: give one');
  return planOf(services, document);
}

async function accept(
  services: GivenServices,
  { name, brief, documents, workers }: Of<'accept'>,
): Promise<RunRecord> {
  const order = {
    phase: 'final-verification' as const,
    taskKey: name,
    brief: await briefOf(services, brief),
    plan: null,
    workers: rosterOf(workers),
  };
  refuseCommands(commandsToRun(order), 'the brief');
  return phase(services, readDocuments(documents), order);
}

async function briefOf(services: GivenServices, text: string): Promise<string> {
  if (text.trim() === '') throw new JuryError('bad_request', 'brief: write what the task is about');
  await mustBeJudged(services, 'brief', 'the brief', text);
  return text;
}

async function phase(
  services: GivenServices,
  documents: readonly GivenDocument[],
  asked: Omit<PhaseOrder, 'project' | 'language' | 'taskFolder'>,
  subjectKey = keyOf(asked.taskKey),
): Promise<RunRecord> {
  const order = { ...asked, language: 'en' as const, taskFolder: null };
  const resolved = resolvedOf({ ...order, project: '' });
  const agents = await agentsOf(services.agent, order.workers, resolved);
  return placed(services, documents, async (project, artifactId) =>
    startPhase(
      services,
      { ...order, project },
      {
        resolved,
        agents,
        clarifications: await earlierAnswers(services, subjectKey),
        // Which phase it is, its page says in words.
        title: order.taskKey,
        subjectKey,
        artifactId,
        config: GIVEN,
      },
    ),
  );
}

function resolvedOf(order: PhaseOrder) {
  try {
    return resolveOrder(order);
  } catch (error) {
    if (error instanceof ConvergenceConfigError) throw new JuryError('bad_request', error.message);
    throw error;
  }
}

/** What an earlier run about the same asked, with the answers that were given since. */
async function earlierAnswers(services: GivenServices, key: string): Promise<ClarificationItem[]> {
  const last = await services.host.latest('convergence', key);
  if (last === null) return [];
  const state = await readState(last, services.host.folder(last));
  return takeAnswers(services, key, state?.clarifications ?? []);
}

/** The documents are in the run's folder before there is a run; a run that is refused leaves none of them. */
async function placed(
  { host }: GivenServices,
  documents: readonly GivenDocument[],
  start: (root: string, artifactId: string) => Promise<RunRecord>,
): Promise<RunRecord> {
  const artifactId = newArtifactId();
  const place = host.place({ id: '', artifactId });
  const root = join(place.folder, GIVEN_FOLDER);
  try {
    await keepDocuments(root, documents);
    return await start(root, artifactId);
  } catch (error) {
    await place.discard().catch(() => {});
    throw error;
  }
}

/** The document of a loop as it stands now, for whoever sent it. Of a file of the command line there is none here. */
export async function givenDocument(
  { host }: Pick<GivenServices, 'host'>,
  runId: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const run = await host.get(runId);
  if (run.protocol !== 'loop' || run.config.given !== true)
    throw new JuryError('not_found', `${runId} keeps no document that was sent to it`);
  const { subject } = (await host.stateOf(runId)) as LoopRunState;
  const root = join(host.folder(run), GIVEN_FOLDER);
  const bytes = readForeign(join(root, subject.shown), { maxBytes: MAX_SUBJECT_BYTES, within: root });
  return { name: basename(subject.shown), bytes };
}

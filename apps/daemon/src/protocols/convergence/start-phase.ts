/** A phase from what was asked, whoever asked: a task of the terminal, or a brief and documents that the daemon was sent. */

import type { ClarificationItem, TaskPhase } from '@design-jury/contracts/convergence/schema';
import type { RunRecord } from '@design-jury/contracts/run';
import type { SaidLanguage } from '@design-jury/contracts/said/message';
import type { Agent } from '../../agents/session.ts';
import { keptVersions } from '../../agents/versions.ts';
import type { Host } from '../../host/host.ts';
import type { NewRun } from '../../host/new-run.ts';
import { readDocument, tooMuch } from '../documents/document.ts';
import { provingCommands } from './brief-commands.ts';
import { type ResolvedConvergence, resolveConvergence } from './config.ts';
import { isDelivered } from './offline-analysis.ts';
import { agentIds, OFFLINE_IDS, OFFLINE_NAMES } from './offline-ids.ts';
import { drafterOf } from './plan-draft.ts';
import { isCheckable } from './plan-step.ts';
import { readSteps } from './plan-steps.ts';
import type { PhaseRequest } from './request.ts';
import type { Manifest } from './task.ts';

/** Of a plan, and of a brief. */
export const MAX_PLAN_BYTES = 1_000_000;

export interface PhaseOrder {
  phase: TaskPhase;
  taskKey: string;
  brief: string;
  /** Absolute. */
  project: string;
  plan: string | null;
  workers: readonly string[];
  critic?: string | undefined;
  maxRounds?: number | undefined;
  planVerification?: boolean | undefined;
  planMaxRounds?: number | undefined;
  /** What the manifest says about the rounds. */
  settings?: NonNullable<Manifest['convergence']>;
  language: SaidLanguage;
  workerTimeoutMs?: number | undefined;
  /** Where the phase writes; null writes nothing. */
  taskFolder: string | null;
}

export type Agents = ReadonlyMap<string, Agent>;

export interface PhaseStarter {
  host: Pick<Host, 'start'>;
  agent(id: string, model: string | null): Promise<Agent>;
}

/** Named agents; `grounded` stands for the two that need no model. */
export function rosterOf(named: readonly string[]): string[] {
  return [...new Set(named.flatMap((name) => (name === 'grounded' ? [...OFFLINE_IDS] : [name])))];
}

/** What a brief asks the workers without a model to run. */
export function commandsToRun({ phase, brief, workers }: Pick<PhaseOrder, 'phase' | 'brief' | 'workers'>) {
  const runs = isDelivered(phase) && workers.some((id) => OFFLINE_IDS.some((one) => one === id));
  return runs ? provingCommands(brief) : [];
}

/** Why a plan cannot be judged, to follow its name: null where it can. */
export function unjudgedPlan(
  plan: string,
): { reason: 'too-much' | 'no-step' | 'nothing-checkable'; says: string } | null {
  const document = readDocument(plan);
  const much = tooMuch(document);
  if (much !== null) return { reason: 'too-much', says: much };
  const steps = readSteps(document);
  if (steps.length === 0) return { reason: 'no-step', says: NO_STEP };
  return steps.some(isCheckable) ? null : { reason: 'nothing-checkable', says: NOTHING_CHECKABLE };
}

const NOTHING_CHECKABLE =
  'no step names a file, a command, a figure or a result, says how it is proved or tells in more than a few words what is done';
const NO_STEP = 'Steps are headings, rows of a table, entries of a list or paragraphs, such as "Step 1: …".';

/** Stands for the agent's own choice. */
const DEFAULT_MODEL = 'default';

/** @throws ConvergenceConfigError */
export function resolveOrder(order: PhaseOrder): ResolvedConvergence {
  const choice = order.critic?.trim().toLowerCase() ?? '';
  return resolveConvergence(
    {
      phase: order.phase,
      analysers: order.workers,
      maxRounds: order.maxRounds,
      enabled: order.settings?.enabled,
      adversarial: order.settings?.adversarial,
      verificationMode: order.settings?.verificationMode,
      critic: order.critic,
      // Without a model of its own the critic is run with the agent's choice.
      criticModel:
        choice === '' || choice === 'off' ? null : (order.settings?.critic?.model ?? DEFAULT_MODEL),
      planVerification: order.planVerification,
      planMaxRounds: order.planMaxRounds,
    },
    agentIds(order.workers),
  );
}

/** Who is not there is said before anything is written down. */
export async function agentsOf(
  agent: PhaseStarter['agent'],
  workers: readonly string[],
  { config }: Pick<ResolvedConvergence, 'config'>,
): Promise<Agents> {
  const critic = config.critic.enabled ? config.critic.provider : null;
  const agents = new Map<string, Agent>();
  for (const id of new Set([...agentIds(workers), ...(critic === null ? [] : [critic])]))
    agents.set(id, await agent(id, null));
  const model = config.critic.modelExecutionValue;
  if (critic !== null && model !== null && model !== DEFAULT_MODEL)
    agents.set(`${critic}-critic`, await agent(critic, model));
  return agents;
}

interface PhaseStart
  extends Partial<Pick<NewRun, 'title' | 'subjectKey' | 'artifactId' | 'attachment' | 'config'>> {
  resolved: ResolvedConvergence;
  agents: Agents;
  /** Items of earlier runs of the task, answered or not. */
  clarifications: readonly ClarificationItem[];
}

/** @param start what else the run has; its key is the task's unless another is named */
export function startPhase(
  { host }: Pick<PhaseStarter, 'host'>,
  order: PhaseOrder,
  { resolved, agents, clarifications, config, ...start }: PhaseStart,
): Promise<RunRecord> {
  const { phase, taskKey, brief, project, plan, language, taskFolder } = order;
  const workers = workersOf(order.workers, agents);
  const request: PhaseRequest = {
    phase,
    taskKey,
    brief,
    project,
    plan,
    drafter: drafterOf({ phase, plan, workers }),
    workers,
    resolved,
    language,
    workerTimeoutMs: order.workerTimeoutMs ?? null,
    taskFolder,
    clarifications: [...clarifications],
  };
  return host.start({
    protocol: 'convergence',
    project: null,
    title: `${taskKey}: ${phase}`,
    subjectKey: taskKey,
    agent: order.workers.join(','),
    model: null,
    config: {
      ...resolved.config,
      effectiveMaxRounds: resolved.effectiveMaxRounds,
      workers: order.workers,
      ...keptVersions(agents.values()),
      ...config,
    },
    request,
    ...start,
  });
}

function workersOf(ids: readonly string[], agents: Agents): PhaseRequest['workers'] {
  return ids.map((id) => {
    const grounded = OFFLINE_NAMES.get(id);
    return grounded === undefined
      ? { id, name: agents.get(id)?.name ?? id, kind: 'agent' as const }
      : { id, name: grounded, kind: 'grounded' as const };
  });
}

/** Who works in a phase, by name: agents with a folder of their own, and the two that need no model. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlayHandle } from '../../host/run-store.ts';
import { JuryError } from '../../jury-error.ts';
import type { ResolvedConvergence } from '../../protocols/convergence/config.ts';
import { OFFLINE_IDS } from '../../protocols/convergence/offline-workers.ts';
import type { Traces } from '../../protocols/convergence/traces.ts';
import type { CriticWorker, Worker, WorkerListener } from '../../protocols/convergence/worker.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import type { ConvergenceOrder, Engine } from './run.ts';

/** Long enough for an agent that reads a repository. */
const WORKER_TIMEOUT_MS = 600_000;

export interface Watching {
  shell: Shell;
  print(text: string): void;
  traces: Traces;
}

export type Agents = ReadonlyMap<string, Awaited<ReturnType<Engine['agent']>>>;

/** A missing agent is reported before anything is written. */
export async function agentsOf(
  engine: Engine,
  { workers }: ConvergenceOrder,
  { config }: ResolvedConvergence,
): Promise<Agents> {
  const provider = config.critic.enabled ? config.critic.provider : null;
  const agents = new Map<string, Awaited<ReturnType<Engine['agent']>>>();
  for (const id of new Set([...agentIds(workers), ...(provider === null ? [] : [provider])])) {
    const agent = await engine.agent(id, null).catch((error: unknown) => {
      throw error instanceof JuryError ? new Refusal(`${error.message}.`) : error;
    });
    agents.set(id, agent);
  }
  return agents;
}

/** Each agent has a folder of its own in the run's: nothing of it is left in the project. */
export async function rosterOf(
  agents: Agents,
  order: ConvergenceOrder,
  { config }: ResolvedConvergence,
  play: PlayHandle,
  { shell, print, traces }: Watching,
): Promise<{ workers: Worker[]; critic: CriticWorker | null }> {
  const [{ agentWorker }, { offlineWorkers }] = await Promise.all([
    import('../../protocols/convergence/worker.ts'),
    import('../../protocols/convergence/offline-workers.ts'),
  ]);
  const listener = (id: string): WorkerListener => withNotices(id, traces.listener(id), print);
  const grounded = offlineWorkers(shell.env, listener);
  const agent = async (id: string, folder: string) => {
    const workDir = join(play.workDir, folder);
    await mkdir(workDir, { recursive: true });
    const known = agents.get(id);
    if (known === undefined) throw new Refusal(`There is no worker "${id}".`);
    return agentWorker({
      agent: known,
      runId: play.record.id,
      workDir,
      timeoutMs: order.workerTimeoutMs ?? WORKER_TIMEOUT_MS,
      listener: listener(folder),
    });
  };
  const workers: Worker[] = [];
  for (const id of order.workers)
    workers.push(traces.watched(grounded.find((worker) => worker.id === id) ?? (await agent(id, id))));
  const provider = config.critic.enabled ? config.critic.provider : null;
  if (provider === null) return { workers, critic: null };
  return { workers, critic: traces.watchedCritic(await agent(provider, `${provider}-critic`)) };
}

/** Who can be asked in words: the workers without a model argue nothing. */
export function agentIds(workers: readonly string[]): string[] {
  const offline: readonly string[] = OFFLINE_IDS;
  return workers.filter((id) => !offline.includes(id));
}

/** Notices and second tries are printed at once; the lane shows the rest. */
function withNotices(id: string, lane: WorkerListener, print: (text: string) => void): WorkerListener {
  return {
    heard(delta) {
      if (delta.type === 'notice') print(`${id}: ${delta.message}`);
      lane.heard(delta);
    },
    askedAgain(cause) {
      print(`${id}: no usable answer (${cause}); it is asked once more`);
      lane.askedAgain(cause);
    },
  };
}

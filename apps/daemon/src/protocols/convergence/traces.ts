/**
 * Lanes of a run: workers are listened to while they work, and pictures of them go into the log. A picture waits for
 * the one before it, so a slow log makes them fewer and never more; a picture that cannot be written is let go, for
 * nobody's vote hangs on it.
 */
import type { TraceTask, WorkerTrace } from '@design-jury/contracts/convergence/trace';
import { Redactor } from '../../agents/redact.ts';
import {
  askedAgain,
  heard,
  isDue,
  type Lane,
  openLane,
  picture,
  TRACE_LIMITS,
  type TraceLimits,
} from './trace-lane.ts';
import type { CriticWorker, VoterResult, Worker, WorkerListener } from './worker.ts';

export interface TracesOptions {
  emit(trace: WorkerTrace): Promise<void>;
  clock: () => number;
  limits?: TraceLimits;
}

export interface Traces {
  listener(worker: string): WorkerListener;
  /** The same worker, watched. */
  watched(worker: Worker): Worker;
  watchedCritic(critic: CriticWorker): CriticWorker;
  /** Resolves when the last picture is written; none follows. */
  close(): Promise<void>;
}

const LOOK_MS = 250;

export function openTraces({ emit, clock, limits = TRACE_LIMITS }: TracesOptions): Traces {
  // Adapters know the values of their secrets and have taken them out; here goes what looks like one.
  const redactor = new Redactor();
  const redact = (text: string): string => redactor.message(text);
  const lanes = new Map<string, Lane>();
  const told = new Map<string, number>();
  let toldInRun = 0;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  let timer: NodeJS.Timeout | null = null;

  const write = (lane: Lane): Promise<void> => {
    if (isClosed) return writing;
    toldInRun++;
    const { lane: next, trace } = picture(lane, clock(), { told: toldInRun, redact, limits });
    lanes.set(lane.worker, next);
    told.set(lane.worker, next.told);
    isWriting = true;
    writing = writing
      .then(() => emit(trace))
      .catch(() => {})
      .finally(() => {
        isWriting = false;
      });
    return writing;
  };
  const look = (): void => {
    for (const lane of lanes.values())
      if (!isWriting && isDue(lane, clock(), toldInRun, limits)) void write(lane);
  };
  const change = (worker: string, step: (lane: Lane) => Lane): void => {
    const lane = lanes.get(worker);
    if (lane !== undefined) lanes.set(worker, step(lane));
  };
  const during = async <T>(
    worker: string,
    task: TraceTask,
    work: () => Promise<VoterResult<T>>,
  ): Promise<VoterResult<T>> => {
    await write(openLane(worker, task, clock(), told.get(worker) ?? 0));
    timer ??= setInterval(look, LOOK_MS).unref();
    let cause: string | null = 'it broke off';
    try {
      const result = await work();
      cause = result.status === 'ok' ? null : result.error;
      return result;
    } catch (error) {
      cause = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      const lane = lanes.get(worker);
      if (lane !== undefined) await write({ ...lane, cause, state: cause === null ? 'finished' : 'failed' });
      lanes.delete(worker);
      if (lanes.size === 0 && timer !== null) {
        clearInterval(timer);
        timer = null;
      }
    }
  };
  return {
    listener: (worker) => ({
      heard: (delta) => change(worker, (lane) => heard(lane, delta, clock(), limits)),
      askedAgain: (cause) => change(worker, (lane) => askedAgain(lane, cause, clock(), limits)),
    }),
    watched: ({ draftPlan, ...worker }) => ({
      ...worker,
      ...(draftPlan !== undefined && {
        draftPlan: (task, order, signal) => during(worker.id, 'plan', () => draftPlan(task, order, signal)),
      }),
      analyse: (task, signal) => during(worker.id, 'analysis', () => worker.analyse(task, signal)),
      verify: (task, items, signal) => during(worker.id, 'votes', () => worker.verify(task, items, signal)),
      votePlan: (task, plan, signal) => during(worker.id, 'plan', () => worker.votePlan(task, plan, signal)),
      voteCandidates: (task, candidates, signal) =>
        during(worker.id, 'candidate-votes', () => worker.voteCandidates(task, candidates, signal)),
    }),
    watchedCritic: (critic) => {
      const id = `${critic.provider}-critic`;
      return {
        provider: critic.provider,
        gaps: (task, known, signal) => during(id, 'gaps', () => critic.gaps(task, known, signal)),
        candidates: (task, known, signal) =>
          during(id, 'candidates', () => critic.candidates(task, known, signal)),
      };
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      await writing;
    },
  };
}

/** How a run leaves the host: over, with log and rows on the disk before anybody learns of it, or put aside. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import { RUN_ENDED_EVENT } from '@design-jury/contracts/http';
import type { HostEvent, RunRecord } from '@design-jury/contracts/run';
import type { FaultReport } from '../fault-report.ts';
import { JuryError } from '../jury-error.ts';
import type { FinishedRun, Store } from '../store/store.ts';
import { timed } from '../work.ts';
import type { HostContext } from './context.ts';
import type { HostServices } from './host.ts';
import type { Lease } from './lease.ts';
import type { EventLog } from './log/event-log.ts';
import type { RunPlace } from './place/place.ts';
import type { AnyProtocol, Ending, EventBody, Park } from './protocol.ts';
import type { LoopEnd } from './run-loop.ts';
import type { Bus, QuietWord } from './stream/bus.ts';

const RUN_ENDED = 'run.ended';

export function stateEvent(
  { id: runId }: RunRecord,
  state: 'running' | 'waiting' | 'paused',
  reason: string | null,
): HostEvent {
  return { type: 'run.state', runId, state, reason };
}

/** The protocol's own last event, or ours. */
export function isEndOf(protocol: AnyProtocol): (event: EventBody) => boolean {
  return protocol.isTerminal ?? (({ type }) => type === RUN_ENDED);
}

interface EndingRun {
  services: { store: Store; bus: Bus; now(): string; report: FaultReport };
  protocol: AnyProtocol;
  run: RunRecord;
  context: HostContext;
  log: EventLog;
  lease: Lease;
  end: LoopEnd;
  state: unknown;
}

export async function endRun(ending: EndingRun): Promise<void> {
  const { end, protocol, state, context, lease, log, run } = ending;
  // Who has the run now writes it instead, and tells how it ends.
  if (!(await lease.isKept())) {
    await log.close();
    throw heldElsewhere(run.id);
  }
  if (state !== undefined) await protocol.settled?.(state, end, context);
  if ('park' in end) await park(ending, end.park, end.reason);
  else await timed({ kind: 'persist_end', runId: run.id }, () => finish(ending, end.ending));
}

/** Nothing is lost, and nothing of it is running: whoever resumes it folds the log. */
async function park(
  { services, run, context, log, lease }: EndingRun,
  state: 'waiting' | 'paused',
  reason: string,
): Promise<void> {
  context.emit(stateEvent(run, state, reason));
  try {
    await log.flush();
  } finally {
    await log.close();
  }
  const parked = { state, recoveryReason: reason, updatedAt: services.now(), eventCount: log.lastSeq };
  await services.store.updateRun(run.id, parked, lease.owner);
  // The record first: whoever learns of the pause and asks how the run stands finds it so.
  await context.flush().catch((error: unknown) => services.report(error, run.id));
}

/** Log, rows, and only then the word that it is over. */
async function finish(
  { services, protocol, run, context, log, lease }: EndingRun,
  ending: Ending,
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      return null;
    }
  };
  const said = protocol.isTerminal === undefined ? endedEvent(run, ending) : null;
  if (said !== null) context.emit(said);
  await attempt(() => context.flush());
  const written = failures.length === 0;
  // Nothing was said, as by a page written without a jury: there is no log, only the word that it is over.
  const isSilent = log.lastSeq === 0;
  const sealed = written && !isSilent ? await attempt(() => log.seal()) : null;
  if (sealed === null) await log.close();
  // A verdict that could not be written down was not reached: it could not be shown again.
  const [failure] = failures;
  const message = failures.length === 0 ? (ending.message ?? null) : messageOf(failure);
  await attempt(async () => {
    if (ending.mustFixes !== undefined)
      await services.store.saveMustFixes(run.id, ending.mustFixes, lease.owner);
    await services.store.finishRun({
      ...rowOf(run, written ? ending : { ...ending, ...FAILED }, services.now()),
      message,
      owner: lease.owner,
      eventCount: log.lastSeq,
      transcriptPath: sealed?.path ?? null,
    });
  });
  for (const fault of failures) services.report(fault, run.id);
  if (failures.length > 0 && !(await lease.isKept())) throw heldElsewhere(run.id);
  const unwritten = { ...ending, ...FAILED, message };
  context.release(written ? null : (protocol.failed?.(run, message ?? '') ?? endedEvent(run, unwritten)));
  if (written && isSilent) {
    const { id: runId, projectId } = run;
    services.bus.remark({ projectId, runId, traceId: null, event: null });
    services.bus.announce({ projectId, runId, name: RUN_ENDED_EVENT, data: { runId, state: ending.state } });
  }
}

interface UnstartedRun {
  run: RunRecord;
  place: RunPlace;
  lease: Lease;
}

export async function endUnstarted(
  { store, bus, now }: HostServices & { now(): string },
  { run, place, lease }: UnstartedRun,
  end: { ending: Ending; said: EventBody | null } | Park,
): Promise<void> {
  if ('park' in end) {
    const { park: state, reason } = end;
    const at = now();
    await store.updateRun(run.id, { state, recoveryReason: reason, updatedAt: at }, lease.owner);
    const event = { ...stateEvent(run, state, reason), seq: 0, at };
    return bus.remark({ ...(await quietly(run, place)), event });
  }
  const { ending, said } = end;
  const { path, stamped } = await place.writeOnlyEvent(said ?? endedEvent(run, ending), now());
  try {
    await store.finishRun({
      ...rowOf(run, ending, now()),
      owner: lease.owner,
      eventCount: 0,
      transcriptPath: path,
    });
  } finally {
    bus.announce({ projectId: run.projectId, runId: run.id, name: stamped.type, data: stamped });
  }
  bus.remark({ ...(await quietly(run, place)), event: { ...stamped } });
}

/** Whose word it is that nobody could follow. */
export async function quietly(
  { id: runId, projectId }: RunRecord,
  place: Pick<RunPlace, 'readTrace'>,
): Promise<Omit<QuietWord, 'event'>> {
  return { projectId, runId, traceId: (await place.readTrace().catch(() => null))?.traceId ?? null };
}

/** What the store keeps of an end, but for log and lease. */
export function rowOf(
  run: RunRecord,
  ending: Ending,
  endedAt: string,
): Omit<FinishedRun, 'owner' | 'eventCount' | 'transcriptPath'> {
  return {
    runId: run.id,
    state: ending.state,
    outcome: ending.outcome,
    exitCode: ending.exitCode,
    endedAt,
    composite: ending.composite ?? null,
    finalRound: ending.finalRound ?? null,
    cause: ending.cause,
    message: ending.message ?? null,
    recoveryReason: ending.recoveryReason ?? null,
    inputTokens: ending.usage?.inputTokens ?? null,
    outputTokens: ending.usage?.outputTokens ?? null,
    costUsd: ending.usage?.costUsd ?? null,
    rounds: ending.rounds ?? [],
    protocolVersion: ending.protocolVersion ?? null,
  };
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Of one whose end could not be written down. */
const FAILED = {
  state: 'failed',
  outcome: 'failed',
  exitCode: EXIT.inconclusive,
  cause: 'storage_error',
} as const;

function endedEvent(run: RunRecord, { state, outcome, exitCode, cause, message = null }: Ending): HostEvent {
  return {
    type: RUN_ENDED,
    runId: run.id,
    state,
    outcome,
    exitCode,
    ...(cause !== null && { cause }),
    ...(message !== null && { message }),
  };
}

export function heldElsewhere(runId: string): JuryError {
  return new JuryError('conflict', `another process performs ${runId}; wait for it or end it first`);
}

/**
 * After a restart: a run that was left queued or running and whose process is gone. One that can be resumed is put aside
 * for whoever does; any other is over, and what its log says counts. The lease decides who mends it.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import pLimit from 'p-limit';
import { z } from 'zod';
import { endAllMarked, endGroup, isGroupOfRun, startTicks } from '../agents/process-group.ts';
import { PROCESS_FILE } from '../agents/supervise.ts';
import { readKept } from '../disk/foreign-file.ts';
import { hasNoRoom } from '../store/postgres/postgres-error.ts';
import { isEndOf, quietly, rowOf, stateEvent } from './ending.ts';
import type { HostServices } from './host.ts';
import { acquireLease, type Lease } from './lease.ts';
import type { LeftLines, RunPlace } from './place/place.ts';
import type { AnyProtocol, Ending, EventBody } from './protocol.ts';
import { recall } from './run-loop.ts';

export const DAEMON_RESTART = 'daemon_restart';
/** Most of the time of one is spent waiting for the disk. */
const RECOVERED_AT_ONCE = 64;

export interface Recovered {
  runId: string;
  state: string;
  /** What could not be mended; the run is over or put aside all the same. */
  problem: string | null;
}

export interface RecoveryServices extends HostServices {
  protocol(id: string): Promise<AnyProtocol>;
}

/** `of`: only another run of this project that was under way. */
export async function recoverRuns(
  services: RecoveryServices,
  of: { projectId: string; except: string } | null = null,
): Promise<Recovered[]> {
  const left = (await services.store.findUnfinishedRuns(of?.projectId)).filter(
    ({ id, state }) => of === null || (id !== of.except && state === 'running'),
  );
  const recovered = await pLimit(RECOVERED_AT_ONCE).map(left, (record) => recoverLeft(services, record));
  return recovered.filter((one) => one !== null);
}

/** Null where somebody lives who has it, or has mended it meanwhile. */
export async function recoverLeft(
  services: RecoveryServices,
  record: RunRecord,
  leaseMs?: number,
): Promise<Recovered | null> {
  const lease = await acquireLease(record.id, {
    store: services.store.leases,
    clock: services.clock,
    isAlone: false,
    ...(leaseMs !== undefined && { leaseMs }),
  });
  if (lease === null) return null;
  try {
    // Read again under the lease: another process may have mended it meanwhile.
    const current = await services.store.getRun(record.id);
    if (current?.state !== 'queued' && current?.state !== 'running') return null;
    return await recoverRun(services, current, lease);
  } finally {
    await lease.release();
  }
}

/** Whoever holds the lease ends or puts aside what nobody performs any more. */
export async function recoverRun(
  services: RecoveryServices,
  run: RunRecord,
  lease: Pick<Lease, 'owner'>,
): Promise<Recovered> {
  const place = services.places(run, lease.owner);
  let problem: string | null = null;
  const attempt = async <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      // Whoever mends it tries again: a run that is over must have said so.
      if (hasNoRoom(error)) throw error;
      problem ??= error instanceof Error ? error.message : String(error);
      return otherwise;
    }
  };
  // One that never left the queue has started nothing; looking through all processes for each is what takes time.
  if (run.startedAt !== null) {
    await attempt(() => endChild(place.folder, run.id, services.limits.killGraceMs), undefined);
    await endAllMarked(run.id);
  }
  await attempt(() => place.removeAbandoned(), undefined);
  const protocol = await services.protocol(run.protocol).catch(() => null);
  // Of a newer version: its own build knows what to do with it.
  if (protocol === null) return { runId: run.id, state: run.state, problem: `no protocol ${run.protocol}` };
  const now = new Date(services.clock()).toISOString();
  const whose = await quietly(run, place);
  if (protocol.resumable || protocol.recover === undefined) {
    const left = await attempt(() => place.leftLog(isEndOf(protocol)), null);
    const ended = left?.terminal ?? null;
    if (left !== null && ended !== null) {
      const state = await attempt(
        () => endWritten(services, { protocol, run, lease }, { ...left, ended }),
        null,
      );
      if (state !== null) {
        services.bus.remark({ ...whose, event: ended });
        return { runId: run.id, state, problem };
      }
    }
    const events = left?.lastSeq ?? run.eventCount;
    await services.store.updateRun(
      run.id,
      { state: 'paused', recoveryReason: DAEMON_RESTART, updatedAt: now, eventCount: events },
      lease.owner,
    );
    const event = { ...stateEvent(run, 'paused', DAEMON_RESTART), seq: events, at: now };
    services.bus.remark({ ...whose, event });
    return { runId: run.id, state: 'paused', problem };
  }
  const nothing: LeftLog = { left: null, view: protocol.view?.initial ?? null };
  const { left, view } = await attempt(() => openLeft(place, protocol), nothing);
  const { terminal, lastSeq } = left ?? { terminal: null, lastSeq: 0 };
  const { last, ending } = await protocol.recover({ run, pages: place, view, terminal });
  const settled = await attempt(
    () =>
      run.startedAt === null && left === null && last !== null
        ? place.writeOnlyEvent(last, now).then(({ path }) => ({ path, events: 0 }))
        : settleLog(services, place, left, terminal === null ? last : null, isEndOf(protocol)),
    { path: null, events: lastSeq },
  );
  if (ending.mustFixes !== undefined)
    await services.store.saveMustFixes(run.id, ending.mustFixes, lease.owner);
  await services.store.finishRun({
    ...rowOf(run, ending, now),
    owner: lease.owner,
    eventCount: settled.events,
    transcriptPath: settled.path,
  });
  const said = terminal ?? (last === null ? null : { ...last, seq: settled.events, at: now });
  services.bus.remark({ ...whose, event: said });
  return { runId: run.id, state: ending.state, problem };
}

interface LeftLog {
  left: LeftLines | null;
  view: unknown;
}

async function openLeft(place: RunPlace, protocol: AnyProtocol): Promise<LeftLog> {
  let view = protocol.view?.initial ?? null;
  const left = await place.leftLog(isEndOf(protocol));
  for await (const { event } of (await place.log())?.read() ?? [])
    view = protocol.view?.fold(view, event) ?? view;
  return { left, view };
}

/** Adds the last event where it is missing, and seals. */
async function settleLog(
  { clock }: HostServices,
  place: RunPlace,
  left: LeftLines | null,
  last: EventBody | null,
  isTerminal: (event: EventBody) => boolean,
): Promise<{ path: string | null; events: number }> {
  // Text behind a compressed file would make all of it unreadable: the row alone then says how it ended.
  if (left?.isSealed === true || last === null)
    return { path: await place.sealLog(), events: left?.lastSeq ?? 0 };
  const log = place.openLog({ clock, isTerminal, ...(left !== null && { resume: left }) });
  try {
    log.append(last);
    const { path } = await log.seal();
    return { path, events: log.lastSeq };
  } finally {
    // A full disk refuses the seal; the file is not kept open until there is room.
    await log.close();
  }
}

/** A run of a resumable protocol whose last event is on file and whose row was not written. Nothing is said again. */
export async function endWritten(
  { store, places }: Pick<HostServices, 'store' | 'places'>,
  { protocol, run, lease }: { protocol: AnyProtocol; run: RunRecord; lease: Pick<Lease, 'owner'> },
  { lastSeq, ended }: { lastSeq: number; ended: RunEvent },
): Promise<string> {
  const place = places(run, lease.owner);
  const setup = { run, request: protocol.parseRequest(await place.readRequest()) };
  const log = (await place.log())?.read({ inputs: true }) ?? nothingLogged();
  const { state } = await recall(protocol, setup, log, await store.checkpoint(run.id));
  // A fault of ours ended it where its machine could not: the event alone says how.
  const ending = protocol.ending(state, setup) ?? saidEnding(ended);
  await store.finishRun({
    ...rowOf(run, ending, ended.at),
    owner: lease.owner,
    eventCount: lastSeq,
    transcriptPath: await place.sealLog(),
  });
  return ending.state;
}

async function* nothingLogged(): AsyncGenerator<never> {}

/** As far as the host's own last event says it. */
function saidEnding(ended: RunEvent): Ending {
  const { state, outcome, exitCode } = ended as unknown as Pick<Ending, 'state' | 'outcome' | 'exitCode'>;
  return { state, outcome, exitCode, cause: null };
}

const MAX_NOTE_BYTES = 4_096;
const ProcessNote = z.object({ pgid: z.int().min(2), startTicks: z.string().nullable() });

/**
 * The child of a daemon that died lives on in its own group. The note only says where to look: it ends nobody who does not
 * carry the run's mark, whoever wrote it, and no process that only has the number by now.
 */
async function endChild(folder: string, runId: string, graceMs: number): Promise<void> {
  const bytes = readKept(folder, PROCESS_FILE, MAX_NOTE_BYTES);
  if (bytes === null) return;
  const { pgid, startTicks: ticks } = ProcessNote.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const leader = startTicks(pgid);
  // The leader may be gone while others of its group live; a process that only has its number has other ticks.
  if ((leader === null || leader === ticks) && isGroupOfRun(pgid, runId)) await endGroup(pgid, graceMs);
  await rm(join(folder, PROCESS_FILE), { force: true });
}

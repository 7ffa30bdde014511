/** One run under its lease: its log is opened or gone on with, its protocol performed, its end written. */
import type { QuestionEvent } from '@design-jury/contracts/questions';
import { INPUT_EVENT, type RunEvent, type RunRecord } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import type { FaultReport } from '../fault-report.ts';
import type { Store } from '../store/store.ts';
import { timed } from '../work.ts';
import { type Attachment, HostContext } from './context.ts';
import { endRun, isEndOf, stateEvent } from './ending.ts';
import type { HostServices, LiveView } from './host.ts';
import type { Lease } from './lease.ts';
import type { EventLog } from './log/event-log.ts';
import type { LogReading, RunPlace } from './place/place.ts';
import type { AnyProtocol, Setup } from './protocol.ts';
import { askOperator } from './questions/ask.ts';
import { endWritten } from './recovery.ts';
import { type Recalled, RunLoop, recall } from './run-loop.ts';
import type { RunStop } from './stop.ts';
import type { Turns } from './turns.ts';

export interface PerformOptions extends HostServices {
  report: FaultReport;
  turns: Turns;
  protocol(id: string): Promise<AnyProtocol>;
  /** Ends a run that could not even be noted as running. */
  endUnstarted(run: RunRecord, stop: StopEnding, lease: Lease): Promise<void>;
}

/** What the host keeps of a run that is under way. */
export interface PerformedRun {
  stop: RunStop;
  attachment: Attachment;
  live: LiveView | null;
}

interface UnderWay {
  protocol: AnyProtocol;
  place: RunPlace;
  setup: Setup<unknown>;
  log: EventLog;
  lease: Lease;
  active: PerformedRun;
  /** Of what an earlier process wrote. */
  lastSeq: number;
}

export class RunPerformer {
  readonly #options: PerformOptions;

  constructor(options: PerformOptions) {
    this.#options = options;
  }

  async perform(record: RunRecord, active: PerformedRun, lease: Lease): Promise<void> {
    const { clock } = this.#options;
    const protocol = await this.#options.protocol(record.protocol);
    const place = this.#options.places(record, lease.owner);
    const isEnd = isEndOf(protocol);
    const left = await place.leftLog(isEnd);
    const lastSeq = left?.lastSeq ?? 0;
    const request = protocol.parseRequest(await place.readRequest());
    const ended = left?.terminal ?? null;
    if (ended !== null)
      return timed({ kind: 'persist_end', runId: record.id }, () =>
        this.#endWritten(protocol, record, lease, { lastSeq, ended }),
      );
    const run = await this.#noteRunning(record, lease, lastSeq).catch((error: unknown) => {
      // One that had begun before is left as it was, for another try.
      if (record.startedAt !== null) throw error;
      return error instanceof Error ? error.message : String(error);
    });
    if (typeof run === 'string')
      return this.#options.endUnstarted(
        record,
        { type: 'failed', cause: 'storage_error', message: run },
        lease,
      );
    await this.#options.turns.next();
    const setup: Setup<unknown> = { run, request };
    const log = place.openLog({
      clock,
      isTerminal: isEnd,
      mayWrite: () => lease.isKept(),
      ...(left !== null && { resume: left }),
    });
    try {
      await this.#performLogged({ protocol, place, setup, log, lease, active, lastSeq });
    } finally {
      // Sealed or closed already, unless something failed on the way.
      await log.close();
    }
  }

  async #performLogged(under: UnderWay): Promise<void> {
    const { protocol, place, setup, log, lease, active, lastSeq } = under;
    const { store, bus, limits, clock, report } = this.#options;
    const { run } = setup;
    lease.lost.addEventListener('abort', () =>
      active.stop.request({ type: 'failed', cause: 'storage_error', message: 'another process has the run' }),
    );
    const said = new Set<string>();
    let viewed = protocol.view?.initial ?? null;
    const recalled = await recallRun(store, protocol, setup, await place.log(), (event) => {
      if (event.type.startsWith('question.')) said.add(keyOf(event));
      if (event.type !== INPUT_EVENT) viewed = protocol.view?.fold(viewed, event) ?? null;
    });
    const loop = new RunLoop(protocol, setup);
    const context: HostContext = new HostContext({
      setup,
      place,
      log,
      bus,
      limits,
      stop: active.stop,
      clock,
      attachment: active.attachment,
      isTerminal: isEndOf(protocol),
      saveRound: (round) => store.saveRound(run.id, round, lease.owner),
      ask: (askings, options) =>
        askOperator(
          { questions: store.questions, now: () => this.#now() },
          { run, alreadySaid: (event) => said.has(keyOf(event)), emit: (event) => context.emit(event) },
          askings,
          { ...options, signal: active.stop.signal },
        ),
      fault: (error) => report(error, run.id),
      take: (input) => loop.take(input),
      state: () => loop.state,
    });
    const unwatch = this.#watch(protocol, run, active, { state: viewed, lastSeq });
    try {
      if (recalled !== null) context.emit(stateEvent(run, 'running', 'resumed'));
      const end = await loop.run(context, recalled);
      context.deadlines.clearAll();
      const services = { ...this.#options, now: () => this.#now() };
      await endRun({ services, protocol, run, context, log, lease, end, state: loop.state });
    } finally {
      unwatch();
    }
  }

  async #endWritten(
    protocol: AnyProtocol,
    run: RunRecord,
    lease: Lease,
    written: { lastSeq: number; ended: RunEvent },
  ): Promise<void> {
    await endWritten(this.#options, { protocol, run, lease }, written);
    const { ended: event } = written;
    const id = (run.eventBase ?? 0) + event.seq;
    const { projectId, id: runId } = run;
    this.#options.bus.publish({ projectId, runId, id, event, line: JSON.stringify(event) });
  }

  async #noteRunning(record: RunRecord, lease: Lease, lastSeq: number): Promise<RunRecord> {
    const { store } = this.#options;
    // What it says next is newer than everything the project has said.
    const eventBase = Math.max((await store.projectEventTotal(record.projectId)) - lastSeq, 0);
    const startedAt = record.startedAt ?? this.#now();
    const running = { state: 'running', startedAt, updatedAt: this.#now(), eventBase } as const;
    await store.updateRun(record.id, running, lease.owner);
    return { ...record, state: 'running', startedAt, eventBase };
  }

  /** Folds what the run says, once, for everybody who joins late. */
  #watch(
    { view }: AnyProtocol,
    run: RunRecord,
    active: PerformedRun,
    before: { state: unknown; lastSeq: number },
  ): () => void {
    const live: LiveView = { state: before.state, lastEventId: (run.eventBase ?? 0) + before.lastSeq };
    active.live = live;
    return this.#options.bus.listen(run.projectId, ({ runId, id, event }) => {
      if (runId !== run.id) return;
      if (view !== undefined) live.state = view.fold(live.state, event);
      live.lastEventId = id;
    });
  }

  #now(): string {
    return new Date(this.#options.clock()).toISOString();
  }
}

/** The state that a run's log, and what 0.1 saved, lead to; null where nothing was written. */
export async function recallRun(
  store: Pick<Store, 'checkpoint'>,
  protocol: AnyProtocol,
  setup: Setup<unknown>,
  log: LogReading | null,
  onEvent: (event: RunEvent) => void = () => {},
): Promise<Recalled | null> {
  const checkpoint = await store.checkpoint(setup.run.id);
  if (log === null && checkpoint === null) return null;
  const noting = async function* (): AsyncGenerator<{ event: RunEvent }> {
    if (log === null) return;
    for await (const item of log.read({ inputs: true })) {
      onEvent(item.event);
      yield item;
    }
  };
  return recall(protocol, setup, noting(), checkpoint);
}

function keyOf(event: QuestionEvent | RunEvent): string {
  return `${event.type} ${String(event.id)}`;
}

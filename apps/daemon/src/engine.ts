/** Puts the engine together: data folder, store, recovery, agents, queue. What `main` and tests open and close. */
import { join } from 'node:path';
import { DEFAULT_RUN_LIMITS, type RunLimits } from '@design-jury/contracts/defaults';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import { readDegraded } from './agents/degraded.ts';
import { secretValues } from './agents/environment.ts';
import { sweepPrivateFolders } from './agents/private-folder.ts';
import { Redactor } from './agents/redact.ts';
import { type LoadedAgents, loadAgents } from './agents/registry.ts';
import type { Agent } from './agents/session.ts';
import { sweepTraces } from './agents/traces.ts';
import { juryCommand } from './command-name.ts';
import { type Env, readCritiqueConfig, readVariable } from './env.ts';
import { type FaultReport, withReport } from './fault-report.ts';
import { PRIVATE_FOLDER } from './home/rights.ts';
import type { Fleet, FleetOptions, NodeAbilities } from './host/fleet/open-fleet.ts';
import { Host, type HostOptions } from './host/host.ts';
import { folderPlaces } from './host/place/folder-place.ts';
import { recordingStore } from './host/record-file.ts';
import { type Recovered, recoverRuns } from './host/recovery.ts';
import { type Bus, createBus } from './host/stream/bus.ts';
import { type Tail, tailRuns } from './host/stream/tail.ts';
import type { Jury } from './jury.ts';
import { JuryError } from './jury-error.ts';
import { makeFolders } from './make-folders.ts';
import { MeasuringThreads } from './measure/threads/threads.ts';
import { loadPart } from './optional-parts.ts';
import { setAsideWord } from './outcome-words.ts';
import { groundedPanel } from './protocols/theater/offline/grounded-panel.ts';
import { askingStore } from './protocols/theater/retry-asking.ts';
import { createJury } from './service.ts';
import { logLine } from './shown-text.ts';
import type { Library } from './skills/library.ts';
import { readRollout } from './skills/rollout.ts';
import { openStore } from './store/database.ts';
import { DATABASE_FILE } from './store/database-file.ts';
import type { KeyValues } from './store/key-values.ts';
import type { QuestionStore } from './store/questions.ts';
import type { RedisKeyValues } from './store/redis-key-values.ts';
import { DEFAULT_LOG_LEVEL, faultReport } from './telemetry/fault.ts';
import type { Decision } from './telemetry/host-lines.ts';
import { openLogFile } from './telemetry/log-file.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { type Observer, observe } from './telemetry/observer.ts';
import type { Otlp } from './telemetry/otlp/open.ts';
import { wantsOtlp } from './telemetry/otlp/wanted.ts';
import { timedMethods } from './telemetry/timed-methods.ts';
import { newSpanId, newTraceId, parseTraceparent, type TraceContext } from './trace-context.ts';

/** Reading a long page, and compiling its classes, takes as long as many answers to others. */
const STYLES = new URL('./measure/shown-styles.ts', import.meta.url);

export interface EngineOptions {
  dataDir: string;
  /** Set: this process is a node of a fleet. @default everything is in the data folder */
  fleet?: FleetOptions & { agents?: readonly string[] };
  /** @default {} */
  env?: Env;
  /** @default what `env` says */
  config?: CritiqueConfig;
  limits?: Partial<RunLimits>;
  /** @default those of the data folder and `env` */
  agents?: LoadedAgents;
  clock?: () => number;
  /** More protocols, by their ids. @default none */
  protocols?: HostOptions['protocols'];
  /** Learns of what is our own fault. @default one line on stderr */
  report?: (error: unknown) => void;
  leaseMs?: number;
  /**
   * True where this process answers others meanwhile: no page is measured in its own thread, and runs that other
   * processes have are published here too. @default false
   */
  serves?: boolean;
  /** True where many pages are measured one after the other. @default false */
  many?: boolean;
  /** True: runs are counted, those that an earlier process left among them. @default false */
  counts?: boolean;
  /** True: the engine is there at once, and `recovery` says when runs of earlier processes are ended. @default false */
  recoversLater?: boolean;
}

export interface Engine {
  jury: Jury;
  bus: Bus;
  /** Runs of every protocol. */
  host: Host;
  questions: QuestionStore;
  /** Keys with a time to live: in the same store, or in the Redis that `REDIS_URL` names. */
  keyValues: KeyValues;
  /** Somebody to ask; rejects with a `JuryError` that says who there is, or why this one may not be asked now. */
  agent(id: string, model: string | null): Promise<Agent>;
  config: CritiqueConfig;
  /** Where pages are measured. */
  threads: MeasuringThreads;
  /** Tells what is our own fault, to the log and to whoever opened this. */
  report: FaultReport;
  /** Writes the log; counts, where somebody asks for metrics. */
  observer: Observer;
  /** Null where nobody counts. */
  metrics: Metrics | null;
  /** Where metrics are sent besides; null where no collector is named. */
  otlp: Otlp | null;
  /** The trace of a request, within the caller's. Null where nobody collects traces. */
  requestTrace(caller: TraceContext | null): TraceContext | null;
  library(): Promise<Library>;
  /** Runs an earlier process left behind, and how they ended; whole when `recovery` is. */
  recovered: readonly Recovered[];
  /** Resolves when what an earlier process left is ended or put aside. */
  recovery: Promise<void>;
  /** The nodes and the queue that this process is one of; null where it is alone. */
  fleet: Pick<Fleet, 'nodes' | 'queue' | 'nodeId' | 'tokens'> | null;
  close(): Promise<void>;
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, env = {} } = options;
  const config = options.config ?? readCritiqueConfig(env);
  const limits: RunLimits = { ...DEFAULT_RUN_LIMITS, ...options.limits };
  await makeFolders(dataDir, PRIVATE_FOLDER);
  const threads = new MeasuringThreads({
    serves: options.serves ?? false,
    many: options.many ?? false,
    ...limitOf(readVariable(env, 'OD_MEASURING_THREADS')),
  });
  const ownAgents = options.agents ?? (await loadAgents(dataDir, env, limits, [groundedPanel(env, threads)]));
  const level = readVariable(env, 'OD_LOG_LEVEL') ?? DEFAULT_LOG_LEVEL;
  const log = level === 'off' ? null : openLogFile({ dataDir, onProblem: reportToStderr });
  const report = faultReport({
    log,
    show: options.report ?? faultToStderr,
    clock: Date.now,
    secrets: secretValues(env),
  });
  const fleet = options.fleet === undefined ? null : await joinFleet(options.fleet, dataDir, report);
  const clock = options.clock ?? fleet?.clock ?? Date.now;
  const abilities = options.fleet === undefined ? null : await abilitiesOf(ownAgents, options.fleet);
  const agents = fleet === null ? ownAgents : await sharedAgents(ownAgents, fleet);
  const recording =
    fleet?.store ?? recordingStore(await openStore(join(dataDir, DATABASE_FILE)), { dataDir, report });
  const redactor = new Redactor();
  const redact = (text: string): string => redactor.message(text);
  const otlp = wantsOtlp(env) ? await openCollector(env, redact, report) : null;
  const places = fleet?.places ?? folderPlaces(dataDir);
  const asking = askingStore(recording, { places, agents, clock });
  const store = otlp?.tracer == null ? asking : timedMethods(asking);
  const redis = await openRedis(readVariable(env, 'REDIS_URL')).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const ownBus = createBus();
  const bus = fleet?.share(ownBus) ?? ownBus;
  const services = { places, store, bus, limits, clock };
  const keyValues = redis ?? store.keyValues;
  const agent: Engine['agent'] = (id, model) => namedAgent({ agents, dataDir, clock, config }, id, model);
  // A process that serves nobody can as well measure where it is.
  const elsewhere = threads.serves ? threads : null;
  let tail: Tail | null = null;
  const host = new Host({
    ...services,
    maxConcurrent: options.fleet?.concurrency ?? config.maxConcurrentRuns,
    ...(abilities !== null && fleet !== null && { fleet: fleet.hostPart(abilities) }),
    report,
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
    catchUp: async () => tail?.catchUp(),
    ...(otlp?.tracer != null && { traceOf: otlp.tracer.begin }),
    callersTrace: options.serves === true ? null : parseTraceparent(readVariable(env, 'TRACEPARENT')),
    // Each is loaded when its first run is: a review needs one of them.
    protocols: {
      theater: async () => {
        const { theaterProtocol } = await import('./protocols/theater/protocol.ts');
        const { performTheater } = await import('./protocols/theater/perform.ts');
        return theaterProtocol(
          performTheater({ dataDir, threads: elsewhere, seat: (context) => jury.seatAgain(context) }),
        );
      },
      loop: async () => (await import('./protocols/loop/protocol.ts')).loopProtocol({ agent, env, threads }),
      convergence: async () =>
        (await import('./protocols/convergence/protocol.ts')).convergenceProtocol({
          agent,
          env,
          threads,
          render: async (report, english, language) => {
            const { reportHtml, reportMarkdown } = await import('./report/convergence-report.ts');
            const { reportInWords } = await import('./report/final-report-words.ts');
            const html = reportHtml(await reportInWords(language, english));
            return { md: reportMarkdown(report), html };
          },
        }),
      content: async () =>
        (await import('./protocols/content/protocol.ts')).contentProtocol({
          dataDir,
          agent,
          env,
          keyValues,
          threads: elsewhere,
        }),
      ...options.protocols,
    },
  });
  const observer: Observer = observe({
    bus,
    log,
    level: level === 'off' ? 'error' : level,
    run: (runId) => host.get(runId),
    isOurs: (runId) => host.isActive(runId),
    traceId: (runId) => host.traceOf(runId)?.traceId ?? null,
    collector: otlp,
    redact,
  });
  // Loaded with its YAML parser only when a skill or a design system is asked for; a review asks for neither.
  const library = async (): Promise<Library> =>
    (await import('./skills/library.ts')).loadLibrary({ dataDir, env });
  let isRecovering = true;
  const jury = createJury({
    ...services,
    dataDir,
    host,
    config,
    agents,
    library,
    rollout: readRollout(env),
    styles: async (page) => String(await threads.call(STYLES, 'shownStyles', [page])),
    isRecovering: () => isRecovering,
  });
  // Before what is left is ended: those runs count, too.
  const metrics =
    options.counts === true
      ? await (await import('./telemetry/counting.ts')).countRuns({ observer, bus, host, jury, library })
      : null;
  const recovered: Recovered[] = [];
  const recover = async (): Promise<void> => {
    const isOurs = (runId: string): boolean => host.isActive(runId);
    // What other nodes left is in the queue: whoever takes its job mends it.
    if (fleet !== null && abilities !== null)
      tail = await fleet.join(host, abilities, { bus: ownBus, isOurs });
    else recovered.push(...(await recoverRuns({ ...services, protocol: (id) => host.protocol(id) })));
    if (fleet === null && options.serves === true)
      tail = await tailRuns({ ...services, dataDir, isOurs, report });
    await sweepPrivateFolders(env);
    await sweepTraces(env);
    isRecovering = false;
    if (recovered.length > 0) observer.tell(recoveryOf(recovered));
  };
  const recovery = recover();
  // Whoever waits for it hears of its failure; so does nobody twice.
  recovery.catch(() => {});
  if (options.recoversLater !== true) await recovery;
  return {
    jury,
    bus,
    host,
    questions: store.questions,
    keyValues,
    agent,
    config,
    threads,
    report,
    observer,
    metrics,
    otlp,
    requestTrace(caller) {
      if (otlp?.tracer == null) return null;
      const traceId = caller?.traceId ?? newTraceId();
      return { traceId, spanId: newSpanId(), sampled: otlp.tracer.samples(traceId, caller) };
    },
    library,
    recovered,
    recovery,
    fleet,
    async close() {
      await recovery.catch(() => {});
      await fleet?.drain();
      await jury.close();
      await tail?.close();
      await agents.close();
      await threads.close();
      await observer.close();
      await otlp?.close();
      bus.shutdown();
      await redis?.close();
      await fleet?.close();
      await store.close();
    },
  };
}

function recoveryOf(recovered: readonly Recovered[]): Decision {
  const paused = recovered.filter(({ state }) => state === 'paused').length;
  const problems = recovered.flatMap(({ problem }) => problem ?? []);
  return {
    level: problems.length > 0 ? 'warn' : 'info',
    event: 'recovered',
    fields: { ended: recovered.length - paused, paused, ...(problems.length > 0 && { problems }) },
  };
}

/** Loaded only where it is used. */
async function openCollector(
  env: Env,
  redact: (text: string) => string,
  onProblem: (error: Error) => void,
): Promise<Otlp> {
  const { openOtlp } = await import('./telemetry/otlp/open.ts');
  return openOtlp({ env, redact, onProblem });
}

/** Loaded only where it is used: neither the driver nor the queue is part of what one machine needs. */
async function joinFleet(
  options: FleetOptions,
  dataDir: string,
  report: (error: unknown) => void,
): Promise<Fleet> {
  const { openFleet } = await loadPart(() => import('./host/fleet/open-fleet.ts'));
  return openFleet({ ...options, dataDir, report });
}

async function sharedAgents(own: LoadedAgents, { remoteAgents }: Fleet): Promise<LoadedAgents> {
  const { withRemoteAgents } = await import('./host/fleet/remote-agents.ts');
  return withRemoteAgents(own, remoteAgents);
}

async function abilitiesOf(
  agents: LoadedAgents,
  options: NonNullable<EngineOptions['fleet']>,
): Promise<NodeAbilities> {
  const { nodeAbilities } = await import('./protocols/theater/node-abilities.ts');
  return nodeAbilities(agents, options);
}

/** Null is left to the cores. */
function limitOf(threads: number | undefined): { limit?: number } {
  return threads === undefined ? {} : { limit: threads };
}

function faultToStderr(error: unknown, id: string | null): void {
  const message = error instanceof Error ? error.message : String(error);
  reportToStderr(id === null ? message : withReport(message, `${id}: ${juryCommand()} logs ${id}`));
}

function reportToStderr(error: unknown): void {
  const message = new Redactor().message(error instanceof Error ? error.message : String(error));
  console.error(logLine({ level: 'error', name: 'host', message }));
}

/** Loaded only where it is used. */
async function openRedis(url: string | undefined): Promise<RedisKeyValues | null> {
  if (url === undefined) return null;
  const { openRedisKeyValues } = await loadPart(() => import('./store/redis-key-values.ts'));
  return openRedisKeyValues(url);
}

interface AgentSource {
  agents: LoadedAgents;
  dataDir: string;
  clock: () => number;
  config: CritiqueConfig;
}

async function namedAgent(
  { agents, dataDir, clock, config }: AgentSource,
  id: string,
  model: string | null,
): Promise<Agent> {
  const degraded = await readDegraded(dataDir, id, clock());
  if (degraded !== null)
    throw new JuryError(
      'unavailable',
      `${id} is marked degraded until ${degraded.until}: ${setAsideWord(degraded.reason)}`,
    );
  const head = { maxRounds: config.maxRounds, threshold: config.scoreThreshold, scale: config.scoreScale };
  const agent = await agents.create(id, { design: null, brief: null, browser: 'never', head, model });
  if (agent !== null) return agent;
  const known = (await agents.list()).filter(({ available }) => available).map((info) => info.id);
  throw new JuryError(
    'bad_request',
    `agent: there is no ${JSON.stringify(id.slice(0, 60))}; there are ${known.join(', ')}`,
  );
}

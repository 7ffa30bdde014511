/**
 * One run's life, whatever protocol plays it: log, stage, clocks, the player, and an end that is on the disk
 * before anybody hears of it. `hostRun` never rejects: what went wrong is in the outcome.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { RunRecord } from '@design-jury/contracts/run';
import type { CritiqueConfig, CritiqueStatus, FailedCause } from '@design-jury/contracts/theater/critique';
import { readDegraded } from '../agents/degraded.ts';
import { GROUNDED_ID } from '../agents/registry.ts';
import type { Agent, AgentSubject } from '../agents/session.ts';
import { roundRow } from '../protocols/theater/artifact-tracker.ts';
import { createGround } from '../protocols/theater/grounding.ts';
import { playTheater, type TheaterResult } from '../protocols/theater/orchestrator.ts';
import { turnPrompt, writtenByOthers } from '../protocols/theater/prompt.ts';
import type { Store } from '../store/store.ts';
import { artifactFolder } from './artifacts/artifacts.ts';
import { createEventLog, type EventLog } from './log/event-log.ts';
import { TRANSCRIPT_NAME } from './log/transcript.ts';
import { Stage } from './stage.ts';
import type { StopEnding } from './stop.ts';
import type { Bus } from './stream/bus.ts';

export interface HostServices {
  dataDir: string;
  store: Store;
  bus: Bus;
  limits: RunLimits;
  clock: () => number;
}

export interface HostedRequest {
  record: RunRecord;
  agent: Agent;
  subject: AgentSubject;
  /** What the page should do, and the text of a DESIGN.md, for agents that read words. */
  brief: string | null;
  design: string | null;
  /** @default null */
  skill?: string | null;
  /** Whether instruments are put on its pages, because the agent does not measure by itself. @default false */
  ground?: boolean;
}

export interface HostedRun {
  /** Asks the run to stop; the first reason stands. */
  stop(ending: StopEnding): void;
  /** Resolves when the run is over, its rows written and nothing of it is running. */
  done: Promise<HostedOutcome>;
}

export interface HostedOutcome {
  state: CritiqueStatus;
  cause: FailedCause | null;
  message: string | null;
  /** False when the end could not be written down; the log or the memory of it is then all there is. */
  stored: boolean;
}

export function hostRun(services: HostServices, request: HostedRequest): HostedRun {
  const folder = artifactFolder(services.dataDir, request.record.artifactId);
  const log = createEventLog({ file: join(folder, TRANSCRIPT_NAME), clock: services.clock });
  const stage = new Stage({
    projectId: request.record.projectId,
    runId: request.record.id,
    eventBase: request.record.eventBase ?? 0,
    folder,
    log,
    bus: services.bus,
    limits: services.limits,
    saveRound: (round) => services.store.saveRound(request.record.id, round),
  });
  return { stop: (ending) => stage.stop.request(ending), done: play(services, request, stage, log) };
}

async function play(
  services: HostServices,
  { record, agent, subject, brief, design, skill = null, ground = false }: HostedRequest,
  stage: Stage,
  log: EventLog,
): Promise<HostedOutcome> {
  const config: CritiqueConfig = record.config;
  const identity = {
    runId: record.id,
    adapter: agent.id,
    artifactRef: { projectId: record.projectId, artifactId: record.artifactId },
  };
  const material = { subject, brief, brand: design, skill };
  for (const id of agent.members ?? [agent.id]) {
    const degraded = await readDegraded(services.dataDir, id, services.clock());
    if (degraded === null) continue;
    const name = id === agent.id ? agent.name : id;
    const message = `${name} is marked degraded until ${degraded.until}: ${degraded.reason}`;
    stage.stop.request({ type: 'unreadable', reason: 'adapter_unsupported', message, position: null });
  }
  await mkdir(stage.folder, { recursive: true }).catch(() => {});
  stage.deadlines.start('total', config.totalTimeoutMs);
  const result = await playTheater(stage, {
    identity,
    agent,
    subject,
    config,
    // The grounded panel is handed the page itself and reads no words: a long page is not framed for nobody.
    prompt: (turn, board, measured, code) =>
      agent.id === GROUNDED_ID ? '' : turnPrompt(turn, board, { config, material, code }, measured),
    material: writtenByOthers(material, subject),
    // Where the page lies, so that its stylesheets are read.
    ...(ground && {
      ground: createGround({
        design,
        path: subject.kind === 'artifact' ? subject.path : null,
        wanted: subject.kind === 'artifact' ? subject.mime : 'text/html',
      }),
    }),
  });
  stage.deadlines.clearAll();
  return finish(services, record, result, stage, log);
}

/** Log, rows, and only then the word that it is over. */
async function finish(
  services: HostServices,
  record: RunRecord,
  result: TheaterResult,
  stage: Stage,
  log: EventLog,
): Promise<HostedOutcome> {
  const { outcome } = result.board;
  const failures: string[] = [];
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  await attempt(() => stage.flush());
  const written = failures.length === 0;
  const sealed = written ? await attempt(() => log.seal()) : null;
  if (sealed === null) await log.close();

  // A verdict that could not be written down was not reached: it could not be shown again.
  const state = written && outcome !== null ? outcome.status : 'failed';
  const cause = written ? causeOf(result) : 'storage_error';
  const usage = result.spending.total;
  const stored = await attempt(async () => {
    await services.store.saveMustFixes(
      record.id,
      result.board.ledger.map(
        ({ origin: _origin, lastRaisedRound: _last, page: _page, ...mustFix }) => mustFix,
      ),
    );
    return services.store.finishRun({
      runId: record.id,
      state,
      endedAt: new Date(services.clock()).toISOString(),
      composite: outcome?.composite ?? null,
      finalRound: outcome?.round ?? null,
      cause,
      message: failures[0] ?? messageOf(result),
      recoveryReason: outcome?.ending.type === 'interrupted' ? outcome.ending.recoveryReason : null,
      inputTokens: usage?.inputTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      costUsd: usage?.costUsd ?? null,
      eventCount: log.lastSeq,
      rounds: result.board.rounds.map((round) => roundRow(round, result.artifacts.get(round.round))),
      transcriptPath: sealed?.path ?? null,
      protocolVersion: record.config.protocolVersion,
    });
  });
  const [message = ''] = failures;
  stage.release(
    written
      ? null
      : {
          type: 'critique.failed',
          runId: record.id,
          status: 'failed',
          cause: 'storage_error',
          message,
          bestRound: null,
        },
  );
  return { state, cause, message: failures[0] ?? messageOf(result), stored: stored !== null };
}

function causeOf({ board }: TheaterResult): FailedCause | null {
  const ending = board.outcome?.ending;
  return ending?.type === 'failed' || ending?.type === 'timed_out' ? ending.cause : null;
}

function messageOf({ board }: TheaterResult): string | null {
  const ending = board.outcome?.ending;
  return ending !== undefined && 'message' in ending ? ending.message : null;
}

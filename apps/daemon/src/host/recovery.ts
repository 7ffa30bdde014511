/**
 * After a restart: a run that was left queued or running is over. What its log says counts: a verdict that was
 * written stands, anything else is `interrupted` by `daemon_restart`. Nothing is ever resumed.
 */
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RunRecord, RunRound } from '@design-jury/contracts/run';
import type { FailedCause } from '@design-jury/contracts/theater/critique';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TerminalEvent, TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { z } from 'zod';
import { endGroup, endMarked, startTicks } from '../agents/process-group.ts';
import { PROCESS_FILE } from '../agents/supervise.ts';
import { keptRound } from '../protocols/theater/outcome.ts';
import {
  artifactFolder,
  pointFinal,
  readFinal,
  removeAbandoned,
  removeFinal,
} from './artifacts/artifacts.ts';
import type { HostServices } from './host.ts';
import { createEventLog } from './log/event-log.ts';
import { sealTranscript } from './log/seal.ts';
import { findTranscript, readTranscript, repairTranscript, TRANSCRIPT_NAME } from './log/transcript.ts';
import { isOwnedByAnother } from './owner.ts';
import { whileAlone } from './recovery-lock.ts';

const DAEMON_RESTART = 'daemon_restart';

export interface Recovered {
  runId: string;
  state: string;
  /** What could not be mended; the run is over all the same. */
  problem: string | null;
}

export async function recoverRuns(services: HostServices): Promise<Recovered[]> {
  if ((await services.store.findUnfinishedRuns()).length === 0) return [];
  return (await whileAlone(services.dataDir, () => recoverAll(services))) ?? [];
}

async function recoverAll(services: HostServices): Promise<Recovered[]> {
  const recovered: Recovered[] = [];
  for (const record of await services.store.findUnfinishedRuns()) {
    if (await isOwnedByAnother(artifactFolder(services.dataDir, record.artifactId))) continue;
    recovered.push(await recoverRun(services, record));
  }
  return recovered;
}

async function recoverRun(services: HostServices, record: RunRecord): Promise<Recovered> {
  const folder = artifactFolder(services.dataDir, record.artifactId);
  let problem: string | null = null;
  const attempt = async <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      problem ??= error instanceof Error ? error.message : String(error);
      return otherwise;
    }
  };
  await attempt(() => endChild(folder, services.limits.killGraceMs), undefined);
  endMarked(record.id);
  await attempt(() => removeAbandoned(folder), 0);
  const log = await attempt(() => settleLog(services, record, folder), null);
  const state = log?.state ?? IDLE;
  const terminal = log?.terminal ?? null;
  const rounds = roundsOf(state);
  const best = keptOf(terminal, rounds, record);
  await attempt(() => settleFinal(folder, pageOf(best, rounds), log?.decided ?? false), undefined);
  const usage = state.phase === 'idle' ? null : state.usage;
  await services.store.saveMustFixes(record.id, state.phase === 'idle' ? [] : state.mustFixes);
  await services.store.finishRun({
    runId: record.id,
    state: terminal?.status ?? 'interrupted',
    endedAt: new Date(services.clock()).toISOString(),
    composite: best?.composite ?? null,
    finalRound: best?.n ?? null,
    cause: causeOf(terminal),
    message: terminal !== null && 'message' in terminal ? terminal.message : null,
    recoveryReason: recoveryReasonOf(terminal),
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    costUsd: usage?.costUsd ?? null,
    eventCount: log?.events ?? 0,
    rounds,
    transcriptPath: log?.path ?? null,
    protocolVersion: record.config.protocolVersion,
  });
  return { runId: record.id, state: terminal?.status ?? 'interrupted', problem };
}

interface SettledLog {
  state: CritiqueState;
  terminal: TerminalEvent | null;
  /** The run had ended before its process did. */
  decided: boolean;
  events: number;
  path: string;
}

/** Cuts a half line, adds the last word where it is missing, and seals. */
async function settleLog(services: HostServices, record: RunRecord, folder: string): Promise<SettledLog> {
  const found = await findTranscript(folder);
  const file = found ?? join(folder, TRANSCRIPT_NAME);
  const compressed = file.endsWith('.gz');
  const repaired = await repairTranscript(file);
  let state: CritiqueState = IDLE;
  if (found !== null)
    for await (const event of readTranscript(file, { corrupt: 'skip' })) state = fold(state, event);
  if (repaired.terminal !== null) {
    const path = compressed ? basename(file) : (await sealTranscript(file)).path;
    return { state, terminal: asTerminal(repaired.terminal), decided: true, events: repaired.lastSeq, path };
  }
  // Text behind a compressed file would make all of it unreadable: the row alone then says how it ended.
  if (compressed)
    return { state, terminal: null, decided: false, events: repaired.lastSeq, path: basename(file) };
  const best = keptRound(
    roundsOf(state).map((round) => ({ ...round, round: round.n })),
    record.config,
  );
  const event: TerminalEvent = {
    type: 'critique.interrupted',
    runId: record.id,
    status: 'interrupted',
    bestRound: best?.round ?? null,
    composite: best?.composite ?? null,
    recoveryReason: DAEMON_RESTART,
  };
  const log = createEventLog({ file, clock: services.clock, ...(found !== null && { resume: repaired }) });
  const { stamped } = log.append(event);
  const sealed = await log.seal();
  return {
    state: fold(state, stamped),
    terminal: event,
    decided: false,
    events: log.lastSeq,
    path: sealed.path,
  };
}

/** Whoever decided had pointed to the page before; the log does not tell a SHIP's own page from its round's. */
async function settleFinal(folder: string, sha256: string | null, decided: boolean): Promise<void> {
  if (decided && (await readFinal(folder)) !== null) return;
  if (sha256 === null) await removeFinal(folder);
  else await pointFinal(folder, sha256);
}

/** The round's page, or the one before it that it judged. */
function pageOf(kept: RunRound | null, rounds: readonly RunRound[]): string | null {
  if (kept === null) return null;
  return (
    rounds.findLast(({ n, artifactSha256 }) => n <= kept.n && artifactSha256 !== null)?.artifactSha256 ?? null
  );
}

function recoveryReasonOf(terminal: TerminalEvent | null): string | null {
  if (terminal === null) return DAEMON_RESTART;
  return terminal.type === 'critique.interrupted' ? terminal.recoveryReason : null;
}

function asTerminal(event: TranscriptEvent): TerminalEvent | null {
  return 'status' in event ? (event as TerminalEvent) : null;
}

function causeOf(terminal: TerminalEvent | null): FailedCause | null {
  return terminal?.type === 'critique.failed' ? terminal.cause : null;
}

function keptOf(terminal: TerminalEvent | null, rounds: RunRound[], record: RunRecord): RunRound | null {
  if (terminal === null) return null;
  const n =
    terminal.type === 'critique.ship'
      ? terminal.artifactRef === null
        ? null
        : terminal.round
      : terminal.bestRound;
  if (n === null || record.config.fallbackPolicy === 'fail')
    return rounds.find((round) => round.n === n && terminal.status === 'shipped') ?? null;
  return rounds.find((round) => round.n === n) ?? null;
}

function roundsOf(state: CritiqueState): RunRound[] {
  if (state.phase === 'idle') return [];
  return state.rounds.flatMap(({ n, artifact, end }) =>
    end === null
      ? []
      : [
          {
            n,
            composite: end.composite,
            mustFix: end.mustFix,
            decision: end.decision,
            artifactSha256: artifact?.sha256 ?? null,
            artifactBytes: artifact?.bytes ?? null,
            artifactMime: artifact?.mime ?? null,
          },
        ],
  );
}

const ProcessNote = z.object({ pgid: z.int().min(2), startTicks: z.string().nullable() });

/** The child of a daemon that died lives on in its own group; the note tells it from a stranger with its number. */
async function endChild(folder: string, graceMs: number): Promise<void> {
  const file = join(folder, PROCESS_FILE);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const { pgid, startTicks: ticks } = ProcessNote.parse(JSON.parse(text));
  const leader = startTicks(pgid);
  // The leader may be gone while others of its group live; a living stranger has other ticks.
  if (leader === null || leader === ticks) await endGroup(pgid, graceMs);
  await rm(file, { force: true });
}

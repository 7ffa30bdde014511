/** How a run of the Theater ends whose process is gone: a verdict that was written stands, anything else is interrupted. */
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import { isTheaterRun, type RunRound, type TheaterRun } from '@design-jury/contracts/run';
import { type CritiqueState, IDLE } from '@design-jury/contracts/theater/fold';
import type { TerminalEvent } from '@design-jury/contracts/theater/sse';
import type { RunPages } from '../../host/place/place.ts';
import type { Ending, EventBody, LeftRun } from '../../host/protocol.ts';
import { DAEMON_RESTART } from '../../host/recovery.ts';
import { keptRound } from './outcome.ts';

export async function recoverTheater({
  run,
  pages,
  view,
  terminal: left,
}: LeftRun): Promise<{ last: EventBody | null; ending: Ending }> {
  if (!isTheaterRun(run)) throw new Error(`${run.id} is a run of ${run.protocol}`);
  const state = (view ?? IDLE) as CritiqueState;
  const rounds = roundsOf(state);
  const decided = left !== null && 'status' in left ? (left as unknown as TerminalEvent) : null;
  const terminal = decided ?? interrupted(run, rounds);
  const kept = keptOf(terminal, rounds, run);
  // A page that cannot be pointed to is still stored: the end is written down all the same.
  await settleFinal(pages, pageOf(kept, rounds), decided !== null).catch(() => {});
  const { status } = terminal;
  return {
    last: decided === null ? { ...terminal } : null,
    ending: {
      state: status,
      outcome: status,
      exitCode: EXIT_OF_STATUS.theater[status],
      cause: terminal.type === 'critique.failed' ? terminal.cause : null,
      message: 'message' in terminal ? terminal.message : null,
      recoveryReason: terminal.type === 'critique.interrupted' ? terminal.recoveryReason : null,
      usage: state.phase === 'idle' ? null : state.usage,
      composite: kept?.composite ?? null,
      finalRound: kept?.n ?? null,
      rounds,
      mustFixes: state.phase === 'idle' ? [] : state.mustFixes,
      protocolVersion: run.config.protocolVersion,
    },
  };
}

function interrupted(run: TheaterRun, rounds: readonly RunRound[]): TerminalEvent {
  const best = keptRound(
    rounds.map((round) => ({ ...round, round: round.n })),
    run.config,
  );
  return {
    type: 'critique.interrupted',
    runId: run.id,
    status: 'interrupted',
    bestRound: best?.round ?? null,
    composite: best?.composite ?? null,
    recoveryReason: DAEMON_RESTART,
  };
}

/** Whoever decided had pointed to the page before; the log does not tell a SHIP's own page from its round's. */
async function settleFinal(pages: RunPages, sha256: string | null, decided: boolean): Promise<void> {
  if (decided && (await pages.readFinal()) !== null) return;
  if (sha256 === null) await pages.removeFinal();
  else await pages.pointFinal(sha256);
}

/** The round's page, or the one before it that it judged. */
function pageOf(kept: RunRound | null, rounds: readonly RunRound[]): string | null {
  if (kept === null) return null;
  return (
    rounds.findLast(({ n, artifactSha256 }) => n <= kept.n && artifactSha256 !== null)?.artifactSha256 ?? null
  );
}

function keptOf(terminal: TerminalEvent, rounds: readonly RunRound[], run: TheaterRun): RunRound | null {
  const n =
    terminal.type === 'critique.ship'
      ? terminal.artifactRef === null
        ? null
        : terminal.round
      : terminal.bestRound;
  if (n === null || run.config.fallbackPolicy === 'fail')
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

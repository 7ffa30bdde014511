/** `jury replay`: a run again, from its transcript, at the pace it happened. */

import { setTimeout as delay } from 'node:timers/promises';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { isTheaterRun } from '@design-jury/contracts/run';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { juryCommand } from '../command-name.ts';
import { duration } from '../report/words.ts';
import { checkedDataDir } from './data-dir.ts';
import { readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import { createViewer, viewMode } from './review/viewer.ts';
import type { Shell } from './shell.ts';
import { verdictLines } from './terminal/verdict.ts';
import { findTranscriptOf, loadTranscript } from './transcript-source.ts';

const SPEEDS: ReadonlyMap<string, number> = new Map([
  ['1x', 1],
  ['4x', 4],
  ['instant', Number.POSITIVE_INFINITY],
]);

/** A longer silence of the agent's is shortened to this, and said. */
export const LONGEST_GAP_MS = 5_000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('replay', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one transcript, or the id of one run: ${juryCommand()} replay <run|transcript>.`);
  const speed = SPEEDS.get(values.speed ?? '1x');
  if (speed === undefined)
    throw new Refusal(`--speed is ${quoted(values.speed ?? '')}; it takes 1x, 4x or instant.`);
  const dataDir = await checkedDataDir(shell, values.data);
  const { file, run } = await findTranscriptOf(shell, named, dataDir);
  if (run !== null && !isTheaterRun(run)) {
    const { replayRun } = await import('./replay-run.ts');
    const isJson = values.json === true;
    return replayRun(shell, {
      run,
      file,
      speed,
      isJson,
      format: values.format,
      longestGapMs: LONGEST_GAP_MS,
    });
  }
  const { events, isDamaged } = await loadTranscript(shell, file);
  const steps = cadence(events);
  const shortened = steps.filter((step) => step.cutMs > 0);
  if (shortened.length > 0 && speed !== Number.POSITIVE_INFINITY) {
    const lost = shortened.reduce((sum, step) => sum + step.cutMs, 0);
    shell.error(
      `${shortened.length} long ${shortened.length === 1 ? 'silence is' : 'silences are'} shortened to ${duration(LONGEST_GAP_MS)}; ${duration(lost)} in all.\n`,
    );
  }
  const stop = new AbortController();
  const dispose = shell.onStop(() => stop.abort());
  try {
    const exit = await play(steps, {
      shell,
      speed,
      json: values.json === true,
      plain: values.plain === true,
      stop: stop.signal,
    });
    return isDamaged && exit === EXIT.ships ? EXIT.inconclusive : exit;
  } finally {
    dispose();
  }
});

interface Playing {
  shell: Shell;
  speed: number;
  json: boolean;
  plain: boolean;
  stop: AbortSignal;
}

async function play(steps: readonly Step[], { shell, speed, json, plain, stop }: Playing): Promise<number> {
  let at = 0;
  const mode = json ? 'silent' : viewMode(shell, { plain });
  const first = steps[0]?.event;
  const viewer = createViewer(shell, {
    title: first === undefined ? 'replay' : `replay of ${first.runId}`,
    mode,
    plainTo: 'out',
  });
  const show = ({ event }: Step): void => {
    viewer.push(event);
    if (json) shell.out(`${JSON.stringify(event)}\n`);
  };
  // A terminal shows each step even at once; time is kept against the start, so that waits do not add up.
  const began = performance.now();
  let due = 0;
  for (const step of steps) {
    due += step.waitMs / speed;
    if (!(await sleepUntil(began + due, stop))) {
      await viewer.close();
      return EXIT.interrupted;
    }
    at = step.elapsedMs;
    // Between two events the run's clock runs at the speed of the replay.
    viewer.clock(at, speed === Number.POSITIVE_INFINITY ? 0 : speed);
    show(step);
  }
  viewer.clock(at, 0);
  const { state } = viewer;
  await viewer.close();
  if (json) return EXIT.ships;
  const title = steps[0]?.event.runId ?? '';
  const verdict = { title, state, durationMs: at, files: [], next: [], isLiteral: mode !== 'live' };
  if (mode === 'live') shell.out('\n');
  shell.out(
    `${verdictLines(verdict, { columns: shell.terminal.columns, paint: shell.outPaint }).join('\n')}\n`,
  );
  return EXIT.ships;
}

export interface Step {
  event: TranscriptEvent;
  /** To wait before it, at 1x. */
  waitMs: number;
  /** The part of the real gap that was cut off. */
  cutMs: number;
  /** Since the run began, by its own clock. */
  elapsedMs: number;
}

/** When each event is due. A clock that was set back in the middle of a run counts as no time. */
export function cadence(events: readonly TranscriptEvent[], longestGapMs = LONGEST_GAP_MS): Step[] {
  const [first] = events;
  const start = first === undefined ? 0 : Date.parse(first.at);
  let last = start;
  return events.map((event) => {
    const at = Math.max(last, Date.parse(event.at));
    const gap = at - last;
    last = at;
    const waitMs = Math.min(gap, longestGapMs);
    return { event, waitMs, cutMs: gap - waitMs, elapsedMs: at - start };
  });
}

/** False when it was stopped. */
async function sleepUntil(time: number, stop: AbortSignal): Promise<boolean> {
  const ms = time - performance.now();
  if (ms <= 0) return !stop.aborted;
  return delay(ms, true, { signal: stop }).catch(() => false);
}

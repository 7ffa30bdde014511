/** A run of another protocol again, from its log: at a screen in the words it had, else in its grammar or a line for each event. */
import { setTimeout as delay } from 'node:timers/promises';
import type { StampedContent } from '@design-jury/contracts/content/fold';
import type { ConvergenceEvent } from '@design-jury/contracts/convergence/schema';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { LoopEvent } from '@design-jury/contracts/loop/schema';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { readLog } from '../host/log/transcript.ts';
import { outcomeWord } from '../outcome-words.ts';
import { renderEnd } from '../protocols/loop/grammar.ts';
import { clean } from '../report/clean.ts';
import { contentView } from './content-view.ts';
import { lineOnScreen } from './converge/view.ts';
import { printProgress } from './follow-run.ts';
import { loopView } from './loop-view.ts';
import { type OutputFormat, outputFormat } from './output-format.ts';
import type { Shell } from './shell.ts';

const LONGEST_LINE = 400;

interface RunReplay {
  run: RunRecord;
  file: string;
  speed: number;
  isJson: boolean;
  /** As `--format` says. */
  format: string | undefined;
  longestGapMs: number;
}

export async function replayRun(
  shell: Shell,
  { run, file, speed, isJson, format: wanted, longestGapMs }: RunReplay,
): Promise<number> {
  const stop = new AbortController();
  const dispose = shell.onStop(() => stop.abort());
  try {
    const show = viewOf(shell, run, { isJson, format: wanted });
    let before: number | null = null;
    let isDamaged = false;
    const onDamage = (sentence: string): void => {
      isDamaged = true;
      shell.error(`${clean(sentence)}, and is left out.\n`);
    };
    for await (const { event } of readLog(file, { onDamage })) {
      const at = Date.parse(event.at);
      const gap = before === null ? 0 : Math.min(at - before, longestGapMs) / speed;
      if (gap > 0) await delay(gap, undefined, { signal: stop.signal });
      before = at;
      show(event);
    }
    if (!isJson) shell.error(`${run.title}: ${endWord(run, outputFormat(wanted, shell))}\n`);
    return isDamaged ? EXIT.inconclusive : EXIT.ships;
  } catch (error) {
    if (stop.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    dispose();
  }
}

/** The grammar has the protocol's own word. */
function endWord(run: RunRecord, format: OutputFormat): string {
  return format === 'literal' ? (run.outcome ?? run.state) : outcomeWord(run);
}

function viewOf(
  shell: Shell,
  { protocol }: RunRecord,
  { isJson, format: given }: Pick<RunReplay, 'isJson' | 'format'>,
): (event: RunEvent) => void {
  if (isJson) return (event) => shell.out(`${JSON.stringify(event)}\n`);
  // What the host says of every run is said in other words by the last line.
  const isOwn = ({ type }: RunEvent): boolean => !type.startsWith('run.');
  const format = outputFormat(given, shell);
  const words = format === 'screen' ? wordsOf(shell, protocol) : null;
  if (words !== null) return (event) => void (isOwn(event) && words(event));
  if (protocol !== 'loop')
    return (event) => {
      if (isOwn(event)) shell.out(`${plainLine(event)}\n`);
    };
  let view = loopView(shell, { isJson: false, format, criteria: [] });
  return (stored) => {
    if (!isOwn(stored)) return;
    // Written by the loop itself and read back as it was written.
    const event = stored as unknown as LoopEvent;
    if (event.type === 'loop.started')
      view = loopView(shell, {
        isJson: false,
        format,
        criteria: event.criteria.map((criterion) => ({ ...criterion, figures: [] })),
      });
    if (format === 'literal' && event.type === 'loop.ended' && event.status !== 'cancelled')
      shell.out(`${renderEnd(event.status, event.totals, event.deferred)}\n`);
    else view.onEvent(event);
  };
}

/** What these protocols say while they run, as the result of a replay. Null: there are no words for it. */
function wordsOf(shell: Shell, protocol: string): ((event: RunEvent) => void) | null {
  const told: Shell = { ...shell, error: shell.out, errorIsTty: shell.outIsTty, errorPaint: shell.outPaint };
  // Both were written by their own protocol, and are read back as they were written.
  if (protocol === 'content') {
    const view = contentView(told, false, 'screen');
    return (event) => view.onEvent(event as unknown as StampedContent);
  }
  if (protocol !== 'convergence') return null;
  return (event) => {
    const line = lineOnScreen(event as unknown as ConvergenceEvent);
    if (line !== null) printProgress(told, line);
  };
}

function plainLine({ type, seq: _seq, at, ...rest }: RunEvent): string {
  const body = clean(JSON.stringify(rest));
  return `${at.slice(11, 19)}  ${type}  ${body.length > LONGEST_LINE ? `${body.slice(0, LONGEST_LINE)}…` : body}`;
}

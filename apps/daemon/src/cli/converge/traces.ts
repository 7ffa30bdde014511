/** Workers at the terminal: a line when something goes wrong, and one now and then so that nothing looks frozen. */
import type { TraceState, TraceTask, WorkerTrace } from '@design-jury/contracts/convergence/trace';
import { clean } from '../../report/clean.ts';
import { count, duration } from '../../report/words.ts';

/** Whoever takes longer than this is printed of. */
const FIRST_MS = 1_000;
const NEXT_MS = 10_000;
/** Fits a terminal of the usual width. */
const WIDTH = 78;

const TASKS: Record<TraceTask, string> = {
  analysis: 'analysis',
  votes: 'votes',
  plan: 'votes on the plan',
  gaps: 'search for gaps',
  candidates: 'case against acceptance',
  'candidate-votes': 'votes on the case',
};
const STATES: Record<Exclude<TraceState, 'finished' | 'failed'>, string> = {
  started: 'reading',
  working: 'working',
  thinking: 'thinking',
  writing: 'writing',
  silent: 'silent, still waited for',
  retrying: 'trying again',
  'held-up': 'held up by its provider',
};

export function tracePrinter(print: (line: string) => void): (trace: WorkerTrace) => void {
  /** By worker: when its task was last printed of, in time of the task. */
  const printed = new Map<string, number>();
  return (trace) => {
    const { worker, task, state, elapsedMs, cause } = trace;
    const last = printed.get(worker);
    const took = duration(elapsedMs);
    if (state === 'started') printed.delete(worker);
    else if (state === 'failed') {
      // The phase itself reports that there is no analysis.
      if (task !== 'analysis') print(`${worker}: no ${TASKS[task]} after ${took} (${cause ?? 'no result'})`);
    } else if (state === 'finished') {
      if (last !== undefined) print(`${worker}: ${TASKS[task]} done after ${took}${tokens(trace)}`);
    } else if (elapsedMs - (last ?? 0) >= (last === undefined ? FIRST_MS : NEXT_MS)) {
      printed.set(worker, elapsedMs);
      print(withTail(`${worker}: ${TASKS[task]}, ${STATES[state]}, ${took}`, trace));
    }
  };
}

function withTail(start: string, { lines, more }: WorkerTrace): string {
  const last = clean(lines.at(-1)?.text ?? '');
  const left = more === 0 ? '' : ` (… ${more} more)`;
  const room = WIDTH - start.length - left.length - 2;
  if (last === '' || room < 16) return `${start}${left}`;
  return `${start}: ${last.length <= room ? last : `…${last.slice(1 - room)}`}${left}`;
}

function tokens({ usage }: WorkerTrace): string {
  return usage === null ? '' : `, ${count(usage.inputTokens, 'token')} in, ${usage.outputTokens} out`;
}

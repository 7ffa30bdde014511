/**
 * Listening to one turn of an agent: its clocks, its end, and what is still heard of it after somebody said stop or
 * the verdict is out.
 */
import type { AgentDelta, AgentSession, AgentTurn } from '../../agents/session.ts';
import type { Spending } from '../../agents/spending.ts';
import { within } from '../../agents/with-timeout.ts';
import type { Stage } from '../../host/stage.ts';

/** Who listens. */
export interface Listener {
  readonly agentName: string;
  readonly spending: Spending;
  /** The run has its verdict. */
  isOver(): boolean;
  /** Nothing more of the turn is read. */
  isDeaf(): boolean;
  hear(delta: AgentDelta): Promise<void>;
  /** Ends the run as the stop says. */
  stopNow(): Promise<void>;
}

type Deltas = AsyncIterator<AgentDelta>;

/** What a turn is listened to on. */
type Ears = Pick<Stage, 'deadlines' | 'limits' | 'stop' | 'settle'>;

/** Reads one turn until it ends, the run is over, or somebody says stop. */
export async function listen(
  stage: Ears,
  session: AgentSession,
  turn: AgentTurn,
  listener: Listener,
): Promise<void> {
  const { deadlines, limits, stop } = stage;
  if (stop.ending !== null) return listener.stopNow();
  deadlines.start('first_byte', limits.firstByteTimeoutMs);
  deadlines.clear('idle');
  let silent = true;
  let complete = false;
  listener.spending.ask();
  const deltas = session.send(turn)[Symbol.asyncIterator]();
  while (!listener.isDeaf()) {
    const coming = deltas.next();
    const next = await stop.race(coming);
    if (next === null) {
      session.interrupt();
      if (stage.stop.ending?.type === 'interrupted') await drain(deltas, coming, limits.drainMs, listener);
      return listener.stopNow();
    }
    if (next.value.done === true) break;
    complete ||= next.value.value.type === 'end';
    if (silent) {
      silent = false;
      deadlines.clear('first_byte');
      deadlines.start('idle', limits.idleTimeoutMs);
    } else deadlines.touch('idle');
    await listener.hear(next.value.value);
    await stage.settle();
  }
  deadlines.clear('first_byte');
  deadlines.clear('idle');
  if (listener.isOver()) return tally(deltas, limits.drainMs, listener.spending);
  if (!listener.isDeaf()) {
    const message = `${listener.agentName} stopped without saying that its answer is complete`;
    if (!complete) await listener.hear({ type: 'error', kind: 'cut', message });
    return;
  }
  // Left in the middle: the turn has to end before the agent can be asked for another.
  session.interrupt();
  await stop.race(Promise.resolve(deltas.return?.()).catch(() => null));
}

/** The verdict is out. What was used for it is told after the last word, and still counts. */
async function tally(deltas: Deltas, drainMs: number, spending: Spending): Promise<void> {
  const deadline = Date.now() + drainMs;
  while (Date.now() < deadline) {
    const next = await within(
      deadline - Date.now(),
      deltas.next().catch(() => null),
    );
    if (next === null || next.done === true || next.value.type === 'end') return;
    if (next.value.type === 'usage') spending.add(next.value);
  }
}

/** An interrupt still reads what is on its way, from `coming` on; a deadline does not wait. */
async function drain(
  deltas: Deltas,
  coming: Promise<IteratorResult<AgentDelta>>,
  drainMs: number,
  listener: Listener,
): Promise<void> {
  const deadline = Date.now() + drainMs;
  let waiting: Promise<IteratorResult<AgentDelta>> | null = coming;
  while (!listener.isDeaf() && Date.now() < deadline) {
    const reading = (waiting ?? deltas.next()).catch(() => null);
    waiting = null;
    const next = await within(deadline - Date.now(), reading);
    if (next === null || next.done === true) break;
    // It was told to stop: that it complains says nothing.
    if (next.value.type !== 'error') await listener.hear(next.value);
  }
}

/**
 * Listening to one turn of an agent: its clocks, its end, and what is still heard of it after somebody said stop or
 * the verdict is out.
 */
import type { AgentDelta, AgentSession, AgentTurn } from '../../agents/session.ts';
import type { Spending } from '../../agents/spending.ts';
import { withTimeout } from '../../agents/with-timeout.ts';
import type { RunContext } from '../../host/context.ts';

type Verdict = 'gate_passed' | 'rounds_exhausted' | 'plateau';

/** Who listens. */
export interface Listener {
  readonly agentName: string;
  readonly spending: Spending;
  /** The run has its verdict. */
  isOver(): boolean;
  /** Nothing more of the turn is read. */
  isDone(): boolean;
  /** What the gate will say once the turn is over; null while it is open. */
  decided?(): Verdict | null;
  onDelta(delta: AgentDelta): Promise<void>;
  /** Ends the run as the stop says. */
  stopNow(): Promise<void>;
}

type Deltas = AsyncIterator<AgentDelta>;

/** The clocks and the stop of the run the turn is part of. */
type TurnClocks = Pick<RunContext, 'deadlines' | 'limits' | 'stop' | 'settle'>;

/** A yes is held open for words against it as many times longer than the tally of a no. */
const PATIENCE_WITH_A_YES = 5;

/** Reads one turn until it ends, the run is over, or somebody says stop. True when the agent said that it is complete. */
export async function listen(
  stage: TurnClocks,
  session: AgentSession,
  turn: AgentTurn,
  listener: Listener,
): Promise<boolean> {
  const { deadlines, limits, stop } = stage;
  if (stop.ending !== null) {
    await listener.stopNow();
    return false;
  }
  deadlines.start('first_byte', limits.firstByteTimeoutMs);
  deadlines.clear('idle');
  let silent = true;
  let complete = false;
  let decidedAt: number | null = null;
  listener.spending.ask();
  const deltas = session.send(turn)[Symbol.asyncIterator]();
  while (!listener.isDone()) {
    const coming = deltas.next();
    const verdict = listener.decided?.() ?? null;
    if (verdict === null) decidedAt = null;
    else decidedAt ??= Date.now();
    const left = decidedAt === null ? null : patience(verdict, limits.drainMs, decidedAt);
    const next = await stop.race(
      left === null
        ? coming
        : withTimeout(
            left,
            coming.catch(() => null),
          ),
    );
    if (next === null) {
      session.interrupt();
      if (stage.stop.ending?.type === 'interrupted') await drain(deltas, coming, limits.drainMs, listener);
      await listener.stopNow();
      return false;
    }
    // The verdict waits no longer for an agent that has no end.
    if (next.value === null) break;
    if (next.value.done === true) break;
    complete ||= next.value.value.type === 'end';
    if (silent) {
      silent = false;
      deadlines.clear('first_byte');
      deadlines.start('idle', limits.idleTimeoutMs);
    } else deadlines.touch('idle');
    await listener.onDelta(next.value.value);
    await stage.settle();
  }
  deadlines.clear('first_byte');
  deadlines.clear('idle');
  if (listener.isOver()) {
    await tally(deltas, limits.drainMs, listener.spending);
    return complete;
  }
  if (!listener.isDone()) {
    const message = `${listener.agentName} stopped without saying that its answer is complete`;
    if (!complete && (listener.decided?.() ?? null) === null)
      await listener.onDelta({ type: 'error', kind: 'cut', message });
    return complete;
  }
  // Left in the middle: the turn has to end before the agent can be asked for another.
  session.interrupt();
  await stop.race(Promise.resolve(deltas.return?.()).catch(() => null));
  return complete;
}

/** How long the next word is waited for. Each may come that late; all of them together not much longer. */
function patience(verdict: Verdict | null, drainMs: number, since: number): number {
  const spent = Date.now() - since;
  const whole = verdict === 'gate_passed' ? PATIENCE_WITH_A_YES * drainMs : drainMs;
  return Math.max(0, Math.min(drainMs, whole - spent));
}

/** The verdict is out. What was used for it is told after the last word, and still counts. */
async function tally(deltas: Deltas, drainMs: number, spending: Spending): Promise<void> {
  const deadline = Date.now() + drainMs;
  while (Date.now() < deadline) {
    const next = await withTimeout(
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
  while (!listener.isDone() && Date.now() < deadline) {
    const reading = (waiting ?? deltas.next()).catch(() => null);
    waiting = null;
    const next = await withTimeout(deadline - Date.now(), reading);
    if (next === null || next.done === true) break;
    // It was told to stop: that it complains says nothing.
    if (next.value.type !== 'error') await listener.onDelta(next.value);
  }
}

/**
 * Work that really ends: a function that computes for longer than it may is stopped where it stands, in the middle of a
 * loop or of a pattern. Node's `vm` does that from a thread of its own. Measuring code keeps what it has found only
 * when it is done; what a library keeps half-made (a generator that was stopped counts as running for ever) has to be
 * thrown away by whoever owns it.
 */
import { Script } from 'node:vm';

export type Ended<T> = { ended: true; value: T } | { ended: false };

const SLOT = Symbol.for('design-jury.work');
const SCRIPT = new Script("globalThis[Symbol.for('design-jury.work')]()");

/** Begun anew so often where the machine, and not the work, was slow: each time it may take longer by the clock. */
const MAX_ATTEMPTS = 6;
const SLACK = 1.5;

/**
 * @param limitMs processor time: what else the machine does meanwhile must not change a verdict
 * @param work may be begun several times; what it throws is thrown
 * @param onStopped after each time it was stopped, before it is begun again
 */
export function within<T>(limitMs: number, work: () => T, onStopped: () => void = () => {}): Ended<T> {
  let clockMs = limitMs;
  for (let attempt = 1; ; attempt += 1) {
    const spent = workOfThread();
    const began = performance.now();
    const result = once(Math.max(1, Math.ceil(clockMs)), work);
    if (result.ended) return result;
    onStopped();
    if (attempt === MAX_ATTEMPTS || spent() >= limitMs) return result;
    const pace = (performance.now() - began) / Math.max(spent(), 1);
    clockMs = limitMs * Math.max(pace, 1) * SLACK;
  }
}

function once<T>(clockMs: number, work: () => T): Ended<T> {
  const slots = globalThis as Record<symbol, unknown>;
  const before = slots[SLOT];
  const box: { value?: T } = {};
  slots[SLOT] = () => {
    box.value = work();
  };
  try {
    SCRIPT.runInThisContext({ timeout: clockMs });
    return { ended: true, value: box.value as T };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { ended: false };
    throw error;
  } finally {
    slots[SLOT] = before;
  }
}

/** What this thread has computed since, in milliseconds. */
export function workOfThread(): () => number {
  const started = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1000;
  };
}

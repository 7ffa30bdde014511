/** Work for threads that does what pages can do to them. */
import { getPriority } from 'node:os';
import type { StartTask } from '../messages.ts';

export function double(figure: number): number {
  return 2 * figure;
}

/** Of this thread: on Linux 0 is nobody else. */
export function priority(): number {
  return getPriority(0);
}

export function forever(): never {
  for (;;);
}

export function crash(): never {
  process.exit(3);
}

export function refuse(): never {
  throw new Error('not this one');
}

export function unsendable(): () => void {
  return () => {};
}

export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const startTask: StartTask = () => ({
  answer: async (question) => (question === 'forever' ? forever() : question),
  interrupt() {},
  close: async () => null,
});

/** A result that is awaited, and whose events can be read meanwhile. */
import type { JuryEvent, Running } from './types.ts';

/** What nobody has read yet is kept up to here: a reader that comes late misses nothing, and memory has an end. */
export const MAX_UNREAD_EVENTS = 10_000;

export type Emit = (event: JuryEvent) => void;

/** Starts the work; what it emits is read by whoever iterates. A reader that stops early ends nothing. */
export function startRunning<Result>(work: (emit: Emit) => Promise<Result>): Running<Result> {
  const unread: JuryEvent[] = [];
  let isRead = false;
  let overflowed = false;
  let over = false;
  let wake: (() => void) | null = null;
  const tell = (): void => {
    wake?.();
    wake = null;
  };
  const emit: Emit = (event) => {
    if (unread.length < MAX_UNREAD_EVENTS) unread.push(event);
    else overflowed = true;
    tell();
  };
  const result = work(emit).finally(() => {
    over = true;
    tell();
  });
  async function* read(): AsyncGenerator<JuryEvent, void> {
    if (isRead) throw new Error('the events of a run can be read once');
    isRead = true;
    // Whoever reads hears of a failure here, whether or not the promise is awaited too.
    result.catch(() => {});
    for (;;) {
      const event = unread.shift();
      if (event !== undefined) yield event;
      else if (overflowed)
        throw new Error(`more than ${MAX_UNREAD_EVENTS} events were not read in time; the rest is lost`);
      else if (over) break;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await result;
  }
  return Object.assign(result, { [Symbol.asyncIterator]: read });
}

import { setImmediate } from 'node:timers/promises';

/**
 * Turns of the event loop, one for each who asks. Storing and beginning a run is some milliseconds of work in one
 * piece; where many begin at once, whoever asks this process for something is answered between two of them.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(() => setImmediate());
    return this.#last;
  }
}

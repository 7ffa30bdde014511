/**
 * Figures that wait until somebody asks for them. Finding a series by its labels costs more than the event it counts, so
 * each is found once, and what was added to it is handed on when the metrics are read.
 */
import type { Counter, Histogram } from 'prom-client';

/** So many figures of one series wait at most; then they are handed on unasked. */
export const MAX_WAITING = 512;

interface Waiting {
  handOn(): void;
}

export interface Count extends Waiting {
  add(more: number): void;
}

export interface Figures extends Waiting {
  add(figure: number): void;
}

/** All that waits. As many as there are series: whoever asks for one keeps it, under labels from closed sets. */
export class Tallies {
  readonly #all: Waiting[] = [];

  count<Label extends string>(counter: Counter<Label>, labels: Partial<Record<Label, string>>): Count {
    let waiting = 0;
    return this.#kept({
      add(more) {
        if (more > 0 && Number.isFinite(more)) waiting += more;
      },
      handOn() {
        if (waiting > 0) counter.inc(labels, waiting);
        waiting = 0;
      },
    });
  }

  figures<Label extends string>(
    histogram: Histogram<Label>,
    labels: Partial<Record<Label, string>>,
  ): Figures {
    let waiting: number[] = [];
    const handOn = (): void => {
      const figures = waiting;
      waiting = [];
      for (const figure of figures) histogram.observe(labels, figure);
    };
    return this.#kept({
      add(figure) {
        // A figure that is none would be an error for whoever reads the metrics, and they could not be read again.
        if (Number.isFinite(figure) && waiting.push(figure) >= MAX_WAITING) handOn();
      },
      handOn,
    });
  }

  handOn(): void {
    for (const one of this.#all) one.handOn();
  }

  #kept<One extends Waiting>(one: One): One {
    this.#all.push(one);
    return one;
  }
}

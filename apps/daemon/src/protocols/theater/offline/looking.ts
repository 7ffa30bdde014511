/** Tells of each look that is taken while something else is waited for. */
import type { BuiltEyes } from '../../../measure/fixes/revise-built.ts';
import type { Eyes } from '../../../measure/fixes/trial.ts';

export class Looking {
  readonly #inner: Eyes;
  #next = Promise.withResolvers<'look'>();

  constructor(inner: Eyes) {
    this.#inner = inner;
  }

  readonly eyes: Eyes = (page, source) => {
    this.#next.resolve('look');
    return this.#inner(page, source);
  };

  readonly built = (inner: BuiltEyes): BuiltEyes => ({
    ...inner,
    look: (page) => {
      this.#next.resolve('look');
      return inner.look(page);
    },
  });

  /** One value per look, until the work has ended, well or badly. */
  async *until(work: Promise<unknown>): AsyncGenerator<void> {
    const ended = work.then(
      () => 'end' as const,
      () => 'end' as const,
    );
    while ((await Promise.race([ended, this.#next.promise])) === 'look') {
      this.#next = Promise.withResolvers<'look'>();
      yield;
    }
  }
}

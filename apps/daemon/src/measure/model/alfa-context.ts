/** The page with every element in one state at once: what can be pointed at is pointed at, what can be focused is focused. */
import type { Element } from '@siteimprove/alfa-dom';
import { Context } from '@siteimprove/alfa-selector';

export type Pointed = 'hover' | 'focus' | 'visited' | 'active';

const STATES: Readonly<Record<Pointed, Context.State>> = {
  hover: Context.State.Hover,
  focus: Context.State.Focus,
  visited: Context.State.Visited,
  active: Context.State.Active,
};

/** Alfa asks for the elements in a state and looks for its own among them: this is each of them. */
const ANY_ELEMENT = { equals: () => true };

export class Everywhere extends Context {
  readonly #state: Context.State;

  constructor(state: Pointed) {
    // It has no list of elements: everybody who would ask for one asks a method below.
    super(undefined as never);
    this.#state = STATES[state];
  }

  override isEmpty(): boolean {
    return false;
  }

  override hasState(_: unknown, state: Context.State): boolean {
    return (this.#state & state) !== 0;
  }

  override getState(): Context.State {
    return this.#state;
  }

  override *withState(state: Context.State): Generator<Element> {
    if (this.hasState(null, state)) yield ANY_ELEMENT as unknown as Element;
  }
}

/** The page with every element in one state at once: what can be pointed at is pointed at, what can be focused is focused. */
import { Cascade } from '@siteimprove/alfa-cascade';
import type { Device } from '@siteimprove/alfa-device';
import type { Document, Element, Sheet } from '@siteimprove/alfa-dom';
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

/** The page under other sheets: the same elements, with a cascade of their own. */
export class Restyled extends Context {
  readonly cascade: Cascade;

  constructor(document: Document, sheets: readonly Sheet[], device: Device) {
    super(undefined as never);
    // Alfa matches all elements when it makes a cascade; most states are asked about a few of them.
    const root: Document = Object.create(document, {
      style: { value: sheets },
      children: { value: () => [] },
    });
    this.cascade = Reflect.construct(Cascade, [root, device]) as Cascade;
  }

  override isEmpty(): boolean {
    return true;
  }

  override hasState(): boolean {
    return false;
  }

  override getState(): Context.State {
    return Context.State.None;
  }

  override *withState(): Generator<Element> {}
}

type RuleNode = ReturnType<Cascade['get']>;

/** The rules that apply to an element of a document in a context. */
export function rulesOf(document: Document, device: Device, element: Element, context: Context): RuleNode {
  return context instanceof Restyled
    ? context.cascade.get(element)
    : Cascade.from(document, device).get(element, context);
}

import { Component, type ComponentChildren } from 'preact';

export type Part = 'above' | 'dividers' | 'lanes';
/** `all`: nobody sweeps over the timeline, and everything is drawn at once. */
export type Turn = Part | 'all';

interface TurnTakerProps {
  turn: Turn;
  part: Part;
  draw: () => ComponentChildren;
}

/**
 * Draws a part when it is its turn; else it stays as it was. A component, and no kept elements: an element that is used
 * again holds on to the whole tree it was first part of, and two that take turns would hold on to each other's for ever.
 */
export class TurnTaker extends Component<TurnTakerProps> {
  override shouldComponentUpdate({ turn, part }: TurnTakerProps): boolean {
    return turn === 'all' || turn === part;
  }

  override render({ draw }: TurnTakerProps): ComponentChildren {
    return draw();
  }
}

import { Component, type ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** The parts of the stage from top to bottom; in a sweep over the timeline they take turns, a frame each. */
const PARTS = ['above', 'dividers', 'lanes'] as const;

type Part = (typeof PARTS)[number];
/** `all`: nobody sweeps, and everything is drawn at once. */
export type Turn = Part | 'all';

export function useTurns(sweeping: boolean): Turn {
  const taken = useRef(0);
  taken.current = sweeping ? taken.current + 1 : 0;
  return sweeping ? (PARTS[taken.current % PARTS.length] as Part) : 'all';
}

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

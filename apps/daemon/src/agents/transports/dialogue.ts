/**
 * One protocol over one pipe. A dialogue turns prompts into frames and frames into deltas; it knows nothing of
 * processes, clocks or back-pressure. `Conversation` owns those, and calls it with one frame after the other.
 */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import type { AgentDelta, AgentTurn } from '../session.ts';

export type JsonFrame = Readonly<Record<string, unknown>>;

/** What a dialogue can do to the world. Nothing it says between turns is heard. */
export interface Speaker {
  write(frame: object): void;
  emit(...deltas: AgentDelta[]): void;
  /** The agent's own word that the turn is complete. */
  end(): void;
  /** `final`: asking again would end the same way. */
  fail(kind: AgentErrorKind, message: string, final?: boolean): void;
  /** Goes on with `then` once nothing was said for this long: for a peer that answers before its last words. */
  afterQuiet(ms: number, then: () => void): void;
  /** The turn is over because it was cancelled: neither complete nor failed. */
  cancelled(): void;
}

export interface Dialogue {
  /** Begins a turn, with whatever has to come before the first one. Answers arrive through `take`. */
  ask(turn: AgentTurn): void;
  /** Asks the agent to stop the turn that is under way. */
  cancel(): void;
  /** Throws for a frame that breaks the protocol. */
  take(frame: JsonFrame): void;
  /** The pipe is closed: nothing is heard any more. */
  close(): void;
}

export interface DialogueSetting {
  speaker: Speaker;
  /** The agent's name, for messages. */
  name: string;
  /** Where the agent works. */
  workDir: string;
}

/** A frame that is not what its protocol allows there. */
export class BrokenFrameError extends Error {
  override name = 'BrokenFrameError';
}

/** What a run of the Theater is given to work with. */
import type { CritiqueConfig, DegradedReason } from '@design-jury/contracts/theater/critique';
import type { Agent, AgentSubject } from '../../agents/session.ts';
import type { Ground } from './grounding.ts';
import type { Compare, Lint } from './linting.ts';
import type { Scoreboard } from './scoreboard-state.ts';

export interface TheaterRequest {
  agent: Agent;
  subject: AgentSubject;
  config: CritiqueConfig;
  /**
   * The words for a turn; they know the state of the board, and the code that its tags have to carry. `legacy` asks a
   * conversation for its page alone, `page` somebody who has been told nothing yet.
   */
  prompt(
    turn: 'legacy' | 'page' | number,
    board: Scoreboard,
    measured: readonly string[],
    code: string | null,
  ): string;
  /** Everything in the prompt that somebody else wrote. @default the subject */
  material?: readonly string[];
  /** Instruments on every page of an agent that does not measure by itself. @default nobody measures */
  ground?: Ground;
  /** The last look at a page. @default in this thread */
  lint?: Lint;
  /** Whether a page changed where demands point. @default in this thread */
  compare?: Compare;
  /** Why the agent may not sit on a panel now: it is asked for the page alone. @default it may */
  setAside?: string;
}

/** Why the panel cannot be read on. */
export interface Unreadable {
  reason: DegradedReason;
  message: string;
  position: number | null;
}

export function materialOf({ subject, material }: TheaterRequest): readonly string[] {
  if (material !== undefined) return material;
  return subject.kind === 'artifact' ? [subject.content, subject.path ?? ''] : [subject.text];
}

/** What is asked of a grounded session in a thread. All of it can be sent. */
import type { AgentTurn } from '../../../agents/session.ts';
import type { GroundedOptions, PageSubject } from './grounded-agent.ts';

export interface SessionInput {
  subject: PageSubject;
  /** The browser stays where it was started, and is asked from afar. */
  options: Omit<GroundedOptions, 'browser'> & { browser: 'needed' | 'always' | null };
}

/**
 * `next` is answered by what the turn says next, up to where it begins to measure, or null at its end: a message for each
 * word would have to wait for whoever reads it.
 */
export type SessionQuestion = { type: 'send'; turn: AgentTurn } | { type: 'next' };

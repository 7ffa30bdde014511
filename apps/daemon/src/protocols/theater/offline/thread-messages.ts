/** What the main thread and a measuring thread say to each other: one question at a time, each answered once. */
import type { AgentDelta, AgentTurn } from '../../../agents/session.ts';
import type { BrowserInput } from '../../../measure/browser/facts.ts';
import type { GroundedOptions, PageSubject } from './grounded-agent.ts';

/** Options that can be sent: the browser stays where it was started, and is asked from afar. */
export interface ThreadOptions extends Omit<GroundedOptions, 'browser'> {
  browser: 'needed' | 'always' | null;
}

export type Question =
  | { type: 'open'; subject: PageSubject; options: ThreadOptions }
  | { type: 'send'; turn: AgentTurn }
  /** The next delta of the turn. */
  | { type: 'next' }
  | { type: 'close' };

export type BrowserCall =
  | { method: 'measure'; input: BrowserInput }
  | { method: 'pixelChange'; before: Uint8Array; after: Uint8Array };

export type ToThread =
  | Question
  | { type: 'interrupt' }
  | { type: 'browser'; id: number; answer: { ok: true; value: unknown } | { ok: false; message: string } };

export type FromThread =
  | { type: 'answer'; delta: AgentDelta | null }
  | { type: 'failure'; message: string }
  | { type: 'browser'; id: number; call: BrowserCall };

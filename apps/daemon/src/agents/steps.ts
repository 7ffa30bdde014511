/**
 * Requests to its model and uses of tools in one turn. An agent without tools takes one or two; one that never comes to
 * its answer is ended by us, because every step costs money.
 */
import type { AgentDelta } from './session.ts';

export const MAX_STEPS = 20;

export class StepLimit {
  readonly #name: string;
  #steps = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Why the turn has to end with this delta; null when it may go on. */
  take(delta: AgentDelta): string | null {
    if (!isStep(delta) || ++this.#steps <= MAX_STEPS) return null;
    return `${this.#name} took more than ${MAX_STEPS} steps without completing its answer`;
  }
}

function isStep(delta: AgentDelta): boolean {
  // A turn that was stopped tells that it used nothing.
  if (delta.type === 'usage') return delta.inputTokens + delta.outputTokens > 0;
  return delta.type === 'notice' && delta.kind === 'progress';
}

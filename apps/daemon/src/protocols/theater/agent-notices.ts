/** What an agent reports beside its answer, and what it writes wrongly: bounded, and without the code of the run. */
import type { PanelEvent } from '@design-jury/contracts/theater/critique';
import type { TheaterContext } from './protocol.ts';

/** Characters of an agent's own words in a notice or an error. */
const LONGEST_MESSAGE = 500;

type Warning = Extract<PanelEvent, { type: 'warning' }>;

export class AgentNotices {
  readonly #context: TheaterContext;
  readonly #code: string | null;
  #notices = 0;
  #warnings = 0;

  constructor(context: TheaterContext, code: string | null) {
    this.#context = context;
    this.#code = code;
  }

  emit(kind: string, message: string): void {
    const { run, limits } = this.#context;
    if (this.#notices++ >= limits.maxNotices) return;
    this.#context.emit({
      type: 'critique.agent_notice',
      runId: run.id,
      kind,
      message: this.shorten(message),
    });
  }

  shorten(message: string): string {
    const text = this.#code === null ? message : message.replaceAll(this.#code, '…');
    return text.slice(0, LONGEST_MESSAGE);
  }

  /** An agent can make thousands of mistakes a second; the log keeps the first of them. Null: not this one. */
  limit(warning: Warning): Warning | null {
    const { maxWarnings } = this.#context.limits;
    this.#warnings++;
    if (this.#warnings > maxWarnings) return null;
    const isLast = this.#warnings === maxWarnings;
    return isLast ? { ...warning, detail: `${warning.detail}; further warnings are not listed` } : warning;
  }
}

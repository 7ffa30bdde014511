/** What a run has used, and whether that is too much. An unknown price stays unknown. */
import type { RunLimits } from '@design-jury/contracts/defaults';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}

export class Spending {
  readonly #limits: Pick<RunLimits, 'maxTokens' | 'maxCostUsd'>;
  #total: Usage | null = null;

  constructor(limits: Pick<RunLimits, 'maxTokens' | 'maxCostUsd'>) {
    this.#limits = limits;
  }

  get total(): Usage | null {
    return this.#total;
  }

  add({ inputTokens, outputTokens, costUsd }: Usage): Usage {
    const before = this.#total;
    this.#total = {
      inputTokens: (before?.inputTokens ?? 0) + inputTokens,
      outputTokens: (before?.outputTokens ?? 0) + outputTokens,
      costUsd: costUsd === null || before?.costUsd === null ? null : (before?.costUsd ?? 0) + costUsd,
    };
    return this.#total;
  }

  /** A sentence when a limit is passed. A cost limit cannot be kept where no price is known. */
  get exceeded(): string | null {
    const { maxTokens, maxCostUsd } = this.#limits;
    if (this.#total === null) return null;
    const tokens = this.#total.inputTokens + this.#total.outputTokens;
    if (maxTokens !== null && tokens > maxTokens)
      return `${tokens} tokens were used; the limit is ${maxTokens}`;
    const { costUsd } = this.#total;
    if (maxCostUsd !== null && costUsd !== null && costUsd > maxCostUsd)
      return `$${costUsd.toFixed(4)} were spent; the limit is $${maxCostUsd}`;
    return null;
  }
}

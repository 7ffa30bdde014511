/** What a run has used, and whether that is too much. An unknown price stays unknown. */
import type { BudgetKind, CritiqueConfig } from '@design-jury/contracts/theater/critique';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}

export type Budget = Pick<CritiqueConfig, 'maxTokens' | 'maxCostUsd'>;

export class Spending {
  readonly #limits: Budget;
  #total: Usage | null = null;
  #knownCostUsd = 0;

  constructor(limits: Budget) {
    this.#limits = limits;
  }

  get total(): Usage | null {
    return this.#total;
  }

  add(usage: Usage): Usage {
    const before = this.#total ?? { inputTokens: 0, outputTokens: 0, costUsd: 0 };
    const costUsd = priceOf(usage.costUsd);
    this.#knownCostUsd += costUsd ?? 0;
    this.#total = {
      inputTokens: before.inputTokens + countOf(usage.inputTokens),
      outputTokens: before.outputTokens + countOf(usage.outputTokens),
      costUsd: costUsd === null || before.costUsd === null ? null : before.costUsd + costUsd,
    };
    return this.#total;
  }

  /** Which limit is passed, and a sentence about it. Where some prices are unknown, the known ones count. */
  get exceeded(): { budget: BudgetKind; message: string } | null {
    const { maxTokens, maxCostUsd } = this.#limits;
    if (this.#total === null) return null;
    const tokens = this.#total.inputTokens + this.#total.outputTokens;
    if (maxTokens !== null && tokens > maxTokens)
      return { budget: 'tokens', message: `${tokens} tokens were used; the limit is ${maxTokens}` };
    if (maxCostUsd !== null && this.#knownCostUsd > maxCostUsd) {
      const spent = `$${this.#knownCostUsd.toFixed(4)} were spent; the limit is $${maxCostUsd}`;
      return { budget: 'cost', message: this.#total.costUsd === null ? `at least ${spent}` : spent };
    }
    return null;
  }
}

/** Agents report what their model says; a figure that is none must not hide the others. */
function countOf(tokens: number): number {
  return Number.isFinite(tokens) ? Math.max(0, Math.ceil(tokens)) : 0;
}

function priceOf(costUsd: number | null): number | null {
  return costUsd !== null && Number.isFinite(costUsd) ? Math.max(0, costUsd) : null;
}

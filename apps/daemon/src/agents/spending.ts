/** What a run has used, and whether that is too much. An unknown price stays unknown. */
import type { BudgetKind, CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { AgentDelta } from './session.ts';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  /** True where something was asked of which nobody told what it used. @default false */
  atLeast?: true;
}

/** Something was asked, and nobody says what it has used. */
export const UNCOUNTED = {
  type: 'usage',
  inputTokens: 0,
  outputTokens: 0,
  costUsd: null,
  atLeast: true,
} as const satisfies AgentDelta;

const NOTHING_YET: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

export type Budget = Pick<CritiqueConfig, 'maxTokens' | 'maxCostUsd'>;

export class Spending {
  readonly #limits: Budget;
  readonly #tells: boolean;
  #total: Usage | null = null;
  #knownCostUsd = 0;
  /** A turn was asked, and what it used has not been told. */
  #isOpen = false;
  /** A turn is over that never told. */
  #isMissing = false;

  /** `tells`: whoever is asked says what it used. Of others nothing is known, not even a least. */
  constructor(limits: Budget, tells = false) {
    this.#limits = limits;
    this.#tells = tells;
  }

  get total(): Usage | null {
    if (!this.#isOpen) return this.#total;
    if (this.#total === null) return this.#tells ? { ...NOTHING_YET, costUsd: null, atLeast: true } : null;
    return { ...this.#total, atLeast: true };
  }

  /** Somebody was asked who has not told yet. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A turn begins: until it has told what it used, the sum is a least. */
  ask(): void {
    this.#isMissing ||= this.#isOpen;
    this.#isOpen = true;
  }

  add(usage: Usage): Usage {
    const before: Usage = this.#total ?? NOTHING_YET;
    // A request that nobody counted says nothing about the price of the others.
    const isUncounted = usage.atLeast === true && usage.inputTokens + usage.outputTokens === 0;
    const costUsd = isUncounted ? 0 : priceOf(usage.costUsd);
    this.#knownCostUsd += costUsd ?? 0;
    this.#isOpen = false;
    this.#total = {
      inputTokens: before.inputTokens + countOf(usage.inputTokens),
      outputTokens: before.outputTokens + countOf(usage.outputTokens),
      costUsd: costUsd === null || before.costUsd === null ? null : before.costUsd + costUsd,
      ...((usage.atLeast === true || before.atLeast === true || this.#isMissing) && { atLeast: true }),
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

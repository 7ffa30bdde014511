/** What a run may use, told before it starts. Figures of ours are rough and said to be; a price that is not known is null. */
export interface TokenFigures {
  inputTokens: number;
  outputTokens: number;
  /** Null: no list names a price for it. */
  costUsd: number | null;
}

export interface RunEstimate {
  /** True where no model is asked: there is nothing to pay. */
  free: boolean;
  /** From the length of what is given and the rounds; null where this kind of run is not estimated. */
  expected: TokenFigures | null;
  /** The middle of earlier runs of the same kind and agents on this machine; null where nobody counted. */
  earlier: (TokenFigures & { runs: number }) | null;
}

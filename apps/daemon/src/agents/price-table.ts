/**
 * List prices of models, in US dollars for a million tokens. Data, dated, with its source: a model that is not here
 * has no known price. To change one: change its row and its date.
 */

export interface ModelPrice {
  input: number;
  output: number;
  /** Input that the provider had cached. Null: the list names no such price. */
  cacheRead: number | null;
  /** Input that the provider wrote to its cache. Null: billed as input. */
  cacheWrite: number | null;
  /** Above so many input tokens the whole request costs this instead. */
  above?: { inputTokens: number; input: number; output: number; cacheRead: number | null };
}

export interface PriceList {
  provider: string;
  asOf: string;
  source: string;
  models: Readonly<Record<string, ModelPrice>>;
}

const flat = (
  input: number,
  output: number,
  cacheRead: number | null = null,
  cacheWrite: number | null = null,
): ModelPrice => ({ input, output, cacheRead, cacheWrite });

const tiered = (
  base: readonly [input: number, output: number, cacheRead: number | null],
  inputTokens: number,
  more: readonly [input: number, output: number, cacheRead: number | null],
): ModelPrice => ({
  ...flat(...base),
  above: { inputTokens, input: more[0], output: more[1], cacheRead: more[2] },
});

export const PRICE_LISTS: readonly PriceList[] = [
  {
    provider: 'anthropic',
    asOf: '2026-07-02',
    source: 'platform.claude.com/docs/en/about-claude/pricing',
    models: {
      'claude-fable-5': flat(10, 50, 1, 12.5),
      'claude-opus-5': flat(5, 25, 0.5, 6.25),
      'claude-opus-4-8': flat(5, 25, 0.5, 6.25),
      'claude-opus-4-7': flat(5, 25, 0.5, 6.25),
      'claude-opus-4-6': flat(5, 25, 0.5, 6.25),
      'claude-opus-4-5': flat(5, 25, 0.5, 6.25),
      'claude-opus-4-1': flat(15, 75, 1.5, 18.75),
      'claude-opus-4-0': flat(15, 75, 1.5, 18.75),
      'claude-sonnet-5': flat(2, 10, 0.2, 2.5),
      'claude-sonnet-4-6': flat(3, 15, 0.3, 3.75),
      'claude-sonnet-4-5': flat(3, 15, 0.3, 3.75),
      'claude-sonnet-4-0': flat(3, 15, 0.3, 3.75),
      'claude-haiku-4-5': flat(1, 5, 0.1, 1.25),
    },
  },
  {
    provider: 'openai',
    asOf: '2026-07-02',
    source: 'developers.openai.com/api/docs/pricing',
    models: {
      'gpt-5.5': tiered([5, 30, 0.5], 272_000, [10, 45, 1]),
      'gpt-5.4': tiered([2.5, 15, 0.25], 272_000, [5, 22.5, 0.5]),
      'gpt-5.4-mini': flat(0.75, 4.5, 0.075),
      'gpt-5.4-nano': flat(0.2, 1.25, 0.02),
      'gpt-5.4-pro': tiered([30, 180, null], 272_000, [60, 270, null]),
      'gpt-5.2': flat(1.75, 14, 0.175),
      'gpt-5.2-pro': flat(21, 168),
      'gpt-5.1': flat(1.25, 10, 0.125),
      'gpt-5': flat(1.25, 10, 0.125),
      'gpt-5-mini': flat(0.25, 2, 0.025),
      'gpt-5-nano': flat(0.05, 0.4, 0.005),
      'gpt-5-pro': flat(15, 120),
      'gpt-4.1': flat(2, 8, 0.5),
      'gpt-4.1-mini': flat(0.4, 1.6, 0.1),
      'gpt-4.1-nano': flat(0.1, 0.4, 0.025),
      'gpt-4o': flat(2.5, 10, 1.25),
      'gpt-4o-mini': flat(0.15, 0.6, 0.075),
      o3: flat(2, 8, 0.5),
      'o3-mini': flat(1.1, 4.4, 0.55),
      'o4-mini': flat(1.1, 4.4, 0.275),
    },
  },
  {
    provider: 'google',
    asOf: '2026-07-02',
    source: 'ai.google.dev/gemini-api/docs/pricing',
    models: {
      'gemini-3.5-flash': flat(1.5, 9, 0.15),
      'gemini-3.1-pro-preview': tiered([2, 12, 0.2], 200_000, [4, 18, 0.4]),
      'gemini-3.1-flash-lite': flat(0.25, 1.5, 0.025),
      'gemini-3-pro-preview': tiered([2, 12, 0.2], 200_000, [4, 18, 0.4]),
      'gemini-3-flash-preview': flat(0.5, 3, 0.05),
      'gemini-2.5-pro': tiered([1.25, 10, 0.125], 200_000, [2.5, 15, 0.25]),
      'gemini-2.5-flash': flat(0.3, 2.5, 0.03),
      'gemini-2.5-flash-lite': flat(0.1, 0.4, 0.01),
    },
  },
];

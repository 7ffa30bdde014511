/** What a request cost, by the price table. Anything that is not known makes the whole unknown: null, never 0. */
import { type ModelPrice, PRICE_LISTS } from './price-table.ts';

export interface TokenCounts {
  /** All input, cached or not. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

const PER_TOKEN = 1_000_000;
/** A dated snapshot of a model costs what the model costs: `-20250929`, `-2026-03-05`. */
const SNAPSHOT = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

export function costOf(provider: string, model: string, tokens: TokenCounts): number | null {
  const price = priceOf(provider, model);
  if (price === null) return null;
  const tier = price.above !== undefined && tokens.input > price.above.inputTokens ? price.above : price;
  if (tokens.cacheRead > 0 && tier.cacheRead === null) return null;
  const write = tier === price ? (price.cacheWrite ?? price.input) : tier.input;
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite);
  const dollars =
    fresh * tier.input +
    tokens.cacheRead * (tier.cacheRead ?? 0) +
    tokens.cacheWrite * write +
    tokens.output * tier.output;
  return dollars / PER_TOKEN;
}

function priceOf(provider: string, model: string): ModelPrice | null {
  const models = PRICE_LISTS.find((list) => list.provider === provider)?.models ?? {};
  for (const id of [model, model.replace(SNAPSHOT, '')])
    if (Object.hasOwn(models, id)) return models[id] ?? null;
  return null;
}

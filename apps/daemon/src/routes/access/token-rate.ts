/** How fast a token with a rate of its own may ask, over all its addresses. Each daemon counts for itself. */
import type { NamedToken } from '../../store/named-tokens.ts';
import { createRate, type TakeRequest } from './request-rate.ts';

/** Rates that differ; a rate beyond them begins anew. */
const MOST_RATES = 1_000;

/** 0, or the whole seconds after which to ask again. */
export function createTokenRate(clock: () => number): (token: NamedToken) => number {
  const rates = new Map<number, TakeRequest>();
  return ({ name, requestsPerMinute }) => {
    if (requestsPerMinute === null) return 0;
    const known = rates.get(requestsPerMinute);
    if (known === undefined && rates.size >= MOST_RATES) rates.clear();
    const rate = known ?? createRate({ burst: requestsPerMinute, perSecond: requestsPerMinute / 60 }, clock);
    rates.set(requestsPerMinute, rate);
    return rate(name);
  };
}

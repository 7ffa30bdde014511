/** How fast one client may ask: a bucket that refills. Far above what people, pages and tests do. */

export interface RateLimit {
  /** How many at once. */
  burst: number;
  perSecond: number;
}

interface Bucket {
  left: number;
  at: number;
}

/** Clients beyond this share what the longest silent one leaves. */
const MAX_CLIENTS = 1024;

/** Takes one; returns 0, or the whole seconds after which to ask again. */
export type TakeRequest = (client: string) => number;

export function createRate({ burst, perSecond }: RateLimit, clock: () => number): TakeRequest {
  // In the order in which they last asked.
  const buckets = new Map<string, Bucket>();
  return (client) => {
    const now = clock();
    const before = buckets.get(client) ?? { left: burst, at: now };
    const refilled = before.left + (Math.max(0, now - before.at) / 1000) * perSecond;
    const left = Math.min(burst, refilled);
    buckets.delete(client);
    buckets.set(client, { left: left < 1 ? left : left - 1, at: now });
    if (buckets.size > MAX_CLIENTS) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : 0;
  };
}

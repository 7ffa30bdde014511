import { setTimeout as delay } from 'node:timers/promises';

/** Null when it takes longer; what comes then is nobody's. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  const patience = new AbortController();
  const late = delay(ms, null, { signal: patience.signal }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
  }
}

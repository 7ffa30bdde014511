/** The lock on an idea, for as long as work on it takes: one answer may take longer than a lock lives. */
import type { Shelf } from './shelf.ts';

/** In the time a lock lives. */
const RENEWALS = 3;

export interface HeldIdea {
  shelf: Pick<Shelf, 'lock'>;
  ideaId: string;
  /** Has it already. */
  owner: string;
  lockTtlSeconds: number;
}

/** Nothing of it takes the lock any more when this settles: it can be given back. */
export async function whileHeld<Result>(
  { shelf, ideaId, owner, lockTtlSeconds }: HeldIdea,
  work: () => Promise<Result>,
): Promise<Result> {
  let renewing: Promise<unknown> = Promise.resolve();
  const renew = (): void => {
    // A store that is away is met by the next step.
    renewing = renewing.then(() => shelf.lock(ideaId, owner)).catch(() => undefined);
  };
  const renewal = setInterval(renew, (lockTtlSeconds * 1_000) / RENEWALS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await renewing;
  }
}

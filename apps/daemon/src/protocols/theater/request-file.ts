/** What was asked of a run, kept beside its transcript: how to begin, so that it can begin again. */
import { StartRunRequestSchema } from '@design-jury/contracts/http';
import { z } from 'zod';
import type { RunPlace } from '../../host/place/place.ts';

/** Until 0019 a request could choose cast and weights: what is stored of one can still be asked again. */
function withoutPanel(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const { cast: _cast, weights: _weights, ...request } = stored as Record<string, unknown>;
  return request;
}

/** What a run of the Theater was asked for, as it is stored. */
export const AskedRunSchema = z.strictObject({
  request: z.preprocess(withoutPanel, StartRunRequestSchema),
  /** Where the page lies on this machine; null for one that came over the network. */
  path: z.string().nullable(),
  /** A key was lent for the run, and not kept. */
  lent: z.boolean().optional(),
  /** How the agent is spoken to; absent in runs of an older version. */
  turns: z.enum(['one-shot', 'conversational']).optional(),
  /** Versions of the agents' programs when it began, by id; those nobody knows are absent. */
  versions: z.record(z.string(), z.string()).optional(),
});
export type AskedRun = z.infer<typeof AskedRunSchema>;

/** Without what was lent for one run. */
export function keptRequest({ request, ...rest }: AskedRun): AskedRun {
  const { credentials, ...kept } = request;
  return { ...rest, request: kept, ...(credentials !== undefined && { lent: true }) };
}

/** Null when it is gone or no longer valid. */
export async function loadRequest(place: Pick<RunPlace, 'readRequest'>): Promise<AskedRun | null> {
  try {
    return AskedRunSchema.parse(await place.readRequest());
  } catch {
    return null;
  }
}

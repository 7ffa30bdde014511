/** What was asked of a run, kept beside its transcript: how to begin, so that it can begin again, and to stop. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRunRequestSchema } from '@design-jury/contracts/http';
import { z } from 'zod';
import { PRIVATE_FILE } from '../../home/rights.ts';
import { readRequest } from '../../host/request-file.ts';

const STOP_FILE = 'stop-asked';

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
});
export type AskedRun = z.infer<typeof AskedRunSchema>;

/** Without what was lent for one run. */
export function keptRequest({ request, ...rest }: AskedRun): AskedRun {
  const { credentials, ...kept } = request;
  return { ...rest, request: kept, ...(credentials !== undefined && { lent: true }) };
}

/** Null when it is gone or no longer valid. */
export async function loadRequest(folder: string): Promise<AskedRun | null> {
  try {
    return AskedRunSchema.parse(await readRequest(folder));
  } catch {
    return null;
  }
}

/** Somebody asked the run to stop: should its process die before the run has, nobody needs to ask why. */
export async function noteStop(folder: string): Promise<void> {
  await writeFile(join(folder, STOP_FILE), '', { mode: PRIVATE_FILE }).catch(() => {});
}

export async function wasStopped(folder: string): Promise<boolean> {
  return access(join(folder, STOP_FILE)).then(
    () => true,
    () => false,
  );
}

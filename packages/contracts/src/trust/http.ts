/** What the daemon is asked about verdicts, and what it answers. */
import { z } from 'zod';
import type { TrustLine } from './line.ts';
import type { UnlockSet } from './unlock.ts';

/** `GET /api/runs/:id/belief` */
export interface RunBelief {
  /** Null where the run ships, or has no verdict. */
  unlock: UnlockSet | null;
  trust: TrustLine;
}

/** `POST /api/verify` */
export const VerifyRequestSchema = z.strictObject({
  certificate: z.string().min(1),
  /** A page's bytes, base64; null where none is to be compared. */
  page: z.base64().nullable(),
});

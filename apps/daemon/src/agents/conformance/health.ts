/**
 * Whether an agent may sit on a panel, from what its cycles were like. Pure.
 *
 * Health counts what can be read and what came whole. It never counts verdicts: an agent whose panel says no is
 * a strict jury and not a broken one, and one that says yes to everything gains nothing here.
 */
import { z } from 'zod';

/** Shares of a cycle's cases below which it was a bad one. */
export const MIN_COMPLETE_SHARE = 0.9;
export const MIN_CLEAN_PARSE_SHARE = 0.95;
/** So many bad cycles in a row take an agent off the panel. */
export const BAD_CYCLES = 2;

export const CycleSchema = z.object({
  agent: z.string(),
  /** The version the CLI told, or null. */
  version: z.string().nullable(),
  transport: z.string(),
  /** `scripted`: the real agent against our model server. `live`: with its own model. */
  model: z.enum(['scripted', 'live']),
  at: z.iso.datetime(),
  cases: z.int().positive(),
  /** Ended with a verdict of the gate and a page, every vote cast. */
  complete: z.int().min(0),
  /** Read without a parser error. */
  cleanParse: z.int().min(0),
  /** Passed all four assertions. */
  passed: z.int().min(0),
  /** The first failures in words, bounded. */
  failures: z.array(z.string().max(300)).max(10),
});
export type Cycle = z.infer<typeof CycleSchema>;

export type Health =
  | { state: 'unknown' }
  | { state: 'healthy' }
  /** One bad cycle, or not yet enough of them. */
  | { state: 'wavering'; reason: string }
  | { state: 'degraded'; reason: string };

export function isBad({ cases, complete, cleanParse }: Cycle): boolean {
  return complete / cases < MIN_COMPLETE_SHARE || cleanParse / cases < MIN_CLEAN_PARSE_SHARE;
}

/** `cycles` of one agent, oldest first. */
export function healthOf(cycles: readonly Cycle[]): Health {
  const last = cycles.at(-1);
  if (last === undefined) return { state: 'unknown' };
  if (!isBad(last)) return { state: 'healthy' };
  const recent = cycles.slice(-BAD_CYCLES);
  const reason = reasonOf(last);
  return recent.length === BAD_CYCLES && recent.every(isBad)
    ? { state: 'degraded', reason: `${reason}, ${BAD_CYCLES} cycles in a row` }
    : { state: 'wavering', reason };
}

function reasonOf({ cases, complete, cleanParse, failures }: Cycle): string {
  const share = (count: number): string => `${count} of ${cases}`;
  const first = failures[0] === undefined ? '' : ` (${failures[0]})`;
  return cleanParse / cases < MIN_CLEAN_PARSE_SHARE
    ? `${share(cleanParse)} runs could be read${first}`
    : `${share(complete)} runs came to their end${first}`;
}

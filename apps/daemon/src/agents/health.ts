/**
 * Whether an agent may sit on a panel, from what its cycles were like. Pure.
 *
 * Health counts what can be read and what came whole. It never counts verdicts: an agent whose panel says no is
 * a strict jury and not a broken one, and one that says yes to everything gains nothing here.
 */
import type { AgentHealth, ConformanceCycle } from '@design-jury/contracts/conformance';

/** Shares of a cycle's cases below which it was a bad one. */
const MIN_COMPLETE_SHARE = 0.9;
const MIN_CLEAN_PARSE_SHARE = 0.95;
/** So many bad cycles in a row take an agent off the panel. */
const BAD_CYCLES = 2;

export function isBad({ cases, complete, cleanParse }: ConformanceCycle): boolean {
  return complete / cases < MIN_COMPLETE_SHARE || cleanParse / cases < MIN_CLEAN_PARSE_SHARE;
}

/** `cycles` of one agent, oldest first. */
export function healthOf(cycles: readonly ConformanceCycle[]): AgentHealth {
  const last = cycles.at(-1);
  if (last === undefined) return { state: 'unknown' };
  if (!isBad(last)) return { state: 'healthy' };
  const recent = cycles.slice(-BAD_CYCLES);
  const reason = reasonOf(last);
  return recent.length === BAD_CYCLES && recent.every(isBad)
    ? { state: 'degraded', reason: `${reason}, ${BAD_CYCLES} cycles in a row` }
    : { state: 'wavering', reason };
}

function reasonOf({ cases, complete, cleanParse, failures }: ConformanceCycle): string {
  const share = (count: number): string => `${count} of ${cases}`;
  const first = failures[0] === undefined ? '' : ` (${failures[0]})`;
  return cleanParse / cases < MIN_CLEAN_PARSE_SHARE
    ? `${share(cleanParse)} runs could be read${first}`
    : `${share(complete)} runs came to their end${first}`;
}

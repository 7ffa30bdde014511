/** Must-fixes over rounds: each demand keeps its identity until a round in which it is no longer made. */
import type { Demand, MustFix, PanelistRole } from '@design-jury/contracts/critique';

/** Who demands: a panelist, or the gate for a vote it lacks, or the final lint. */
export type DemandOrigin = 'panel' | 'vote' | 'lint';

export interface LedgerEntry extends MustFix {
  origin: DemandOrigin;
  lastRaisedRound: number;
}

export type Ledger = readonly LedgerEntry[];

export interface Raised {
  round: number;
  role: PanelistRole;
  origin: DemandOrigin;
  id: string | null;
  demand: Demand;
}

/** [S7] The same demand made again, by id or by its words and target, is the same must-fix. */
export function raise(ledger: Ledger, raised: Raised): [Ledger, LedgerEntry] {
  const { round, role, origin, id, demand } = raised;
  const known = ledger.findIndex(
    (entry) =>
      entry.role === role &&
      entry.origin === origin &&
      (id === null ? entry.resolvedRound === null && sameDemand(entry, demand) : entry.id === id),
  );
  const existing = ledger[known];
  if (existing !== undefined) {
    const again: LedgerEntry = { ...existing, ...demand, lastRaisedRound: round, resolvedRound: null };
    return [ledger.with(known, again), again];
  }
  const entry: LedgerEntry = {
    ...demand,
    id: id !== null && !ledger.some((other) => other.id === id) ? id : freshId(ledger, raised),
    role,
    origin,
    openedRound: round,
    resolvedRound: null,
    lastRaisedRound: round,
    synthetic: origin !== 'panel',
  };
  return [[...ledger, entry], entry];
}

/**
 * [S8] At the end of a round a demand that was not repeated is resolved, if the one who made it could have
 * repeated it: silence of an absent panelist fixes nothing.
 */
export function settle(
  ledger: Ledger,
  round: number,
  couldRepeat: (entry: LedgerEntry) => boolean,
): { ledger: Ledger; resolved: string[] } {
  const resolved: string[] = [];
  const settled = ledger.map((entry) => {
    if (entry.resolvedRound !== null || entry.lastRaisedRound === round || !couldRepeat(entry)) return entry;
    resolved.push(entry.id);
    return { ...entry, resolvedRound: round };
  });
  return { ledger: settled, resolved };
}

export function openEntries(ledger: Ledger): LedgerEntry[] {
  return ledger.filter((entry) => entry.resolvedRound === null);
}

function sameDemand(entry: Demand, demand: Demand): boolean {
  return entry.target === demand.target && normalise(entry.text) === normalise(demand.text);
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function freshId(ledger: Ledger, { round, role, origin }: Raised): string {
  const prefix = `${origin === 'panel' ? role : `${origin}-${role}`}-${round}`;
  let n = 1;
  while (ledger.some((entry) => entry.id === `${prefix}-${n}`)) n++;
  return `${prefix}-${n}`;
}

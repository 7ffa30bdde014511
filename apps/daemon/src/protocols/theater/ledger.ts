/** Must-fixes over rounds: each demand keeps its identity until a round in which it is no longer made. */
import type { Demand, MustFix, PanelistRole } from '@design-jury/contracts/theater/critique';
import { quotedWords } from './parsers/quoted-words.ts';

/**
 * Who demands: a panelist, or the gate for a vote it lacks, the final lint, or an instrument; `stray` is a demand of
 * nobody on the panel, `count` one that was counted and not listed.
 */
export type DemandOrigin = 'panel' | 'vote' | 'lint' | 'audit' | 'stray' | 'count';

export interface LedgerEntry extends MustFix {
  origin: DemandOrigin;
  lastRaisedRound: number;
  /** The page it was last made of. */
  page?: string | null;
  /** Others it was made of before. */
  earlier?: readonly string[];
  /** The name it was made under, where that is not its role's own. */
  voice: string | null;
  /** Others spoke for the same role in that round: only the same name can take it back. */
  besideOthers?: boolean;
}

export type Ledger = readonly LedgerEntry[];

export interface Raised {
  round: number;
  role: PanelistRole;
  origin: DemandOrigin;
  id: string | null;
  demand: Demand;
  page?: string | null;
  voice?: string | null;
  /** Live, an id is the same demand only where it points. @default false: as stored text was judged */
  live?: boolean;
}

/** [S7] The same demand made again, by id or by its words and target, is the same must-fix. */
export function raise(ledger: Ledger, raised: Raised): [Ledger, LedgerEntry] {
  const { round, role, origin, id, demand, page = null, voice = null, live = false } = raised;
  const known = indexOf(ledger, raised);
  const existing = ledger[known];
  if (existing !== undefined) {
    // A place that was named once is not lost by not being named again.
    const target = demand.target ?? (live && origin === 'panel' ? existing.target : null);
    const said = demand.text === '' ? null : { ...demand, target };
    const earlier =
      live && existing.page != null ? new Set([...(existing.earlier ?? []), existing.page]) : [];
    const again: LedgerEntry = {
      ...existing,
      ...said,
      lastRaisedRound: round,
      resolvedRound: null,
      page,
      ...(live && { earlier: [...earlier] }),
    };
    return [ledger.with(known, again), again];
  }
  const ownId = id !== null && !ledger.some((other) => other.id === id) ? id : freshId(ledger, raised);
  const entry: LedgerEntry = {
    ...demand,
    text: demand.text === '' ? `the demand ${ownId}` : demand.text,
    id: ownId,
    role,
    origin,
    openedRound: round,
    resolvedRound: null,
    lastRaisedRound: round,
    page,
    voice,
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

/** [S8] What was met is open again on a page that is, where it points, as it was when it was made. */
export function reopen(
  ledger: Ledger,
  isAsItWas: (entry: LedgerEntry) => boolean,
): { ledger: Ledger; reopened: LedgerEntry[] } {
  const reopened: LedgerEntry[] = [];
  const next = ledger.map((entry) => {
    if (entry.resolvedRound === null || !isAsItWas(entry)) return entry;
    const again: LedgerEntry = { ...entry, resolvedRound: null };
    reopened.push(again);
    return again;
  });
  return { ledger: next, reopened };
}

/** Demands that were made in this round for roles under more than one name. */
export function besideOthers(ledger: Ledger, round: number, roles: ReadonlySet<PanelistRole>): Ledger {
  if (roles.size === 0) return ledger;
  return ledger.map((entry) =>
    entry.origin === 'panel' && entry.lastRaisedRound === round && roles.has(entry.role)
      ? { ...entry, besideOthers: true }
      : entry,
  );
}

/** Every page it was made of. */
export function pagesOf({ page, earlier = [] }: LedgerEntry): (string | null)[] {
  return [page ?? null, ...earlier];
}

export function openEntries(ledger: Ledger): LedgerEntry[] {
  return ledger.filter((entry) => entry.resolvedRound === null);
}

/** By its id, or else by its words: panelists number their demands alike, and anew in every round. */
function indexOf(ledger: Ledger, { round, role, origin, id, demand, live = false }: Raised): number {
  const own = (entry: LedgerEntry): boolean => entry.role === role && entry.origin === origin;
  const words = normalise(demand.text);
  if (id !== null) {
    const named = ledger.findIndex((entry) => own(entry) && entry.id === id);
    const entry = ledger[named];
    // Two demands of one round under one id are two all the same, and so are two of two rounds about two places.
    if (entry !== undefined && (entry.lastRaisedRound !== round || wordsOf(entry) === words))
      if (!(live && origin === 'panel' && pointsElsewhere(entry, demand))) return named;
  }
  if (words === '') return -1;
  return ledger.findIndex(
    (entry) =>
      own(entry) &&
      entry.resolvedRound === null &&
      entry.target === demand.target &&
      wordsOf(entry) === words &&
      // Made already in this round: another id or another evidence is another place.
      (entry.lastRaisedRound !== round || (id === null && entry.evidence === demand.evidence)),
  );
}

/** [S8] A number that is used again takes nothing back of what it stood for. */
function pointsElsewhere(entry: LedgerEntry, { text, target }: Demand): boolean {
  if (text === '') return false;
  if (wordsOf(entry) === normalise(text)) return target !== null && target !== entry.target;
  return target !== entry.target || quotedWords(text).join('\n') !== quotedWords(entry.text).join('\n');
}

/** Entries never change, and each is compared with many demands. */
const knownWords = new WeakMap<LedgerEntry, string>();

function wordsOf(entry: LedgerEntry): string {
  const known = knownWords.get(entry);
  if (known !== undefined) return known;
  const words = normalise(entry.text);
  knownWords.set(entry, words);
  return words;
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function freshId(ledger: Ledger, { round, role, origin }: Raised): string {
  const prefix = `${origin === 'panel' ? role : `${origin}-${role}`}-${round}-`;
  // As many as there are is nearly always the next free one; counting from 1 would look at every entry each time.
  let n = 1;
  for (const entry of ledger) if (entry.id.startsWith(prefix)) n++;
  while (ledger.some((entry) => entry.id === `${prefix}${n}`)) n++;
  return `${prefix}${n}`;
}

/** Recall on defects that were written without knowing the audits: planted one at a time, each copy measured whole. */
import type { ScoringRole } from '../measure/finding.ts';
import { MAX_THREAD_CALL_MS } from '../measure/limits.ts';
import { SCORING_ROLES } from '../measure/panel.ts';
import { MeasuringError } from '../measure/threads/measuring-error.ts';
import type { MeasuringThreads } from '../measure/threads/threads.ts';
import { choosing } from './seed.ts';
import { POOL, UNFAMILIAR } from './unfamiliar/index.ts';
import type { Operator } from './unfamiliar/operator.ts';
import type { DrilledPage, Unfamiliar, UnfamiliarCopy } from './unfamiliar-batch.ts';

export interface UnfamiliarRecall {
  planted: number;
  caught: number;
  /** Of those caught, how many as a must-fix. */
  mustFix: number;
  /** Null when nothing could be planted. */
  recall: number | null;
}

/** Figures alone: a miss that is listed is mended, and then it says nothing of the misses that nobody has listed. */
export interface UnfamiliarReport {
  pool: string;
  overall: UnfamiliarRecall;
  roles: Record<ScoringRole, UnfamiliarRecall>;
  /** Copies that could not be measured in time; they count as planted and not caught. */
  unmeasured: number;
}

export interface UnfamiliarOptions {
  seed: number;
  threads: Pick<MeasuringThreads, 'call'>;
  signal?: AbortSignal;
  /** Told after each batch, for progress. */
  onStep?(done: number, total: number): void;
  /** What one batch may compute; what it had no time for counts as not seen. @default MAX_BATCH_MS */
  limitMs?: number;
}

const BATCH = new URL('./unfamiliar-batch.ts', import.meta.url);
/** Each batch measures the page without a defect once more. */
const BATCH_SIZE = 8;
/** In processor time: the figure does not depend on what else the machine does. A small page takes a second or two. */
const MAX_BATCH_MS = 60_000;
/** Characters of copies that are measured, all together: of a large page fewer copies are made. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
const FEWEST = 12;

export async function drillUnfamiliar(
  page: DrilledPage,
  { seed, threads, signal, onStep, limitMs = MAX_BATCH_MS }: UnfamiliarOptions,
): Promise<UnfamiliarReport> {
  const most = Math.max(FEWEST, Math.floor(MAX_CHARACTERS / Math.max(1, page.html.length)));
  const sample = unfamiliarInTurns(seed, page.design !== null).slice(0, most);
  const drilled: Unfamiliar[] = [];
  const ask = async (batch: readonly Operator[]): Promise<void> => {
    drilled.push(...(await askBatch(batch)));
    onStep?.(drilled.length, sample.length);
  };
  const askBatch = async (batch: readonly Operator[]): Promise<readonly Unfamiliar[]> => {
    const ids = batch.map(({ id }) => id);
    const options = { limitMs, ...(signal && { signal }) };
    try {
      // It is our own function that answers.
      return (await threads.call(BATCH, 'drillBatch', [page, seed, ids], options)) as Unfamiliar[];
    } catch (error) {
      // A thread that ended, or had its time; a fault of ours is no miss of the panel.
      if (!(error instanceof MeasuringError)) throw error;
      return batch.map(unmeasured);
    }
  };
  await Promise.all(inBatches(sample).map(ask));
  return { pool: POOL, ...reportOf(drilled) };
}

/** Copies for a panel that costs something for each; none where they cannot be made. */
export async function unfamiliarCopies(
  page: DrilledPage,
  { seed, most, threads, signal }: Omit<UnfamiliarOptions, 'onStep' | 'limitMs'> & { most: number },
): Promise<UnfamiliarCopy[]> {
  if (most === 0) return [];
  const ids = unfamiliarInTurns(seed, page.design !== null).map(({ id }) => id);
  const options = { limitMs: MAX_THREAD_CALL_MS * (most + 1), ...(signal && { signal }) };
  try {
    // It is our own function that answers.
    return (await threads.call(BATCH, 'copyBatch', [page, seed, ids, most], options)) as UnfamiliarCopy[];
  } catch (error) {
    if (!(error instanceof MeasuringError)) throw error;
    return [];
  }
}

/** Each once: those of a role in an order of the seed, the roles one after the other. Of a brand only where one is given. */
function unfamiliarInTurns(seed: number, hasDesign: boolean): Operator[] {
  const pick = choosing(seed, 'unfamiliar');
  const left = SCORING_ROLES.filter((role) => hasDesign || role !== 'brand').map((role) =>
    UNFAMILIAR.filter((operator) => operator.role === role),
  );
  const order: Operator[] = [];
  while (left.some((ofRole) => ofRole.length > 0))
    for (const ofRole of left) {
      const next = pick(ofRole);
      if (next === undefined) continue;
      order.push(next);
      ofRole.splice(ofRole.indexOf(next), 1);
    }
  return order;
}

function inBatches(sample: readonly Operator[]): Operator[][] {
  const batches: Operator[][] = [];
  for (let at = 0; at < sample.length; at += BATCH_SIZE) batches.push(sample.slice(at, at + BATCH_SIZE));
  return batches;
}

/** A check that could not be made has caught nothing. */
function unmeasured({ id, role, title, weight }: Operator): Unfamiliar {
  return { id, role, title, weight, outcome: 'unmeasured', mustFix: false, by: null, line: null };
}

function reportOf(drilled: readonly Unfamiliar[]): Omit<UnfamiliarReport, 'pool'> {
  const roles = Object.fromEntries(
    SCORING_ROLES.map((role) => [role, recallOf(drilled.filter((one) => one.role === role))]),
  ) as Record<ScoringRole, UnfamiliarRecall>;
  const unmeasured = drilled.filter(({ outcome }) => outcome === 'unmeasured').length;
  return { overall: recallOf(drilled), roles, unmeasured };
}

function recallOf(drilled: readonly Unfamiliar[]): UnfamiliarRecall {
  const planted = drilled.filter(({ outcome }) => outcome !== 'does_not_apply').length;
  const caught = drilled.filter(({ outcome }) => outcome === 'caught').length;
  const mustFix = drilled.filter((one) => one.mustFix).length;
  return { planted, caught, mustFix, recall: planted === 0 ? null : caught / planted };
}

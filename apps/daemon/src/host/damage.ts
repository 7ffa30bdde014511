/**
 * Which runs that are over have a damaged log or page. Reading them all costs time, so each is looked at once, a few at a time,
 * and again only after a while: what a list shows may be that much older than the disk.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isOpen, type RunRecord, type RunRound } from '@design-jury/contracts/run';
import pLimit from 'p-limit';
import { JuryError } from '../jury-error.ts';
import type { Store } from '../store/store.ts';
import { ArtifactError } from './artifacts/artifact-error.ts';
import type { Places } from './place/place.ts';
import { foldStored, pageFile } from './reading.ts';

const LOOKED_AT_ONCE = 4;
const LOOK_AGAIN_MS = 60_000;
const MAX_REMEMBERED = 1_000;
/** A list does not wait longer for what is not known yet; it is known the next time. */
const LIST_PATIENCE_MS = 250;

export interface DamageServices {
  places: Places;
  store: Pick<Store, 'listRounds'>;
  clock: () => number;
}

export class DamageLook {
  readonly #services: DamageServices;
  readonly #some = pLimit(LOOKED_AT_ONCE);
  readonly #known = new Map<string, { at: number; isDamaged: boolean }>();

  constructor(services: DamageServices) {
    this.#services = services;
  }

  /** The ids of those that are damaged, as far as it is known within a moment. */
  async among(runs: readonly RunRecord[]): Promise<ReadonlySet<string>> {
    const over = runs.filter(({ state }) => !isOpen(state));
    const unknown = over.filter(({ id }) => !this.#isFresh(this.#known.get(id)?.at ?? -Infinity));
    if (unknown.length > 0) {
      const looked = this.#some.map(unknown, (run) => this.#look(run));
      await Promise.race([looked, delay(LIST_PATIENCE_MS, undefined, { ref: false })]);
    }
    return new Set(over.map(({ id }) => id).filter((id) => this.#known.get(id)?.isDamaged === true));
  }

  async #look(run: RunRecord): Promise<void> {
    // Another list may have asked for the same one meanwhile.
    if (this.#isFresh(this.#known.get(run.id)?.at ?? -Infinity)) return;
    const log = await foldStored(this.#services.places(run), run, undefined).catch(() => null);
    const pages = await damagedPages(this.#services, run);
    const isDamaged = log === null || log.damage !== undefined || pages.length > 0;
    this.#known.delete(run.id);
    this.#known.set(run.id, { at: this.#services.clock(), isDamaged });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_REMEMBERED) break;
      this.#known.delete(oldest);
    }
  }

  #isFresh(at: number): boolean {
    return this.#services.clock() - at < LOOK_AGAIN_MS;
  }
}

/** In sentences. Never rejects: what else is wrong is said where the page is asked for. */
export async function damagedPages(
  services: Pick<DamageServices, 'places' | 'store'>,
  run: RunRecord,
): Promise<string[]> {
  try {
    return await lookAtPages(services, run);
  } catch {
    return [];
  }
}

async function lookAtPages(
  services: Pick<DamageServices, 'places' | 'store'>,
  run: RunRecord,
): Promise<string[]> {
  const place = services.places(run);
  const rounds = await services.store.listRounds(run.id);
  const sentences: string[] = [];
  for (const { n } of rounds.filter(hasPage)) {
    const problem = await problemOf(() => pageFile({ place, runId: run.id, rounds, which: n, open: null }));
    if (problem !== null) sentences.push(`page of round ${n}: ${problem}`);
  }
  if (sentences.length > 0) return sentences;
  // The page of a SHIP, or one without a panel, belongs to no round.
  const problem = await problemOf(() =>
    pageFile({ place, runId: run.id, rounds, which: 'final', open: null }),
  );
  return problem === null ? [] : [`the page that was kept: ${problem}`];
}

function hasPage({ artifactSha256 }: RunRound): boolean {
  return artifactSha256 !== null;
}

async function problemOf(read: () => Promise<unknown>): Promise<string | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof ArtifactError) return error.message;
    // It has none.
    if (error instanceof JuryError) return null;
    throw error;
  }
}

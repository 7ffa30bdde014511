/** What is read back of runs: their state, their events since a moment, their pages. */
import { isOpen, type RunRecord, type RunRound } from '@design-jury/contracts/run';
import { JuryError } from '../jury-error.ts';
import type { Store } from '../store/store.ts';
import { extensionOf, mimeOf } from './artifacts/artifacts.ts';
import type { LiveView } from './host.ts';
import type { Places, RunPlace } from './place/place.ts';
import type { RunView } from './protocol.ts';
import type { PublishedItem } from './stream/bus.ts';

export async function foldStored(
  place: RunPlace,
  run: RunRecord,
  view: RunView | undefined,
): Promise<LiveView> {
  const log = await place.log();
  let state = view?.initial ?? null;
  let lastSeq = 0;
  const damage = new DamageList();
  if (log !== null)
    for await (const { event } of log.read({ onDamage: (sentence) => damage.add(sentence) })) {
      lastSeq = event.seq;
      try {
        state = view?.fold(state, event) ?? null;
      } catch {
        damage.add(`${log.name}: event ${event.seq} (${event.type}) is not whole`);
      }
    }
  // Inputs are numbered too and lead to no state: only an end that is missing can be told from the last number.
  if (!isOpen(run.state) && run.eventCount > lastSeq && damage.isEmpty)
    damage.add(
      log === null
        ? `its log is gone: ${run.eventCount} events were written`
        : `${log.name} ends after event ${lastSeq} of ${run.eventCount}`,
    );
  return {
    state,
    lastEventId: run.eventBase === null ? 0 : run.eventBase + lastSeq,
    ...(!damage.isEmpty && { damage: damage.sentences }),
  };
}

const MOST_SENTENCES = 20;

/** So many sentences, then how many more. */
class DamageList {
  readonly #first: string[] = [];
  #more = 0;

  get isEmpty(): boolean {
    return this.#first.length === 0;
  }

  get sentences(): string[] {
    return this.#more === 0 ? this.#first : [...this.#first, `and ${this.#more} more`];
  }

  add(sentence: string): void {
    if (this.#first.length < MOST_SENTENCES) this.#first.push(sentence);
    else this.#more += 1;
  }
}

export async function* eventsSince(
  { store, places }: { store: Pick<Store, 'runsWithEventsAfter'>; places: Places },
  projectId: string,
  sinceId: number,
): AsyncGenerator<PublishedItem> {
  for (const run of await store.runsWithEventsAfter(projectId, sinceId)) {
    const base = run.eventBase ?? 0;
    const log = await places(run).log();
    if (log === null) continue;
    // What cannot be read is named with the run itself; the runs behind it are read on.
    const options = { after: Math.max(0, sinceId - base), onDamage: () => {} };
    for await (const { event, line } of log.read(options))
      yield { projectId, runId: run.id, id: base + event.seq, event, line };
  }
}

interface PageQuery {
  place: RunPlace;
  runId: string;
  rounds: readonly RunRound[];
  which: 'final' | number;
  /** Of a round that has not ended, or never will. */
  open: OpenPage | null;
}

export interface OpenPage {
  sha256: string;
  mime: string;
}

export async function pageFile({
  place,
  runId,
  rounds,
  which,
  open,
}: PageQuery): Promise<{ path: string; mime: string }> {
  const final = which === 'final' ? await place.readFinal() : null;
  const sha256 = final?.sha256 ?? rounds.find(({ n }) => n === which)?.artifactSha256 ?? open?.sha256 ?? null;
  if (sha256 === null) {
    const what = which === 'final' ? 'no final artifact' : `no artifact of round ${which}`;
    throw new JuryError('not_found', `run ${runId} has ${what}`);
  }
  const stored = rounds.find((round) => round.artifactSha256 === sha256)?.artifactMime ?? open?.mime ?? null;
  const mime = stored ?? (final === null ? 'text/html' : mimeOf(final.path));
  // The page of a SHIP, or one without a panel, belongs to no round: only the pointer knows its name.
  const name = final?.path ?? `${sha256}.${extensionOf(mime)}`;
  return { path: await place.pageFile(name, sha256), mime };
}

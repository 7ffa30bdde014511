/**
 * The keys that others read of a run, brought up to date after each input. Nothing of the run depends on them: when their
 * time is over, whoever resumes the run writes them anew from its log and folder.
 */
import type { PipelineProgress } from '@design-jury/contracts/content/schema';
import type { ContentStore } from './content-store.ts';
import { findDraft } from './drafts.ts';
import type { ContentState } from './machine.ts';
import { progressOf, type SitePhase } from './progress.ts';

export interface ProjectionOptions {
  runId: string;
  folder: string;
  store: ContentStore;
  onProgress?: ((progress: PipelineProgress) => void) | undefined;
}

export class Projection {
  readonly #options: ProjectionOptions;
  #last: ContentState | null = null;
  #lastHow: 'running' | 'paused' = 'running';
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ProjectionOptions) {
    this.#options = options;
  }

  /** In order; rejects when the store is away. What could not be written is written the next time. */
  write(state: ContentState, how: 'running' | 'paused', hasSite: boolean): Promise<void> {
    const written = this.#writing.catch(() => undefined).then(() => this.#write(state, how, hasSite));
    this.#writing = written;
    return written;
  }

  async #write(state: ContentState, how: 'running' | 'paused', hasSite: boolean): Promise<void> {
    const { runId, store, onProgress } = this.#options;
    const { kind, saved, site } = state;
    if (kind === 'unread') return;
    const last = this.#last;
    if (state === last && how === this.#lastHow) return;
    if (kind === 'pipeline') {
      await this.#writeTexts(state, last);
      await store.saveState(runId, saved);
    }
    if (site.phase !== 'none' && site.work !== workOf(last) && Object.keys(site.work).length > 0)
      await store.saveSiteWork(runId, site.work);
    if (site.phase === 'over') await store.saveDeployment(runId, site.site);
    const progress = progressOf(saved.record, how, phaseOf(state, hasSite));
    if (kind === 'pipeline') await store.saveProgress(runId, progress);
    this.#last = state;
    this.#lastHow = how;
    onProgress?.(progress);
  }

  async #writeTexts({ saved, savedAt }: ContentState, last: ContentState | null): Promise<void> {
    const { runId, folder, store } = this.#options;
    const { record } = saved;
    for (let n = (last?.saved.record.drafts ?? 0) + 1; n <= record.drafts; n++) {
      const text = await findDraft(folder, n);
      if (text !== null) await store.saveDraft(runId, n, text);
    }
    for (const round of record.rounds)
      if (round.summary !== null && !last?.saved.record.rounds.includes(round))
        await store.saveRound(runId, round);
    if (record.saved === null || savedAt === null || (last?.savedAt ?? null) !== null) return;
    const { round, quality } = record.saved;
    const content = await findDraft(folder, round);
    const { contentType } = record.recipe;
    if (content !== null) await store.saveApproved(runId, { content, quality, contentType, savedAt });
  }
}

function workOf(state: ContentState | null): unknown {
  return state === null || state.site.phase === 'none' ? null : state.site.work;
}

function phaseOf({ site }: ContentState, hasSite: boolean): SitePhase {
  if (!hasSite) return { phase: 'none' };
  switch (site.phase) {
    case 'none':
      return { phase: 'none' };
    case 'open':
      return { phase: 'open', detail: site.done.at(-1) ?? '' };
    case 'over':
      return site.site.ok
        ? { phase: 'done', detail: site.site.place }
        : { phase: 'failed', detail: `${site.site.step}: ${site.site.message}` };
  }
}

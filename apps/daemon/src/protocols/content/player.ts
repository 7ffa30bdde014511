/** Carries out what the machine says comes next, until the text is saved, the time is over or it cannot go on. */

import { type ContentEvent, SLOW_STEPS, type SlowStep } from '@design-jury/contracts/content/events';
import type { PipelineProgress } from '@design-jury/contracts/content/schema';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import type { Docket, PlayHandle } from '../../host/run-store.ts';
import { JuryError } from '../../jury-error.ts';
import { StoreError } from '../../store/errors.ts';
import { AllFailed, runCritiques } from './critiques.ts';
import { eventsOf } from './events.ts';
import { whileHeld } from './held-idea.ts';
import type { ContentLibrary, Recipe } from './library.ts';
import { nextStep, type PipelineStep, progressOf, type SitePhase } from './machine.ts';
import {
  ContentError,
  editorDecision,
  generateDraft,
  reviseDraft,
  type Stage,
  saveContent,
  selectPanel,
  summarizeRound,
} from './operations.ts';
import type { SavedPipeline, Shelf } from './shelf.ts';
import type { DeployedSite } from './site/deployment.ts';
import type { Voices } from './voices.ts';

export interface ContentPlay {
  docket: Pick<Docket, 'events'>;
  play: PlayHandle;
  shelf: Shelf;
  voices: Voices;
  library: ContentLibrary;
  settings: ContentSettings;
  signal: AbortSignal;
  clock: () => number;
  /** Hears of everything as it happens, after it is stored. */
  onEvent?: (event: ContentEvent) => void;
  onProgress?: (progress: PipelineProgress) => void;
  deploy?: Deployment;
}

/** From an approved text to a site; `tell` hears of every step that is done. */
export type Deployment = (
  runId: string,
  tell: (step: string, detail: string) => void,
) => Promise<DeployedSite>;

export type ContentResult =
  | { status: 'approved' | 'max-rounds-reached'; saved: SavedPipeline; site: DeployedSite | null }
  | { status: 'paused'; reason: 'time-budget' | 'stopped' | 'store-unavailable'; message: string }
  | { status: 'error'; cause: string; message: string };

export function newPipeline(ideaId: string, agent: string, recipe: Recipe, author: string): SavedPipeline {
  const { template: _template, ...limits } = recipe;
  return {
    ideaId,
    agent,
    author,
    selectedBy: null,
    warnings: [],
    record: { recipe: limits, panel: null, drafts: 0, rounds: [], saved: null, error: null },
  };
}

/** What the docket keeps of a run; the rest is on the shelf. */
export interface PlayedIdea {
  ideaId: string;
  contentType: string;
  agent: string;
  /** Absent: the agent's own. */
  model?: string;
}

export async function playContent(options: ContentPlay): Promise<ContentResult> {
  const player = new ContentPlayer(options);
  try {
    return await player.play();
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== 'unavailable') throw error;
    return player.park('store-unavailable', error.message);
  }
}

class ContentPlayer {
  readonly #options: ContentPlay;
  readonly #stage: Stage;
  readonly #told = new Set<string>();
  #telling: Promise<void> = Promise.resolve();
  #site: SitePhase;

  constructor(options: ContentPlay) {
    this.#options = options;
    const { play, shelf, voices, library, settings, signal, clock } = options;
    const until = clock() + settings.timeBudgetMs;
    this.#site = options.deploy === undefined ? { phase: 'none' } : { phase: 'open', detail: '' };
    this.#stage = {
      runId: play.record.id,
      shelf,
      voices,
      library,
      settings,
      signal,
      now: () => new Date(clock()).toISOString(),
      isOverTime: () => clock() >= until,
      asking: (critic) =>
        this.#sign({
          key: `asked.${critic.round}.${critic.advisorId}.${critic.attempt}`,
          type: 'content.critic_asked',
          ...critic,
        }),
    };
  }

  /** Holds the idea for as long as it plays, and on while it is paused. */
  async play(): Promise<ContentResult> {
    const { play, shelf, settings } = this.#options;
    const { runId } = this.#stage;
    const { ideaId } = play.record.state as PlayedIdea;
    if (!(await shelf.lock(ideaId, runId)))
      throw new JuryError('conflict', `another run works on ${ideaId}; wait for it or let it expire`);
    const { lockTtlSeconds } = settings;
    const result = await whileHeld({ shelf, ideaId, owner: runId, lockTtlSeconds }, () =>
      this.#steps(ideaId),
    );
    // It is over, whatever the store says now; a lock that stays runs out.
    if (result.status !== 'paused') await shelf.unlock(ideaId, runId).catch(() => undefined);
    return result;
  }

  async #steps(ideaId: string): Promise<ContentResult> {
    const { play, shelf, signal } = this.#options;
    const { runId } = this.#stage;
    await play.go();
    let saved = await shelf.state(runId);
    if (saved === null) return this.#expired();
    await this.#recall();
    if (this.#told.size > 0) await this.#sign({ key: this.#next('resumed'), type: 'content.resumed' });
    await this.#keep(saved);
    for (let step = nextStep(saved.record); step.step !== 'done'; step = nextStep(saved.record)) {
      if (signal.aborted) return this.#pause(saved, 'stopped', 'it was stopped');
      if (this.#stage.isOverTime())
        return this.#pause(saved, 'time-budget', 'the time for one process is over');
      if (!(await shelf.lock(ideaId, runId)))
        throw new JuryError('conflict', `another run has taken ${ideaId} over`);
      saved = await this.#carryOut(step, saved);
      await this.#keep(saved);
    }
    return this.#end(saved);
  }

  async #carryOut(step: PipelineStep, saved: SavedPipeline): Promise<SavedPipeline> {
    const stage = this.#stage;
    await this.#begin(step);
    try {
      switch (step.step) {
        case 'draft':
          return await generateDraft(stage, saved);
        case 'select':
          return await selectPanel(stage, saved);
        case 'critique':
          return await runCritiques(stage, saved, step.waiting, (heard) => this.#keep(heard));
        case 'decide':
          return editorDecision(saved);
        case 'summarise':
          return await summarizeRound(stage, saved);
        case 'revise':
          return await reviseDraft(stage, saved);
        case 'save':
          return await saveContent(stage, saved);
        case 'done':
          return saved;
      }
    } catch (error) {
      if (stage.signal.aborted && !(error instanceof StoreError)) return saved;
      if (!(error instanceof ContentError)) throw error;
      const before = error instanceof AllFailed ? error.saved : saved;
      const failure = { cause: error.reason, message: error.message };
      return { ...before, record: { ...before.record, error: failure } };
    }
  }

  /** State, then progress, then events: what is told has happened. One at a time, in order. */
  #keep(saved: SavedPipeline): Promise<void> {
    this.#telling = this.#telling.then(async () => {
      const { shelf, onProgress } = this.#options;
      await shelf.saveState(this.#stage.runId, saved);
      const progress = progressOf(saved.record, 'running', this.#site);
      await shelf.saveProgress(this.#stage.runId, progress);
      await this.#tell(eventsOf(saved));
      onProgress?.(progress);
    });
    return this.#telling;
  }

  /** How far the site is; the record itself does not change any more. */
  #stand(saved: SavedPipeline, site: SitePhase): Promise<void> {
    this.#telling = this.#telling.then(async () => {
      this.#site = site;
      const progress = progressOf(saved.record, 'running', site);
      await this.#options.shelf.saveProgress(this.#stage.runId, progress);
      this.#options.onProgress?.(progress);
    });
    return this.#telling;
  }

  /** What is under way. In order with what has happened, and decides nothing. */
  #sign(event: ContentEvent): Promise<void> {
    this.#telling = this.#telling.then(() => this.#tell([event]));
    return this.#telling;
  }

  #begin(step: PipelineStep): Promise<void> {
    const slow = SLOW_STEPS.find((name): name is SlowStep => name === step.step);
    if (slow === undefined) return Promise.resolve();
    // A revision is the draft of the next round.
    const round = !('round' in step) ? 1 : slow === 'revise' ? step.round + 1 : step.round;
    return this.#sign({ key: `step.${slow}.${round}`, type: 'content.step_started', step: slow, round });
  }

  async #tell(events: readonly ContentEvent[]): Promise<void> {
    const { play, onEvent } = this.#options;
    const news = events.filter(({ key }) => !this.#told.has(key));
    await play.emit(...news.map((event) => ({ ...event })));
    for (const event of news) {
      this.#told.add(event.key);
      onEvent?.(event);
    }
  }

  /** The key of what may happen again and again. */
  #next(kind: string): string {
    return `${kind}.${[...this.#told].filter((key) => key.startsWith(`${kind}.`)).length + 1}`;
  }

  /** What an earlier process told already. */
  async #recall(): Promise<void> {
    const { docket } = this.#options;
    for (let seq = 0; ; ) {
      const page = await docket.events(this.#stage.runId, seq);
      for (const { key } of page) if (typeof key === 'string') this.#told.add(key);
      const last = page.at(-1)?.seq;
      if (last === undefined) return;
      seq = last;
    }
  }

  async #pause(
    saved: SavedPipeline,
    reason: 'time-budget' | 'stopped',
    message: string,
  ): Promise<ContentResult> {
    const { shelf, onProgress } = this.#options;
    const progress = progressOf(saved.record, 'paused', this.#site);
    await shelf.saveProgress(this.#stage.runId, progress);
    onProgress?.(progress);
    return this.park(reason, message);
  }

  /** What was saved stays; the docket tells that the run can go on. */
  async park(
    reason: Extract<ContentResult, { status: 'paused' }>['reason'],
    message: string,
  ): Promise<ContentResult> {
    // The record first: whoever hears of the pause and asks how the run stands finds it so.
    await this.#options.play.park('paused');
    await this.#tell([{ key: this.#next('paused'), type: 'content.paused', reason, message }]);
    return { status: 'paused', reason, message };
  }

  async #expired(): Promise<ContentResult> {
    const { play } = this.#options;
    const failure = {
      cause: 'state-expired',
      message: 'what was saved of the run is no longer stored; start a new one',
    };
    await this.#tell([{ type: 'content.failed', key: 'failed', ...failure }]);
    await play.end({ outcome: failure.cause, exitCode: EXIT_OF_STATUS.content.error });
    return { status: 'error', ...failure };
  }

  async #end(saved: SavedPipeline): Promise<ContentResult> {
    const { play, signal, deploy } = this.#options;
    const { error, saved: election } = saved.record;
    const quality = election?.quality ?? 'max-rounds-reached';
    const isApproved = error === null && quality === 'approved';
    if (isApproved && deploy !== undefined && signal.aborted)
      return this.#pause(saved, 'stopped', 'it was stopped');
    const site = isApproved ? await this.#deploy(saved) : null;
    if (site === 'stopped') return this.#pause(saved, 'stopped', 'it was stopped');
    const outcome = error !== null ? 'error' : site?.ok === false ? 'not-deployed' : quality;
    await play.end({ outcome: error?.cause ?? outcome, exitCode: EXIT_OF_STATUS.content[outcome] });
    if (error !== null) return { status: 'error', ...error };
    return { status: quality, saved, site };
  }

  /** Part of the run: whoever goes on after a crash does the steps that are not done. */
  async #deploy(saved: SavedPipeline): Promise<DeployedSite | 'stopped' | null> {
    if (this.#options.deploy === undefined) return null;
    const round = saved.record.drafts;
    await this.#sign({ key: 'step.deploy', type: 'content.step_started', step: 'deploy', round });
    const { deploy, signal } = this.#options;
    const site = await deploy(this.#stage.runId, (step, detail) => {
      // A failure to tell is met again by what is told next.
      this.#sign({ key: `deploy.${step}`, type: 'content.deploy_step', step, detail }).catch(() => undefined);
      this.#stand(saved, { phase: 'open', detail: step }).catch(() => undefined);
    }).catch((error: unknown) => {
      if (signal.aborted && !(error instanceof StoreError)) return 'stopped' as const;
      throw error;
    });
    if (site === 'stopped') return site;
    const detail = site.ok ? site.place : `${site.step}: ${site.message}`;
    await this.#stand(saved, { phase: site.ok ? 'done' : 'failed', detail });
    if (site.ok) {
      const { place, commit, pushed, accessibility } = site;
      await this.#sign({ key: 'deployed', type: 'content.deployed', place, commit, pushed, accessibility });
    } else {
      const { step, message } = site;
      await this.#sign({ key: this.#next('not_deployed'), type: 'content.not_deployed', step, message });
    }
    return site;
  }
}

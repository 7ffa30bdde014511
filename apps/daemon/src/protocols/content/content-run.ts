/** One run of the content pipeline in this process: what its steps stand on, opened when the first of them needs it. */
import { join } from 'node:path';
import type { ContentEvent } from '@design-jury/contracts/content/events';
import type { PipelineProgress } from '@design-jury/contracts/content/schema';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import type { Agent } from '../../agents/session.ts';
import type { RunContext } from '../../host/context.ts';
import type { Ending, Park } from '../../host/protocol.ts';
import { JuryError } from '../../jury-error.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import type { KeyValues } from '../../store/key-values.ts';
import type { ContentAgent } from './content-agent.ts';
import { ContentError } from './content-error.ts';
import { type ContentStore, contentStore } from './content-store.ts';
import { type ContentLibrary, loadContentLibrary } from './library.ts';
import type { ContentInput, ContentState } from './machine.ts';
import { modelContentAgent } from './model-agent.ts';
import { OFFLINE_NAME, offlineContentAgent } from './offline/agent.ts';
import { Projection } from './projection.ts';
import type { ContentRequest } from './request.ts';
import { readContentSettings } from './settings.ts';
import type { BrandDesigner } from './site/brand-agent.ts';
import { readPlan, type SitePlan } from './site/plan.ts';

export interface ContentServices {
  dataDir: string;
  agent: (id: string, model: string | null) => Promise<Agent>;
  /** Of git, of a browser and of hooks. */
  env: Readonly<Record<string, string | undefined>>;
  keyValues: KeyValues;
  /** Where sites are checked; null: in this thread. */
  threads: MeasuringThreads | null;
}

/** What whoever starts or resumes a run may add, under `content`. */
export interface ContentAttachment {
  /** @default what the environment says */
  settings?: ContentSettings;
  onProgress?: (progress: PipelineProgress) => void;
}

export type ContentContext = RunContext<ContentRequest, ContentState, ContentInput, ContentEvent>;

export class ContentRun {
  readonly services: ContentServices;
  readonly context: ContentContext;
  readonly settings: ContentSettings;
  readonly store: ContentStore;
  readonly #projection: Projection;
  readonly #until: number;
  #plan: Promise<SitePlan | null> | null = null;
  #library: Promise<ContentLibrary> | null = null;
  #agent: Promise<OpenedAgent> | null = null;
  #isShown = false;

  constructor(services: ContentServices, context: ContentContext) {
    this.services = services;
    this.context = context;
    // The host hands on what the content service attached.
    const attachment = (context.attachment.content ?? {}) as ContentAttachment;
    this.settings = attachment.settings ?? readContentSettings({ env: services.env });
    this.store = contentStore(services.keyValues, this.settings);
    this.#until = context.now() + this.settings.timeBudgetMs;
    this.#projection = new Projection({
      runId: context.run.id,
      folder: context.folder,
      store: this.store,
      onProgress: attachment.onProgress,
    });
  }

  isOverTime(): boolean {
    return this.context.now() >= this.#until;
  }

  /** What came of a step; the keys follow when it is in the log, and was said. */
  async feed(input: ContentInput): Promise<void> {
    await this.context.feed(input);
    await this.context.flush();
    await this.#show('running');
  }

  /** Before the first step: what an earlier process had no time to write is written. */
  async show(): Promise<void> {
    if (!this.#isShown) await this.#show('running');
    this.#isShown = true;
  }

  /** How the run is left. Never rejects: it is over or put aside whatever the store says. */
  async leave(state: ContentState, end: Park | { ending: Ending }): Promise<void> {
    const hasSite = (await this.plan().catch(() => null)) !== null;
    const how = 'park' in end ? 'paused' : 'running';
    await this.#projection.write(state, how, hasSite).catch(() => undefined);
    if ('ending' in end)
      await this.store.showDone(state.saved.ideaId, this.context.run.id).catch(() => undefined);
  }

  async #show(how: 'running' | 'paused'): Promise<void> {
    const { state, run } = this.context;
    await this.store.showWorking(state.saved.ideaId, run.id);
    await this.#projection.write(state, how, (await this.plan()) !== null);
  }

  /** Null where nothing is to be deployed. One that was named at a resume takes the place of the first. */
  plan(): Promise<SitePlan | null> {
    const { folder, request } = this.context;
    this.#plan ??= readPlan(folder).then((later) => later ?? ('site' in request ? request.site : null));
    return this.#plan;
  }

  library(): Promise<ContentLibrary> {
    this.#library ??= loadContentLibrary([join(this.services.dataDir, 'content')]);
    return this.#library;
  }

  agent(): Promise<OpenedAgent> {
    this.#agent ??= this.#openAgents();
    return this.#agent;
  }

  /** The text that the user brought along; null where the author writes the first draft. */
  get ownDraft(): string | null {
    const { request } = this.context;
    return request.kind === 'pipeline' ? (request.draft ?? null) : null;
  }

  async #openAgents(): Promise<OpenedAgent> {
    const { run, folder, request } = this.context;
    const at = { runId: run.id, workDir: folder, settings: this.settings };
    const opened = await openAgent(this.services, run.agent, run.model, at);
    const critics = request.kind === 'pipeline' ? (request.critics ?? run.agent) : run.agent;
    if (critics === run.agent) return opened;
    const other = await openAgent(this.services, critics, null, at);
    return { ...opened, contentAgent: writtenAndJudged(opened.contentAgent, other.contentAgent) };
  }
}

/** Who writes, criticises and designs; `designer` is null where no model does. */
export interface OpenedAgent {
  contentAgent: ContentAgent;
  designer: BrandDesigner | null;
}

/** One writes, another chooses who reviews and reviews. */
function writtenAndJudged(author: ContentAgent, critics: ContentAgent): ContentAgent {
  return {
    name: `${author.name}, reviewed by ${critics.name}`,
    draft: (request, signal) => author.draft(request, signal),
    revise: (request, signal) => author.revise(request, signal),
    criticise: (request, signal) => critics.criticise(request, signal),
    choose: (recipe, candidates, signal) => critics.choose(recipe, candidates, signal),
  };
}

async function openAgent(
  { agent: open }: ContentServices,
  id: string,
  model: string | null,
  at: { runId: string; workDir: string; settings: ContentSettings },
): Promise<OpenedAgent> {
  if (id === OFFLINE_NAME) return { contentAgent: offlineContentAgent(), designer: null };
  const agent = await open(id, model).catch((error: unknown) => {
    // One that is not there any more will not come back by itself.
    throw error instanceof JuryError && error.code === 'bad_request'
      ? new ContentError('no-agent', error.message)
      : error;
  });
  const { brandAgent } = await import('./site/brand-agent.ts');
  return {
    contentAgent: modelContentAgent({ agent, ...at }),
    designer: brandAgent({ agent, ...at, maxOutputTokens: at.settings.brandMaxTokens }),
  };
}

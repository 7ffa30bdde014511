/** Runs of the content pipeline on this machine: what the command line and the HTTP API both ask. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ContentEvent } from '@design-jury/contracts/content/events';
import { DOC_TYPES, type DocType, type PipelineProgress } from '@design-jury/contracts/content/schema';
import { type ContentSettings, DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import type { PlayRecord } from '@design-jury/contracts/questions';
import type { Agent } from '../../agents/session.ts';
import type { Docket, PlayHandle } from '../../host/run-store.ts';
import { JuryError } from '../../jury-error.ts';
import type { KeyValues } from '../../store/key-values.ts';
import { type ContentLibrary, loadContentLibrary } from './library.ts';
import { modelVoices } from './model-voices.ts';
import { OFFLINE_NAME, offlineVoices } from './offline/voices.ts';
import { type ContentResult, newPipeline, type PlayedIdea, playContent } from './player.ts';
import { contentShelf, type Shelf } from './shelf.ts';
import type { BrandDesigner } from './site/brand-agent.ts';
import { deploySite } from './site/deployment.ts';
import { readPlan, type SitePlan, savePlan } from './site/plan.ts';
import type { Voices } from './voices.ts';

export interface ContentOptions {
  dataDir: string;
  docket: Docket;
  keyValues: KeyValues;
  agent: (id: string, model: string | null) => Promise<Agent>;
  /** Of git, of a browser and of hooks. */
  env: Readonly<Record<string, string | undefined>>;
  /** @default those of the contract */
  settings?: ContentSettings;
  /** Where sites are checked. @default null: in this thread */
  threads?: MeasuringThreads | null;
  clock?: () => number;
}

export interface ContentOrder {
  ideaId: string;
  contentType: string;
  agent: string;
  /** Null: the agent's own. */
  model?: string | null;
  /** What becomes of an approved website; kept with the run, so that whoever goes on does it. */
  site?: SitePlan | null;
}

export interface PlayOptions {
  signal: AbortSignal;
  onEvent?: (event: ContentEvent) => void;
  onProgress?: (progress: PipelineProgress) => void;
}

/** Somebody who writes, criticises and designs; `designer` is null where no model does. */
export interface Speaker {
  voices: Voices;
  designer: BrandDesigner | null;
}

export interface ContentService {
  readonly shelf: Shelf;
  readonly settings: ContentSettings;
  /** Where sites are checked; null: in this thread. */
  readonly threads: MeasuringThreads | null;
  library(): Promise<ContentLibrary>;
  /** Checks the order and stores the run; `play` does it. Rejects with `bad_request`, naming what is missing. */
  start(order: ContentOrder): Promise<PlayHandle>;
  resume(runId: string): Promise<PlayHandle>;
  /** Until it is over or paused; the handle is given back in any case. */
  play(handle: PlayHandle, options: PlayOptions): Promise<ContentResult>;
  latest(ideaId: string): Promise<PlayRecord | null>;
  /** By its id; null when there is none. */
  run(runId: string): Promise<PlayRecord | null>;
  speaker(agent: string, model: string | null, at: { runId: string; workDir: string }): Promise<Speaker>;
}

export function contentService(options: ContentOptions): ContentService {
  const { dataDir, docket, keyValues, env, settings = DEFAULT_CONTENT_SETTINGS, clock = Date.now } = options;
  const shelf = contentShelf(keyValues, settings);
  const library = (): Promise<ContentLibrary> => loadContentLibrary([join(dataDir, 'content')]);
  const speaker: ContentService['speaker'] = async (id, model, at) => {
    if (id === OFFLINE_NAME) return { voices: offlineVoices(), designer: null };
    const agent = await options.agent(id, model);
    const { brandAgent } = await import('./site/brand-agent.ts');
    return {
      voices: modelVoices({ agent, ...at, settings }),
      designer: brandAgent({ agent, ...at, maxOutputTokens: settings.brandMaxTokens }),
    };
  };
  return {
    shelf,
    threads: options.threads ?? null,
    settings,
    library,
    speaker,
    async start({ ideaId, contentType, agent, model = null, site = null }) {
      const { recipes, advisors } = await library();
      const recipe = recipes.find((one) => one.contentType === contentType);
      if (recipe === undefined)
        throw new JuryError(
          'bad_request',
          `contentType: there is no ${JSON.stringify(contentType.slice(0, 60))}; there are ${recipes.map((one) => one.contentType).join(', ')}`,
        );
      const authorName = advisors.find(({ id }) => id === recipe.authorAdvisor)?.name ?? recipe.authorAdvisor;
      const docs = await shelf.docs(ideaId);
      const missing = recipe.authorContextDocs.filter((type) => (docs[type] ?? '').trim() === '');
      if (missing.length > 0)
        throw new JuryError(
          'bad_request',
          `${ideaId} lacks foundation documents for ${contentType}: ${missing.join(', ')}`,
        );
      // Rejects with `bad_request` and names those there are.
      if (agent !== OFFLINE_NAME) await options.agent(agent, model);
      // Locked before the run exists: a start that is refused leaves nothing behind.
      const claim = `start-${randomUUID()}`;
      if (!(await shelf.lock(ideaId, claim)))
        throw new JuryError('conflict', `another run works on ${ideaId}; wait for it or resume it`);
      const handle = await docket
        .start({
          protocol: 'content',
          subject: ideaId,
          title: `${ideaId}: ${contentType}`,
          config: { contentType, agent, maxRevisionRounds: recipe.maxRevisionRounds },
          state: { ideaId, contentType, agent, ...(model !== null && { model }) } satisfies PlayedIdea,
        })
        .catch(async (error: unknown) => {
          await shelf.unlock(ideaId, claim);
          throw error;
        });
      const runId = handle.record.id;
      try {
        await shelf.nameLock(ideaId, runId);
        if (site !== null) await savePlan(handle.workDir, site);
        await shelf.saveState(runId, newPipeline(ideaId, agent, recipe, authorName));
      } catch (error) {
        // Nobody plays it: whoever asks for the idea again must be able to take it.
        await handle.release();
        throw error;
      }
      return handle;
    },
    async resume(runId) {
      const record = await docket.get(runId);
      if (record.protocol !== 'content')
        throw new JuryError('bad_request', `${runId} is no run of the content pipeline`);
      return docket.resume(runId);
    },
    async play(handle, { signal, onEvent, onProgress }) {
      try {
        const { agent, model = null, ideaId } = handle.record.state as PlayedIdea;
        const runId = handle.record.id;
        const { voices, designer } = await speaker(agent, model, { runId, workDir: handle.workDir });
        const plan = await readPlan(handle.workDir);
        return await playContent({
          docket,
          play: handle,
          shelf,
          voices,
          library: await library(),
          settings,
          signal,
          clock,
          ...(plan !== null && {
            deploy: async (_runId, tell) =>
              deploySite({
                ...plan,
                runId,
                slug: ideaId,
                dataDir,
                shelf,
                docs: await shelf.docs(ideaId),
                designer,
                brandFallback: settings.brandFallback,
                approved: (await shelf.approved(runId))?.content ?? null,
                env,
                threads: options.threads ?? null,
                signal,
                tell,
              }),
          }),
          ...(onEvent !== undefined && { onEvent }),
          ...(onProgress !== undefined && { onProgress }),
        });
      } finally {
        await handle.release();
      }
    },
    latest: (ideaId) => docket.latest('content', ideaId),
    run: (runId) =>
      docket.get(runId).catch((error: unknown) => {
        if (error instanceof JuryError && error.code === 'not_found') return null;
        throw error;
      }),
  };
}

export function isDocType(text: string): text is DocType {
  return (DOC_TYPES as readonly string[]).includes(text);
}

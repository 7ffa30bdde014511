/** Runs of the content pipeline on this machine: what the command line and the HTTP API both ask. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ContentSettings, DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content-settings';
import { DOC_TYPES, type DocType, type PipelineProgress } from '@design-jury/contracts/pipeline';
import type { ContentEvent } from '@design-jury/contracts/pipeline-events';
import type { PlayRecord } from '@design-jury/contracts/play';
import type { Agent } from '../agents/session.ts';
import type { Docket, PlayHandle } from '../docket/docket.ts';
import { JuryError } from '../jury.ts';
import type { KeyValues } from '../store/key-values.ts';
import { type ContentLibrary, loadContentLibrary } from './library.ts';
import { modelVoices } from './model-voices.ts';
import { OFFLINE_NAME, offlineVoices } from './offline/voices.ts';
import { type ContentResult, type Deployment, newPipeline, type PlayedIdea, playContent } from './player.ts';
import { contentShelf, type Shelf } from './shelf.ts';

export interface ContentOptions {
  dataDir: string;
  docket: Docket;
  keyValues: KeyValues;
  agent: (id: string, model: string | null) => Promise<Agent>;
  /** @default those of the contract */
  settings?: ContentSettings;
  clock?: () => number;
}

export interface ContentOrder {
  ideaId: string;
  contentType: string;
  agent: string;
}

export interface PlayOptions {
  signal: AbortSignal;
  model?: string | null;
  onEvent?: (event: ContentEvent) => void;
  onProgress?: (progress: PipelineProgress) => void;
  /** What is done with an approved text before the run is over. */
  deploy?: Deployment;
}

export interface ContentService {
  readonly shelf: Shelf;
  readonly settings: ContentSettings;
  library(): Promise<ContentLibrary>;
  /** Checks the order and stores the run; `play` does it. Rejects with `bad_request`, naming what is missing. */
  start(order: ContentOrder): Promise<PlayHandle>;
  resume(runId: string): Promise<PlayHandle>;
  /** Until it is over or paused; the handle is given back in any case. */
  play(handle: PlayHandle, options: PlayOptions): Promise<ContentResult>;
  latest(ideaId: string): Promise<PlayRecord | null>;
}

export function contentService(options: ContentOptions): ContentService {
  const { dataDir, docket, keyValues, settings = DEFAULT_CONTENT_SETTINGS, clock = Date.now } = options;
  const shelf = contentShelf(keyValues, settings);
  const library = (): Promise<ContentLibrary> => loadContentLibrary([join(dataDir, 'content')]);
  return {
    shelf,
    settings,
    library,
    async start({ ideaId, contentType, agent }) {
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
      if (agent !== OFFLINE_NAME) await options.agent(agent, null);
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
          state: { ideaId, contentType, agent } satisfies PlayedIdea,
        })
        .catch(async (error: unknown) => {
          await shelf.unlock(ideaId, claim);
          throw error;
        });
      const runId = handle.record.id;
      await shelf.nameLock(ideaId, runId);
      await shelf.saveState(runId, newPipeline(ideaId, agent, recipe, authorName));
      return handle;
    },
    async resume(runId) {
      const record = await docket.get(runId);
      if (record.protocol !== 'content')
        throw new JuryError('bad_request', `${runId} is no run of the content pipeline`);
      return docket.resume(runId);
    },
    async play(handle, { signal, model = null, onEvent, onProgress, deploy }) {
      try {
        const { agent } = handle.record.state as PlayedIdea;
        const runId = handle.record.id;
        const voices =
          agent === OFFLINE_NAME
            ? offlineVoices()
            : modelVoices({
                agent: await options.agent(agent, model),
                runId,
                workDir: handle.workDir,
                settings,
              });
        return await playContent({
          docket,
          play: handle,
          shelf,
          voices,
          library: await library(),
          settings,
          signal,
          clock,
          ...(onEvent !== undefined && { onEvent }),
          ...(onProgress !== undefined && { onProgress }),
          ...(deploy !== undefined && { deploy }),
        });
      } finally {
        await handle.release();
      }
    },
    latest: (ideaId) => docket.latest('content', ideaId),
  };
}

export function isDocType(text: string): text is DocType {
  return (DOC_TYPES as readonly string[]).includes(text);
}

/** Runs of the content pipeline: what the command line and the HTTP API both ask for. */
import { join } from 'node:path';
import { pauseMessage } from '@design-jury/contracts/content/events';
import { DOC_TYPES, type DocType, type PipelineProgress } from '@design-jury/contracts/content/schema';
import { type ContentSettings, DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { isOpen, type Project, type RunRecord } from '@design-jury/contracts/run';
import type { Agent } from '../../agents/session.ts';
import { keptVersions } from '../../agents/versions.ts';
import type { Attachment } from '../../host/context.ts';
import type { Host } from '../../host/host.ts';
import { readRequest } from '../../host/request-file.ts';
import { JuryError } from '../../jury-error.ts';
import { StoreError } from '../../store/errors.ts';
import type { KeyValues } from '../../store/key-values.ts';
import type { ContentAttachment } from './content-run.ts';
import { type ContentStore, contentStore } from './content-store.ts';
import { type ContentLibrary, loadContentLibrary, type Recipe } from './library.ts';
import type { ContentState } from './machine.ts';
import { OFFLINE_NAME } from './offline/agent.ts';
import type { SavedPipeline } from './record.ts';
import { type ContentRequest, parseRequest } from './request.ts';
import { type SitePlan, savePlan } from './site/plan.ts';
import type { DeployedSite } from './site-work.ts';

export interface ContentOptions {
  dataDir: string;
  host: Host;
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
  /** Null: the agent's own. */
  model?: string | null;
  /** A text of the user's own, reviewed instead of a first draft. */
  draft?: string;
  /** Who chooses critics and reviews; the agent that writes, unless another is named. */
  critics?: string;
  /** What becomes of an approved website; kept with the run, so that whoever goes on does it. */
  site?: SitePlan | null;
}

export interface WatchOptions {
  onProgress?: (progress: PipelineProgress) => void;
}

export interface StartedContent {
  run: RunRecord;
  /** True when the idea had an open run: it goes on. */
  resumed: boolean;
}

export type ContentResult =
  | { status: 'approved' | 'max-rounds-reached'; saved: SavedPipeline; site: DeployedSite | null }
  | { status: 'paused'; reason: string; message: string }
  | { status: 'error'; cause: string; message: string };

export interface ContentService {
  readonly store: ContentStore;
  readonly settings: ContentSettings;
  library(): Promise<ContentLibrary>;
  /**
   * Checks the order and starts a run; an idea's open run goes on instead. Rejects with `bad_request`, naming what is
   * missing, and with `conflict` while somebody works on the idea.
   */
  start(order: ContentOrder, watch?: WatchOptions): Promise<StartedContent>;
  /** A plan that is named takes the place of the one the run was started with. */
  resume(runId: string, watch?: WatchOptions & { site?: SitePlan | null }): Promise<StartedContent>;
  /** When it is over or put aside. */
  result(runId: string): Promise<ContentResult>;
  /** Brand and copy in one pass, without critics. Resolves when it is deployed, or was not. */
  singlePass(ideaId: string, order: { design: string; agent: string }): Promise<DeployedSite>;
  latest(ideaId: string): Promise<RunRecord | null>;
  /** By its id; null when there is none. */
  run(runId: string): Promise<RunRecord | null>;
}

const PROTOCOL = 'content';
/** A single pass is no answer to how the pipeline of an idea stands. */
const singlePassKey = (ideaId: string): string => `single-pass/${ideaId}`;

export function contentService(options: ContentOptions): ContentService {
  const { dataDir, host, keyValues, settings = DEFAULT_CONTENT_SETTINGS, clock = Date.now } = options;
  const store = contentStore(keyValues, settings);
  const library = (): Promise<ContentLibrary> => loadContentLibrary([join(dataDir, 'content')]);
  /** Ideas somebody is just being started on: between a look at the store and a row in it. */
  const starting = new Set<string>();

  const whileStarting = async <Value>(ideaId: string, start: () => Promise<Value>): Promise<Value> => {
    if (starting.has(ideaId)) throw busy(ideaId);
    starting.add(ideaId);
    try {
      return await start();
    } finally {
      starting.delete(ideaId);
    }
  };

  /** Rejects while a run of the idea is under way anywhere. */
  const refuseBeside = async (ideaId: string): Promise<void> => {
    for (const key of [ideaId, singlePassKey(ideaId)]) {
      const last = await host.latest(PROTOCOL, key);
      if (last !== null && isOpen(last.state) && (await host.isHeld(last.id))) throw busy(ideaId);
    }
  };

  /** All runs of an idea are of one project: its lease lets one of them work at a time. */
  const projectOf = async (ideaId: string): Promise<string | Project> => {
    const known =
      (await host.latest(PROTOCOL, ideaId)) ?? (await host.latest(PROTOCOL, singlePassKey(ideaId)));
    if (known !== null) return known.projectId;
    return {
      id: `idea-${ideaId}`,
      name: ideaId,
      metadata: {},
      createdAt: new Date(clock()).toISOString(),
    };
  };

  const attached = (watch: WatchOptions): Attachment => ({
    content: { settings, ...watch } satisfies ContentAttachment,
  });

  /** The state of a run that is over or put aside. */
  const left = async (run: RunRecord): Promise<ContentState> =>
    // The host folds the log with our own protocol.
    (await host.stateOf(run.id)) as ContentState;

  const startRun = async (
    request: Exclude<ContentRequest, { kind: 'recalled' }>,
    { agent, model = null }: Pick<ContentOrder, 'agent' | 'model'>,
    opened: readonly Agent[],
    watch: WatchOptions,
  ): Promise<StartedContent> => {
    const { kind, ideaId, recipe } = request;
    const { contentType, maxRevisionRounds } = recipe;
    const order = {
      protocol: PROTOCOL,
      title: kind === 'single-pass' ? `${ideaId}: single pass` : `${ideaId}: ${contentType}`,
      subjectKey: kind === 'single-pass' ? singlePassKey(ideaId) : ideaId,
      agent,
      model,
      config: { kind, contentType, agent, maxRevisionRounds, ...keptVersions(opened) },
      request,
      attachment: attached(watch),
    };
    const project = await projectOf(ideaId);
    const run = await host.start({ ...order, project }).catch((error: unknown) => {
      // Made by another process since we looked.
      if (typeof project === 'string' || !(error instanceof StoreError) || error.reason !== 'conflict')
        throw error;
      return host.start({ ...order, project: project.id });
    });
    return { run, resumed: false };
  };

  const isSamePass = async (run: RunRecord, agent: string, design: string): Promise<boolean> => {
    const parsed = parseRequest(await readRequest(host.folder(run)));
    return parsed.kind === 'single-pass' && run.agent === agent && parsed.site.design === design;
  };

  const recipeFor = async (contentType: string): Promise<{ recipe: Recipe; author: string }> => {
    const { recipes, advisors } = await library();
    const recipe = recipes.find((one) => one.contentType === contentType);
    if (recipe === undefined)
      throw new JuryError(
        'bad_request',
        `contentType: there is no ${JSON.stringify(contentType.slice(0, 60))}; there are ${recipes.map((one) => one.contentType).join(', ')}`,
      );
    const author = advisors.find(({ id }) => id === recipe.authorAdvisor)?.name ?? recipe.authorAdvisor;
    return { recipe, author };
  };

  const resume: ContentService['resume'] = async (runId, { site = null, ...watch } = {}) => {
    const record = await host.get(runId);
    if (record.protocol !== PROTOCOL)
      throw new JuryError('bad_request', `${runId} is no run of the content pipeline`);
    if (site !== null && !(await host.isHeld(runId))) await savePlan(host.folder(record), site);
    return { run: await host.resume(runId, attached(watch)), resumed: true };
  };

  return {
    store,
    settings,
    library,
    resume,
    start: (order, watch = {}) =>
      whileStarting(order.ideaId, async () => {
        const { ideaId, contentType, agent, model = null, site = null, draft, critics } = order;
        await refuseBeside(ideaId);
        const last = await host.latest(PROTOCOL, ideaId);
        if (last !== null && isOpen(last.state)) return resume(last.id, watch);
        const { recipe, author } = await recipeFor(contentType);
        const docs = await store.docs(ideaId);
        const missing = recipe.authorContextDocs.filter((type) => (docs[type] ?? '').trim() === '');
        // A text of the user's own is held against the documents there are; an author needs all of its own.
        const isHeld = draft !== undefined && missing.length < recipe.authorContextDocs.length;
        if (missing.length > 0 && !isHeld)
          throw new JuryError(
            'bad_request',
            `${ideaId} lacks foundation documents for ${contentType}: ${missing.join(', ')}`,
          );
        // Rejects with `bad_request` and names those there are.
        const opened = agent === OFFLINE_NAME ? [] : [await options.agent(agent, model)];
        if (critics !== undefined && critics !== OFFLINE_NAME)
          opened.push(await options.agent(critics, null));
        const { template: _template, ...limits } = recipe;
        const own = {
          ...(draft !== undefined && { draft }),
          ...(critics !== undefined && { critics }),
        };
        const request = { kind: 'pipeline', ideaId, recipe: limits, author, site, ...own } as const;
        return startRun(request, order, opened, watch);
      }),
    async singlePass(ideaId, { design, agent }) {
      const started = await whileStarting(ideaId, async () => {
        await refuseBeside(ideaId);
        const { recipe, author } = await recipeFor('website');
        if (((await store.docs(ideaId)).positioning ?? '').trim() === '')
          throw new JuryError('bad_request', `${ideaId} lacks the foundation document positioning`);
        const opened = agent === OFFLINE_NAME ? [] : [await options.agent(agent, null)];
        const { template: _template, ...limits } = recipe;
        const site = { design, target: { kind: 'serve' }, remote: null, hook: null } as const;
        // One that a killed process left is ended, not begun beside it.
        const last = await host.latest(PROTOCOL, singlePassKey(ideaId));
        if (last !== null && isOpen(last.state) && (await isSamePass(last, agent, design)))
          return resume(last.id);
        const request = { kind: 'single-pass', ideaId, recipe: limits, author, site } as const;
        return startRun(request, { agent }, opened, {});
      });
      return siteOf(await left(await host.done(started.run.id)));
    },
    async result(runId) {
      const record = await host.done(runId);
      return resultOf(record, await left(record));
    },
    latest: (ideaId) => host.latest(PROTOCOL, ideaId),
    run: (runId) =>
      host.get(runId).catch((error: unknown) => {
        if (error instanceof JuryError && error.code === 'not_found') return null;
        throw error;
      }),
  };
}

function busy(ideaId: string): JuryError {
  return new JuryError('conflict', `a run of ${ideaId} is under way; wait for it`);
}

function resultOf({ state, recoveryReason }: RunRecord, left: ContentState): ContentResult {
  if (isOpen(state)) {
    const reason = recoveryReason ?? 'stopped';
    return { status: 'paused', reason, message: pauseMessage(reason) };
  }
  const { error } = left.saved.record;
  if (error !== null) return { status: 'error', ...error };
  const site = left.site.phase === 'over' ? left.site.site : null;
  const status = left.saved.record.saved?.quality ?? 'max-rounds-reached';
  return { status, saved: left.saved, site };
}

/** A single pass whose copy was not written has no site either. */
function siteOf({ saved, site }: ContentState): DeployedSite {
  if (site.phase === 'over') return site.site;
  const message = saved.record.error?.message ?? 'it was stopped';
  return { ok: false, step: 'design_brand', message: `no copy: ${message}` };
}

export function isDocType(text: string): text is DocType {
  return (DOC_TYPES as readonly string[]).includes(text);
}

/** The content pipeline as a protocol: an author, chosen critics, an editor's rubric, a saved text, a deployed site. */
import type { ContentEvent } from '@design-jury/contracts/content/events';
import {
  EMPTY_PIPELINE,
  foldPipeline,
  type PipelineFold,
  type StampedContent,
} from '@design-jury/contracts/content/fold';
import { EXIT, EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import type { StopEnding } from '@design-jury/contracts/stop';
import { z } from 'zod';
import type { Ending, Park, Protocol, Setup } from '../../host/protocol.ts';
import type { ContentServices } from './content-run.ts';
import {
  begin,
  type ContentEffect,
  type ContentInput,
  type ContentState,
  pending,
  transition,
} from './machine.ts';
import { ContentPerformer, paused } from './perform.ts';
import type { SavedPipeline } from './record.ts';
import { type ContentRequest, parseRequest } from './request.ts';

export type ContentProtocol = Protocol<
  ContentRequest,
  ContentState,
  ContentInput,
  ContentEffect,
  ContentEvent
>;

export function contentProtocol(services: ContentServices): ContentProtocol {
  const performer = new ContentPerformer(services);
  return {
    id: 'content',
    resumable: true,
    parseRequest,
    begin: ({ run, request }) =>
      request.kind === 'recalled'
        ? begin('unread', unread(run))
        : begin(request.kind, newPipeline(request, run.agent)),
    transition: (state, input) => transition(state, input),
    pending: (state) => pending(state),
    perform: (effect, context) => performer.perform(effect, context),
    stopped,
    ending: (state) => endingOf(state),
    settled: (state, end, context) => performer.runOf(context).leave(state, end),
    restore(saved, { run }) {
      const parsed = StoredIdeaSchema.safeParse(saved);
      return parsed.success ? begin('unread', unread({ ...run, subjectKey: parsed.data.ideaId }))[0] : null;
    },
    view: {
      initial: EMPTY_PIPELINE,
      fold: (view, event) => foldPipeline(view as PipelineFold, event as unknown as StampedContent),
    },
  };
}

/** What 0.1 stored of a run beside its keys. */
const StoredIdeaSchema = z.looseObject({ ideaId: z.string() });

function newPipeline(
  { ideaId, recipe, author }: Exclude<ContentRequest, { kind: 'recalled' }>,
  agent: string,
): SavedPipeline {
  return {
    ideaId,
    agent,
    author,
    selectedBy: null,
    warnings: [],
    record: { recipe, panel: null, drafts: 0, rounds: [], saved: null, error: null },
  };
}

/** Stands in until what was saved is read. */
function unread({ subjectKey: ideaId, agent }: Setup<unknown>['run']): SavedPipeline {
  const recipe = {
    contentType: 'website',
    authorAdvisor: '',
    authorContextDocs: [],
    evaluationNeeds: '',
    minAggregateScore: 1,
    maxRevisionRounds: 1,
  };
  return newPipeline({ kind: 'pipeline', ideaId, recipe, author: '', site: null }, agent);
}

function stopped(ending: StopEnding, { kind }: ContentState): ContentInput | Park {
  if (ending.type === 'interrupted')
    // Whoever asked for a single pass waits for it: it is not gone on with behind his back.
    return kind === 'single-pass'
      ? { type: 'failed', cause: 'stopped', message: 'it was stopped' }
      : paused('stopped');
  if (ending.type === 'failed' && ending.cause === 'storage_error') return paused('store-unavailable');
  return { type: 'failed', cause: 'internal', message: ending.message };
}

/** Of a single pass: written and deployed as it was asked for. */
const EXIT_CODES = { ...EXIT_OF_STATUS.content, deployed: EXIT.ships } as const;

function endingOf({ kind, saved, site }: ContentState): Ending | null {
  const { error, saved: election } = saved.record;
  if (error !== null)
    return {
      state: 'ended',
      outcome: error.cause,
      exitCode: EXIT_CODES.error,
      cause: error.cause,
      message: error.message,
    };
  const outcome = outcomeOf(kind, election?.quality ?? null, site);
  return outcome === null ? null : { state: 'ended', outcome, exitCode: EXIT_CODES[outcome], cause: null };
}

function outcomeOf(
  kind: ContentState['kind'],
  quality: 'approved' | 'max-rounds-reached' | null,
  site: ContentState['site'],
): Exclude<keyof typeof EXIT_CODES, 'error' | 'paused'> | null {
  if (site.phase === 'over' && !site.site.ok) return 'not-deployed';
  if (kind === 'single-pass') return site.phase === 'over' ? 'deployed' : null;
  if (quality !== 'approved') return quality;
  return site.phase === 'open' ? null : 'approved';
}

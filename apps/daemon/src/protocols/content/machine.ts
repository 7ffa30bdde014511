/**
 * The content pipeline as a pure machine: its state is the fold of its inputs, and what is to be done follows from the
 * state alone, so any process can go on.
 */
import type { ContentEvent, PanelMember } from '@design-jury/contracts/content/events';
import type { AdvisorCritique, CriticFailure, EditorDecision } from '@design-jury/contracts/content/schema';
import type { Emit, Turn } from '../../host/protocol.ts';
import type { Election } from './election.ts';
import * as said from './events.ts';
import {
  inPanelOrder,
  isAllFailed,
  nextStep,
  type RoundRecord,
  roundAt,
  type SavedPipeline,
  withRound,
} from './record.ts';
import { type DeployedSite, type SiteWork, stepsDone } from './site/deployment.ts';

export interface ContentState {
  /** `unread`: of a run of 0.1 whose saved state is still to be read. */
  kind: 'pipeline' | 'single-pass' | 'unread';
  saved: SavedPipeline;
  /** When the text was saved; null before. */
  savedAt: string | null;
  site: SiteState;
}

export type SiteState =
  /** With the steps that are done, and what they made. */
  | { phase: 'open'; done: readonly string[]; work: SiteWork }
  /** Nothing was to be deployed. */
  | { phase: 'none' }
  | { phase: 'over'; work: SiteWork; site: DeployedSite };

export type ContentInput =
  /** What 0.1 had saved; null where its time is over. */
  | { type: 'recalled'; saved: SavedPipeline | null; savedAt: string | null; work: SiteWork }
  | { type: 'drafted'; round: number }
  | {
      type: 'panel_chosen';
      by: 'model' | 'lexical' | 'named';
      panel: readonly PanelMember[];
      warnings: readonly string[];
    }
  | { type: 'critic_scored'; round: number; critique: AdvisorCritique; warnings: readonly string[] }
  | { type: 'critic_failed'; round: number; failure: CriticFailure }
  | { type: 'decided'; round: number; decision: EditorDecision; warnings: readonly string[] }
  | { type: 'summarised'; round: number; summary: NonNullable<RoundRecord['summary']> }
  | { type: 'saved'; election: Election; at: string; warnings: readonly string[] }
  | { type: 'deploy_step'; step: string; detail: string | null; work: SiteWork }
  | { type: 'site_ended'; site: DeployedSite | null }
  | { type: 'failed'; cause: string; message: string };

export type ContentEffect =
  | { type: 'recall' }
  | { type: 'draft' | 'select' | 'critique' | 'decide' | 'summarise' | 'revise' | 'save'; round: number }
  | { type: 'deploy'; round: number };

export type ContentTurn = Turn<ContentState, ContentEffect, ContentEvent>;
type Change = [state: ContentState, events: readonly ContentEvent[]];

export function begin(kind: ContentState['kind'], saved: SavedPipeline): ContentTurn {
  const state: ContentState = {
    kind,
    saved,
    savedAt: null,
    site: { phase: 'open', done: [], work: {} },
  };
  // A run of 0.1 has said how it started.
  const events = kind === 'unread' ? [] : [said.started(saved)];
  return [state, [...emits(events), ...pending(state)]];
}

/** What is to be done next: nothing when it is over. */
export function pending(state: ContentState): ContentEffect[] {
  const { kind, saved, site } = state;
  const { record } = saved;
  if (record.error !== null || site.phase === 'over') return [];
  if (kind === 'unread') return [{ type: 'recall' }];
  if (kind === 'single-pass')
    return record.drafts === 0 ? [{ type: 'draft', round: 1 }] : [{ type: 'deploy', round: 1 }];
  const next = nextStep(record);
  if (next.step !== 'done') return [{ type: next.step, round: 'round' in next ? next.round : 1 }];
  return record.saved?.quality === 'approved' && site.phase === 'open'
    ? [{ type: 'deploy', round: record.drafts }]
    : [];
}

export function transition(state: ContentState, input: ContentInput): ContentTurn {
  const changed = take(state, input);
  if (changed === null) return [state, []];
  const [next, events] = changed;
  const isSame = JSON.stringify(pending(state)) === JSON.stringify(pending(next));
  // A step that is under way goes on by itself: each critic's answer is an input of its own.
  return [next, [...emits(events), ...(isSame ? [] : pending(next))]];
}

function emits(events: readonly ContentEvent[]): Emit<ContentEvent>[] {
  return events.map((event) => ({ type: 'emit', event }));
}

/** Null where the input does not fit. */
function take(state: ContentState, input: ContentInput): Change | null {
  const { saved } = state;
  const { record } = saved;
  if (pending(state).length === 0) return null;
  switch (input.type) {
    case 'recalled':
      return state.kind === 'unread' ? recalled(state, input) : null;
    case 'drafted': {
      if (input.round !== record.drafts + 1) return null;
      const drafted = { ...saved, record: { ...record, drafts: input.round } };
      const isJudged = record.panel !== null;
      return [
        { ...state, saved: isJudged ? withRound(drafted, input.round, {}) : drafted },
        [said.drafted(input.round)],
      ];
    }
    case 'panel_chosen': {
      if (record.panel !== null || record.drafts === 0) return null;
      const { by, panel } = input;
      const chosen = { ...saved, selectedBy: by, record: { ...record, panel } };
      return warned({ ...state, saved: withRound(chosen, record.drafts, {}) }, input.warnings, [
        said.panelChosen(by, panel),
      ]);
    }
    case 'critic_scored': {
      const { round, critique } = input;
      if (!isAwaited(state, round, critique.advisorId)) return null;
      const critiques = [...(roundAt(record, round)?.critiques ?? []), critique];
      const heard = { ...state, saved: withRound(saved, round, { critiques }) };
      return warned(heard, input.warnings, [said.criticScored(round, critique)]);
    }
    case 'critic_failed': {
      const { round, failure } = input;
      if (!isAwaited(state, round, failure.advisorId)) return null;
      const failures = [...(roundAt(record, round)?.failures ?? []), failure];
      const heard = { ...state, saved: withRound(saved, round, { failures }) };
      return orMute(heard, round, [said.criticFailed(round, failure)]);
    }
    case 'decided': {
      const { round, decision } = input;
      const entry = roundAt(record, round);
      if (round !== record.drafts || entry === null || entry.decision !== null) return null;
      const critiques = inPanelOrder(record, entry.critiques);
      const decided = { ...state, saved: withRound(saved, round, { critiques, decision }) };
      return warned(decided, input.warnings, [said.decided(round, decision)]);
    }
    case 'summarised': {
      const { round, summary } = input;
      const entry = roundAt(record, round);
      if (round !== record.drafts || entry?.decision == null || entry.summary !== null) return null;
      return [{ ...state, saved: withRound(saved, round, { summary }) }, [said.summarised(round, summary)]];
    }
    case 'saved': {
      if (record.saved !== null) return null;
      const { election, at } = input;
      const kept = { ...state, savedAt: at, saved: { ...saved, record: { ...record, saved: election } } };
      return warned(kept, input.warnings, [said.textSaved(election)]);
    }
    case 'deploy_step': {
      if (state.site.phase !== 'open') return null;
      const { step, detail, work } = input;
      const { done } = state.site;
      const isNews = detail !== null && !done.includes(step);
      return [
        { ...state, site: { phase: 'open', done: isNews ? [...done, step] : done, work } },
        isNews ? [said.deployStep(step, detail)] : [],
      ];
    }
    case 'site_ended': {
      if (state.site.phase !== 'open') return null;
      const { site } = input;
      if (site === null) return [{ ...state, site: { phase: 'none' } }, []];
      return [{ ...state, site: { phase: 'over', work: state.site.work, site } }, [said.siteEnded(site)]];
    }
    case 'failed':
      return failed(state, input.cause, input.message, []);
  }
}

function recalled(
  state: ContentState,
  { saved, savedAt, work }: Extract<ContentInput, { type: 'recalled' }>,
): Change {
  if (saved === null)
    return failed(
      { ...state, kind: 'pipeline' },
      'state-expired',
      'what was saved of the run is no longer stored; start a new one',
      [],
    );
  const { panel, drafts } = saved.record;
  const entered = panel !== null && drafts > 0 ? withRound(saved, drafts, {}) : saved;
  return [
    { kind: 'pipeline', saved: entered, savedAt, site: { phase: 'open', done: stepsDone(work), work } },
    [],
  ];
}

function isAwaited({ saved }: ContentState, round: number, advisorId: string): boolean {
  const next = nextStep(saved.record);
  return next.step === 'critique' && next.round === round && next.waiting.includes(advisorId);
}

/** When all of a panel failed, nobody has judged: an error, never an approval. */
function orMute(state: ContentState, n: number, events: readonly ContentEvent[]): Change {
  const { record } = state.saved;
  const round = roundAt(record, n);
  if (round === null || nextStep(record).step === 'critique' || !isAllFailed(record, round))
    return [state, events];
  const why = round.failures.map(({ name, error }) => `${name}: ${error}`).join('; ');
  return failed(state, 'all-critics-failed', `all critics failed: ${why}`, events);
}

function failed(
  state: ContentState,
  cause: string,
  message: string,
  events: readonly ContentEvent[],
): Change {
  const { saved } = state;
  const record = { ...saved.record, error: { cause, message } };
  return [{ ...state, saved: { ...saved, record } }, [...events, said.failed(cause, message)]];
}

function warned(state: ContentState, warnings: readonly string[], events: readonly ContentEvent[]): Change {
  const { saved } = state;
  const known = saved.warnings.length;
  return [
    { ...state, saved: { ...saved, warnings: [...saved.warnings, ...warnings] } },
    [...events, ...warnings.map((message, index) => said.warning(known + index, message))],
  ];
}

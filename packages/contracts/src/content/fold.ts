/**
 * One fold for a run of the content pipeline: live, late, resumed elsewhere, and replayed. No clock, no zod. Every event
 * writes a place of its own and the newest of a place wins, so that neither order nor repetition matters.
 */

import { type ContentEvent, type PanelMember, pauseMessage, type SlowStep } from './events.ts';
import type { ContentQuality, CritiqueIssue, EditorDecision } from './schema.ts';

/** What the host says of the run, beside what the protocol says. */
type HostState = { type: 'run.state'; state: 'running' | 'waiting' | 'paused'; reason: string | null };
export type StampedContent = (ContentEvent | HostState) & { seq: number; at: string };
type Stamped<Type extends ContentEvent['type']> = Extract<StampedContent, { type: Type }>;

/** A failed critic has neither a score nor issues: it is not a zero. */
export type CriticView =
  | { state: 'reading'; attempt: number; since: string }
  | { state: 'scored'; score: number; pass: boolean; issues: readonly CritiqueIssue[] }
  | { state: 'failed'; error: string };

export interface RoundSummaryView {
  fixed: readonly { text: string; round: number }[];
  wellScored: readonly string[];
  regressed: readonly string[];
  brief: string;
}

export interface ContentRoundView {
  n: number;
  isDrafted: boolean;
  critics: Readonly<Record<string, CriticView>>;
  decision: Omit<EditorDecision, 'brief'> | null;
  summary: RoundSummaryView | null;
}

interface Numbered {
  seq: number;
  at: string;
}

export interface PipelineFold {
  head: {
    ideaId: string;
    contentType: string;
    agent: string;
    /** Null in runs of older versions. */
    author: string | null;
    maxRounds: number;
    minScore: number | null;
    at: string;
  } | null;
  panel: { by: string; members: readonly PanelMember[] } | null;
  /** In order. */
  rounds: readonly ContentRoundView[];
  /** The step that takes time and began last. */
  doing: (Numbered & { step: SlowStep; round: number }) | null;
  saved: { round: number; quality: ContentQuality; belowSafetyValve: boolean } | null;
  failed: { cause: string; message: string } | null;
  /** How the run was broken off last; `resumed` once it went on. */
  pause: (Numbered & ({ kind: 'paused'; reason: string; message: string } | { kind: 'resumed' })) | null;
  /** What each step that is done has made. */
  deployed: Readonly<Record<string, string>>;
  site:
    | (Numbered &
        (
          | { ok: true; place: string; commit: string; pushed: string | null; accessibility: string }
          | { ok: false; step: string; message: string }
        ))
    | null;
  warnings: readonly { seq: number; message: string }[];
  last: Numbered | null;
}

export const EMPTY_PIPELINE: PipelineFold = {
  head: null,
  panel: null,
  rounds: [],
  doing: null,
  saved: null,
  failed: null,
  pause: null,
  deployed: {},
  site: null,
  warnings: [],
  last: null,
};

export function foldPipeline(before: PipelineFold, event: StampedContent): PipelineFold {
  const { seq, at } = event;
  const fold = { ...before, last: newest(before.last, { seq, at }) };
  switch (event.type) {
    case 'content.started': {
      const { ideaId, contentType, agent, author = null, maxRounds, minScore = null } = event;
      return { ...fold, head: { ideaId, contentType, agent, author, maxRounds, minScore, at } };
    }
    case 'content.step_started': {
      const { step, round } = event;
      return { ...fold, doing: newest(fold.doing, { seq, at, step, round }) };
    }
    case 'content.drafted':
      return inRound(fold, event.round, (round) => ({ ...round, isDrafted: true }));
    case 'content.panel_chosen':
      return { ...fold, panel: { by: event.by, members: event.panel } };
    case 'content.critic_asked':
      return inRound(fold, event.round, (round) => asked(round, event));
    case 'content.critic_scored': {
      const { advisorId, score, pass, issues } = event;
      return heard(fold, event.round, advisorId, { state: 'scored', score, pass, issues });
    }
    case 'content.critic_failed':
      return heard(fold, event.round, event.advisorId, { state: 'failed', error: event.error });
    case 'content.decided': {
      const { decision, basis, avgScore, highIssueCount } = event;
      const decided = { decision, basis, avgScore, highIssueCount };
      return inRound(fold, event.round, (round) => ({ ...round, decision: decided }));
    }
    case 'content.summarised': {
      const { fixed, wellScored, regressed, brief } = event;
      const summary = { fixed: fixed.map(withRound), wellScored, regressed, brief };
      return inRound(fold, event.round, (round) => ({ ...round, summary }));
    }
    case 'content.saved': {
      const { round, quality, belowSafetyValve } = event;
      return { ...fold, saved: { round, quality, belowSafetyValve } };
    }
    case 'content.failed':
      return { ...fold, failed: { cause: event.cause, message: event.message } };
    case 'content.paused': {
      const { reason, message } = event;
      return { ...fold, pause: newest(fold.pause, { seq, at, kind: 'paused', reason, message }) };
    }
    case 'run.state': {
      if (event.state === 'running')
        return { ...fold, pause: newest(fold.pause, { seq, at, kind: 'resumed' }) };
      const reason = event.reason ?? event.state;
      const message = pauseMessage(reason);
      return { ...fold, pause: newest(fold.pause, { seq, at, kind: 'paused', reason, message }) };
    }
    case 'content.resumed':
      return { ...fold, pause: newest(fold.pause, { seq, at, kind: 'resumed' }) };
    case 'content.deploy_step':
      return { ...fold, deployed: { ...fold.deployed, [event.step]: event.detail } };
    case 'content.deployed': {
      const { place, commit, pushed, accessibility } = event;
      const site = { seq, at, ok: true as const, place, commit, pushed, accessibility };
      return { ...fold, site: newest(fold.site, site) };
    }
    case 'content.not_deployed': {
      const { step, message } = event;
      return { ...fold, site: newest(fold.site, { seq, at, ok: false as const, step, message }) };
    }
    case 'content.warning':
      return { ...fold, warnings: warned(fold.warnings, { seq, message: event.message }) };
    default:
      // A newer daemon may tell more than this app knows.
      return before;
  }
}

function newest<Place extends Numbered>(known: Place | null, fresh: Place): Place {
  return known !== null && known.seq > fresh.seq ? known : fresh;
}

function inRound(
  fold: PipelineFold,
  n: number,
  change: (round: ContentRoundView) => ContentRoundView,
): PipelineFold {
  const known = fold.rounds.find((round) => round.n === n);
  const empty: ContentRoundView = { n, isDrafted: false, critics: {}, decision: null, summary: null };
  const others = fold.rounds.filter((round) => round !== known);
  return { ...fold, rounds: [...others, change(known ?? empty)].toSorted((one, other) => one.n - other.n) };
}

/** What a critic has said stands, whenever it was heard that it had been asked. */
function asked(round: ContentRoundView, event: Stamped<'content.critic_asked'>): ContentRoundView {
  const { advisorId, attempt, at } = event;
  const known = round.critics[advisorId];
  if (known !== undefined && (known.state !== 'reading' || known.attempt >= attempt)) return round;
  const reading: CriticView = { state: 'reading', attempt, since: at };
  return { ...round, critics: { ...round.critics, [advisorId]: reading } };
}

function heard(fold: PipelineFold, n: number, advisorId: string, critic: CriticView): PipelineFold {
  return inRound(fold, n, (round) => ({ ...round, critics: { ...round.critics, [advisorId]: critic } }));
}

/** Older versions told the words alone. */
function withRound(item: { text: string; round: number } | string): { text: string; round: number } {
  return typeof item === 'string' ? { text: item, round: 0 } : item;
}

function warned(known: PipelineFold['warnings'], fresh: { seq: number; message: string }) {
  if (known.some(({ seq }) => seq === fresh.seq)) return known;
  return [...known, fresh].toSorted((one, other) => one.seq - other.seq);
}

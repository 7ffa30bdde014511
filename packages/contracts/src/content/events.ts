/**
 * What is said of a run of the content pipeline. A fact follows from an input and is said once, whoever performs; a sign
 * of life (`step_started`, `critic_asked`) says what is under way and decides nothing. That a run is put aside or resumed
 * the host says (`run.state`); logs of 0.1 have `paused` and `resumed` of their own.
 * Drafts are not in here: they are files of the run, and an event bears their number.
 */
import type { AdvisorEntry, ContentQuality, CritiqueIssue, EditorDecision } from './schema.ts';

/** One of the critics of a run, and why it was chosen. */
export interface PanelMember {
  advisorId: string;
  name: string;
  /** From here on absent in runs of older versions. */
  role?: AdvisorEntry['role'];
  /** What it looks at, in a word. */
  domain?: string;
  /** What it looks at, in its own words. */
  focus?: string;
  /** Named by the recipe, chosen by a model, or by words without one. */
  basis?: 'named' | 'model' | 'lexical';
  /** Of a choice by words: those that what is needed and what it evaluates share. */
  words?: readonly string[];
}

/** Steps that take time, and so are told when they begin. */
export const SLOW_STEPS = ['draft', 'select', 'critique', 'revise', 'deploy'] as const;
export type SlowStep = (typeof SLOW_STEPS)[number];

/** Why a run is put aside, as the host says it in `run.state`, and the words for it. */
export const PAUSE_WORDS = {
  'time-budget': 'the time for one process is over',
  stopped: 'it was stopped',
  'store-unavailable': 'the store does not answer; start it again, then go on',
  'agent-unavailable': 'the agent may not be asked now; try again later',
  daemon_restart: 'its process is gone',
} as const;
export type PauseReason = keyof typeof PAUSE_WORDS;

export function pauseMessage(reason: string): string {
  return Object.hasOwn(PAUSE_WORDS, reason) ? PAUSE_WORDS[reason as PauseReason] : reason;
}

export const DEPLOY_STEPS = [
  'design_brand',
  'assemble_site_files',
  'validate_code',
  'create_repo',
  'push_files',
  'deploy',
] as const;

interface Head {
  /** Unique within the run. */
  key: string;
}

export type ContentEvent = Head &
  (
    | {
        type: 'content.started';
        ideaId: string;
        contentType: string;
        agent: string;
        maxRounds: number;
        /** The safety valve of the recipe; absent in runs of older versions, as is the author. */
        minScore?: number;
        author?: string;
      }
    | { type: 'content.step_started'; step: SlowStep; round: number }
    | { type: 'content.drafted'; round: number }
    | { type: 'content.panel_chosen'; by: string; panel: readonly PanelMember[] }
    | { type: 'content.critic_asked'; round: number; advisorId: string; name: string; attempt: number }
    | {
        type: 'content.critic_scored';
        round: number;
        advisorId: string;
        name: string;
        score: number;
        pass: boolean;
        issues: readonly CritiqueIssue[];
      }
    | { type: 'content.critic_failed'; round: number; advisorId: string; name: string; error: string }
    | ({ type: 'content.decided'; round: number } & Omit<EditorDecision, 'brief'>)
    | {
        type: 'content.summarised';
        round: number;
        /** With the round in which it was gone. */
        fixed: readonly { text: string; round: number }[];
        wellScored: readonly string[];
        regressed: readonly string[];
        brief: string;
      }
    | { type: 'content.saved'; round: number; quality: ContentQuality; belowSafetyValve: boolean }
    | { type: 'content.warning'; message: string }
    | { type: 'content.failed'; cause: string; message: string }
    | { type: 'content.paused'; reason: string; message: string }
    | { type: 'content.resumed' }
    | { type: 'content.deploy_step'; step: string; detail: string }
    | {
        type: 'content.deployed';
        place: string;
        commit: string;
        pushed: string | null;
        accessibility: string;
      }
    | { type: 'content.not_deployed'; step: string; message: string }
  );

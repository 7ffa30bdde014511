/**
 * What a run has come to, and from that alone what comes next:
 *
 *   draft ─► select ─► critique(r) ─► decide ─► summarise ─┬─ revise ─► critique(r+1)
 *                                                          └─ save ─► done
 */

import type { PanelMember } from '@design-jury/contracts/content/events';
import type {
  AdvisorCritique,
  ContentRecipe,
  CriticFailure,
  EditorDecision,
} from '@design-jury/contracts/content/schema';
import type { Election } from './election.ts';
import type { RegressionLists } from './regressions.ts';

export interface RoundRecord {
  round: number;
  critiques: readonly AdvisorCritique[];
  failures: readonly CriticFailure[];
  decision: EditorDecision | null;
  /** Set when the round was summarised; what the next revision is told. */
  summary: { lists: RegressionLists; brief: string } | null;
}

export interface PipelineRecord {
  recipe: ContentRecipe;
  /** Null until chosen; then the same for the whole run. */
  panel: readonly PanelMember[] | null;
  /** Drafts written; draft n is what round n judges. */
  drafts: number;
  rounds: readonly RoundRecord[];
  saved: Election | null;
  error: { cause: string; message: string } | null;
}

export type PipelineStep =
  | { step: 'draft' }
  | { step: 'select' }
  /** Only the critics that have not answered in this round. */
  | { step: 'critique'; round: number; waiting: readonly string[] }
  | { step: 'decide'; round: number }
  | { step: 'summarise'; round: number }
  | { step: 'revise'; round: number }
  | { step: 'save'; round: number }
  | { step: 'done' };

export function nextStep(record: PipelineRecord): PipelineStep {
  const { recipe, panel, drafts, saved, error } = record;
  if (error !== null || saved !== null) return { step: 'done' };
  if (drafts === 0) return { step: 'draft' };
  if (panel === null) return { step: 'select' };
  const round = roundAt(record, drafts);
  const waiting = unheard(panel, round);
  if (waiting.length > 0 || round === null) return { step: 'critique', round: drafts, waiting };
  if (round.decision === null) return { step: 'decide', round: drafts };
  if (round.summary === null) return { step: 'summarise', round: drafts };
  const isOver = round.decision.decision === 'approve' || drafts >= recipe.maxRevisionRounds;
  return isOver ? { step: 'save', round: drafts } : { step: 'revise', round: drafts };
}

export function roundAt({ rounds }: Pick<PipelineRecord, 'rounds'>, n: number): RoundRecord | null {
  return rounds.find(({ round }) => round === n) ?? null;
}

function unheard(panel: readonly { advisorId: string }[], round: RoundRecord | null): string[] {
  const heard = new Set(
    [...(round?.critiques ?? []), ...(round?.failures ?? [])].map(({ advisorId }) => advisorId),
  );
  return panel.map(({ advisorId }) => advisorId).filter((id) => !heard.has(id));
}

/** A panel of which nobody could speak has judged nothing: that is an error, never an approval. */
export function isAllFailed({ panel }: PipelineRecord, round: RoundRecord): boolean {
  return (panel ?? []).length > 0 && round.critiques.length === 0;
}

/** What of a run is stored under `pipeline_state`, and shown to whoever asks for all of it. */
export interface SavedPipeline {
  ideaId: string;
  /** The agent that writes and criticises; `grounded` needs no model. */
  agent: string;
  /** The name of whoever writes; absent in runs of older versions. */
  author?: string;
  /** How the panel was chosen; null until it is. */
  selectedBy: 'model' | 'lexical' | 'named' | null;
  warnings: readonly string[];
  record: PipelineRecord;
}

export function withRound(saved: SavedPipeline, n: number, patch: Partial<RoundRecord>): SavedPipeline {
  const { record } = saved;
  const empty: RoundRecord = { round: n, critiques: [], failures: [], decision: null, summary: null };
  const round = { ...(roundAt(record, n) ?? empty), ...patch };
  const rounds = [...record.rounds.filter((one) => one.round !== n), round];
  return { ...saved, record: { ...record, rounds } };
}

/** Critics answer in any order; what follows must not depend on it. */
export function inPanelOrder(
  { panel }: PipelineRecord,
  critiques: readonly AdvisorCritique[],
): AdvisorCritique[] {
  const order = (panel ?? []).map(({ advisorId }) => advisorId);
  return critiques.toSorted((a, b) => order.indexOf(a.advisorId) - order.indexOf(b.advisorId));
}

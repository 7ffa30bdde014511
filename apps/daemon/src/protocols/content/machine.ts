/**
 * What comes next, from what is stored. Nothing else is remembered, so any process can go on:
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
  PipelineProgress,
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

/** A panel of which nobody could speak broke while it criticised, not when there was something to decide. */
function brokenAt(record: PipelineRecord): PipelineStep | null {
  const round = roundAt(record, record.drafts);
  if (record.error === null || round === null || !isAllFailed(record, round)) return null;
  return { step: 'critique', round: record.drafts, waiting: [] };
}

const STEP_NAMES = ['draft', 'select', 'critique', 'decide', 'summarise', 'revise', 'save'] as const;

/** What becomes of an approved text. `none`: nothing is to be deployed. */
export type SitePhase =
  | { phase: 'none' }
  /** With the step that was done last. */
  | { phase: 'open'; detail: string }
  | { phase: 'done'; detail: string }
  | { phase: 'failed'; detail: string };

/** The progress a client sees, derived from the record at every step. */
export function progressOf(
  record: PipelineRecord,
  pause: 'running' | 'paused',
  site: SitePhase = { phase: 'none' },
): PipelineProgress {
  const { recipe, panel, drafts, rounds, saved, error } = record;
  // A run that broke off stands at the step that broke.
  const now = brokenAt(record) ?? nextStep({ ...record, error: null });
  const isDeploying = error === null && saved?.quality === 'approved' && site.phase === 'open';
  const status =
    error !== null
      ? 'error'
      : saved === null || isDeploying
        ? pause
        : saved.quality === 'approved'
          ? 'complete'
          : 'max-rounds-reached';
  const at = now.step === 'done' ? STEP_NAMES.length : STEP_NAMES.indexOf(now.step);
  const underWay = pause === 'running' ? ('running' as const) : ('pending' as const);
  return {
    status,
    contentType: recipe.contentType,
    currentStep: isDeploying ? 'deploy' : now.step,
    round: drafts,
    maxRounds: recipe.maxRevisionRounds,
    quality: saved?.quality ?? null,
    selectedCritics: (panel ?? []).map(({ advisorId, name }) => ({ advisorId, name })),
    steps: [
      ...STEP_NAMES.map((name, index) => ({
        name,
        status:
          index < at
            ? ('complete' as const)
            : index > at
              ? ('pending' as const)
              : error === null
                ? underWay
                : ('error' as const),
        ...(name === 'critique' && now.step === 'critique' && { detail: scoresOf(record, now.round) }),
      })),
      ...(site.phase === 'none'
        ? []
        : [
            {
              name: 'deploy',
              status: siteStatus(site, isDeploying ? underWay : 'pending'),
              detail: site.detail,
            },
          ]),
    ],
    critiqueHistory: rounds.flatMap(({ round, critiques, failures, decision, summary }) =>
      decision === null
        ? []
        : [
            {
              round,
              editorDecision: decision.decision,
              basis: decision.basis,
              critiques: [...critiques],
              failures: [...failures],
              fixedItems: (summary?.lists.fixed ?? []).map(({ text }) => text),
              wellScoredAspects: [...(summary?.lists.wellScored ?? [])],
              ...(summary === null ? {} : { revisionBrief: summary.brief }),
            },
          ],
    ),
    error,
  };
}

function siteStatus(
  { phase }: Exclude<SitePhase, { phase: 'none' }>,
  open: 'running' | 'pending',
): PipelineProgress['steps'][number]['status'] {
  return phase === 'open' ? open : phase === 'done' ? 'complete' : 'error';
}

/** Scores as they arrive: `April Dunford 8/10; SEO Expert scoring…`. */
function scoresOf(record: PipelineRecord, n: number): string {
  const round = roundAt(record, n);
  return (record.panel ?? [])
    .map(({ advisorId, name }) => {
      const critique = round?.critiques.find((one) => one.advisorId === advisorId);
      const failure = round?.failures.find((one) => one.advisorId === advisorId);
      return `${name} ${critique !== undefined ? `${critique.score}/10` : failure !== undefined ? 'failed' : 'scoring…'}`;
    })
    .join('; ');
}

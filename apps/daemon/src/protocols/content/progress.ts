/** The progress a client sees, derived from the record at every step. */
import type { PipelineProgress } from '@design-jury/contracts/content/schema';
import { isAllFailed, nextStep, type PipelineRecord, type PipelineStep, roundAt } from './record.ts';

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

/** Scores as they arrive: `Positioning Strategist 8/10; SEO Expert scoring…`. */
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

import type { PipelineFold } from '@design-jury/contracts/content/fold';
import type { Standing } from '@design-jury/contracts/content/standing';
import type { RunRecord } from '@design-jury/contracts/run';
import { t } from '../../i18n/i18n.ts';
import { pathOf } from '../../router.ts';
import { PipelineResume } from './PipelineResume.tsx';
import { PipelineSignOfLife } from './PipelineSignOfLife.tsx';

interface PipelineStandingProps {
  run: RunRecord;
  held: boolean | null;
  fold: PipelineFold;
  standing: Standing;
  isNow: boolean;
}

/** How it stands, why, and what to do next. */
export function PipelineStanding({ run, held, fold, standing, isNow }: PipelineStandingProps) {
  const isOpen = isNow && (standing.kind === 'working' || standing.kind === 'empty');
  // A daemon that started after it died puts a run aside, and no event says so.
  const isLeft = isOpen && (held === false || run.state === 'paused');
  const isAtWork = isOpen && !isLeft && run.state === 'running';
  return (
    <div class="completion" data-status={isLeft ? 'waiting' : TONES[toneOf(standing)]}>
      <p role="status">{isLeft ? t('runs.left') : wordsOf(standing, fold)}</p>
      {standing.kind === 'paused' && <Details standing={standing} />}
      {standing.kind === 'error' && <p class="small">{nextStep(standing.cause)}</p>}
      {isAtWork && <PipelineSignOfLife run={run} fold={fold} held={held} />}
      {isNow && (standing.kind === 'paused' || isLeft) && <PipelineResume run={run} />}
      {isNow && standing.kind === 'error' && (
        <p>
          <a href={`${pathOf('ideas', {})}?idea=${encodeURIComponent(run.subjectKey)}`} data-link>
            {t('content.again')}
          </a>
        </p>
      )}
      {standing.kind === 'over' && fold.saved?.belowSafetyValve === true && (
        <p class="small">{t('content.belowValve')}</p>
      )}
    </div>
  );
}

type Tone = 'working' | 'good' | 'stopped' | 'broken';
/** As the styles of the page name them. */
const TONES: Record<Tone, string> = {
  working: 'running',
  good: 'converged',
  stopped: 'stopped',
  broken: 'broken',
};

function toneOf(standing: Standing): Tone {
  switch (standing.kind) {
    case 'empty':
    case 'working':
      return 'working';
    case 'paused':
      return 'stopped';
    case 'error':
      return 'broken';
    case 'over':
      return standing.outcome === 'approved' || standing.outcome === 'deployed' ? 'good' : 'stopped';
  }
}

function wordsOf(standing: Standing, fold: PipelineFold): string {
  switch (standing.kind) {
    case 'empty':
      return t('content.waits');
    case 'working':
      return doingWords(standing, fold);
    case 'paused':
      return t(`content.paused.${reasonOf(standing.reason)}`);
    case 'error':
      return t('content.error', { message: standing.message });
    case 'over':
      return endWords(standing.outcome, fold);
  }
}

function doingWords({ step, round }: Extract<Standing, { kind: 'working' }>, fold: PipelineFold): string {
  const { head, panel, rounds } = fold;
  const critics = Object.values(rounds.find(({ n }) => n === round)?.critics ?? {});
  const heard = critics.filter(({ state }) => state !== 'reading').length;
  const author = head?.author ?? '–';
  return t(`content.doing.${step}`, {
    round,
    max: head?.maxRounds ?? 0,
    heard,
    all: panel?.members.length ?? 0,
    author,
  });
}

function endWords(outcome: Extract<Standing, { kind: 'over' }>['outcome'], fold: PipelineFold): string {
  const { saved, site, rounds } = fold;
  const draft = saved?.round ?? 0;
  switch (outcome) {
    case 'approved':
      return t('content.approved', { draft });
    case 'deployed':
      return t('content.deployed', { draft });
    case 'not-deployed':
      return t('content.notDeployed', { draft, message: site?.ok === false ? site.message : '' });
    case 'max-rounds-reached': {
      const high = rounds.find(({ n }) => n === draft)?.decision?.highIssueCount ?? 0;
      return t('content.maxRounds', { draft, rounds: rounds.length, high });
    }
  }
}

const REASONS = ['time-budget', 'stopped', 'store-unavailable'] as const;

function reasonOf(reason: string): (typeof REASONS)[number] | 'other' {
  return REASONS.find((known) => known === reason) ?? 'other';
}

function Details({ standing }: { standing: Extract<Standing, { kind: 'paused' }> }) {
  const { reason, message, step } = standing;
  return (
    <p class="small">
      {reasonOf(reason) !== 'time-budget' && reasonOf(reason) !== 'stopped' && <>{message} </>}
      {t('content.kept', { step: t(`content.step.${step}`) })}
    </p>
  );
}

const CAUSES = ['all-critics-failed', 'critic-selection', 'no-draft'] as const;

function nextStep(cause: string): string {
  if (cause.endsWith('-expired')) return t('content.next.expired');
  return t(`content.next.${CAUSES.find((known) => known === cause) ?? 'other'}`);
}

import type { ProtocolId, RunEvent, RunRecord } from '@design-jury/contracts/run';
import { createMoments, stateAt } from '@design-jury/contracts/run-moment';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { momentIn, navigate, pathOf } from '../router.ts';
import { DamageNote } from '../shell/DamageNote.tsx';
import { lazy } from '../shell/lazy.tsx';
import { Problem } from '../shell/Problem.tsx';
import type { PageProps } from '../shell/pages.tsx';
import { plainTitle } from '../shell/plain-title.ts';
import { RunBadge, type RunBadgeProps } from '../shell/RunBadge.tsx';
import { runPath } from '../shell/run-path.ts';
import { useTitle } from '../shell/use-title.ts';
import { AnotherRun } from './AnotherRun.tsx';
import { ExitNote } from './ExitNote.tsx';
import { GoOn } from './GoOn.tsx';
import { kindWord } from './protocols.ts';
import { QuestionBatch } from './questions/QuestionBatch.tsx';
import type { RunViewProps } from './run-view.ts';
import { Stepper } from './Stepper.tsx';
import { StopRun } from './StopRun.tsx';
import { useHeld } from './use-held.ts';
import { inEvents, type ShownEvents, useMoment } from './use-moment.ts';
import { useRun } from './use-run.ts';
import '../styles/runs.css';

const VIEWS: Record<Exclude<ProtocolId, 'theater'>, ComponentType<RunViewProps>> = {
  loop: lazy(async () => (await import('./loop/LoopView.tsx')).LoopView),
  convergence: lazy(async () => (await import('./convergence/ConvergenceView.tsx')).ConvergenceView),
  content: lazy(async () => (await import('./content/PipelineView.tsx')).PipelineView),
};

const LogLink = lazy<{ runId: string }>(async () => (await import('./LogLink.tsx')).LogLink, {
  more: true,
  quiet: true,
});

/** What a newer daemon runs is told event by event. */
const UnknownView = lazy(async () => (await import('./EventsView.tsx')).EventsView);

/** Null: not begun. The past is shown as it was: a badge that tells the end in the middle of a run would mislead. */
export function badgeAt(
  run: RunRecord,
  events: readonly RunEvent[],
  { index, count }: Pick<ShownEvents, 'index' | 'count'>,
): RunBadgeProps | null {
  if (count === 0 || index >= count) return run;
  const state = stateAt(events, index);
  if (state === 'none') return null;
  if (state !== 'over') return { state, exitCode: null };
  return run.endedAt === null ? { state: 'running', exitCode: null } : run;
}

/** It ended without an answer, or somebody ended it: its lines of the log tell how it came to that. */
export function saysMore({ exitCode }: Pick<RunRecord, 'exitCode'>): boolean {
  return exitCode !== null && exitCode !== 0 && exitCode !== 1;
}

/** A run of any protocol but the Theater's, live or at any moment of it. */
export function ProtocolRunPage({ runId, query }: PageProps<'protocolRun'>) {
  const followed = useRun(runId);
  const { run, events, connection, problem, damage } = followed;
  const held = useHeld(followed);
  useTitle(plainTitle(run?.title ?? ''));
  const [momentsOf] = useState(createMoments);
  const moments = momentsOf(events);
  const moment = useMoment(moments.length, pathOf('protocolRun', { runId }), momentIn(query) ?? null);
  const elsewhere = run?.protocol === 'theater' ? runPath(run) : null;
  useEffect(() => {
    if (elsewhere !== null) navigate(elsewhere, true);
  }, [elsewhere]);
  if (run === null || elsewhere !== null)
    return problem === null ? (
      <p class="empty">{t('shell.loading')}</p>
    ) : (
      <div class="nothing">
        <p>{t('shell.problem', { message: problem })}</p>
        <a href={pathOf('runs', {})} data-link>
          {t('runs.back')}
        </a>
      </div>
    );
  const View = VIEWS[run.protocol as keyof typeof VIEWS] ?? UnknownView;
  const shown = inEvents(moment, moments);
  const badge = badgeAt(run, events, shown);
  return (
    <div class="run-page">
      <header class="run-head">
        <div>
          <p class="over">{kindWord(run)}</p>
          <h1>{plainTitle(run.title)}</h1>
        </div>
        {badge === null ? (
          <span class="run-badge" data-phase="running">
            {t('runs.notYet')}
          </span>
        ) : (
          <RunBadge {...badge} />
        )}
      </header>
      {connection === 'lost' && (
        <p class="remark" role="status">
          {t('critiqueTheater.reconnecting')}
        </p>
      )}
      <Problem message={problem} />
      <DamageNote damage={damage} />
      {shown.index >= shown.count && <ExitNote run={run} />}
      {shown.index >= shown.count && saysMore(run) && <LogLink runId={runId} />}
      <Stepper moment={moment} />
      {/* What is asked is asked now; it waits unseen while the past is shown. */}
      <div hidden={!moment.isNow}>
        <QuestionBatch runId={runId} />
        <GoOn run={run} held={held} />
        <StopRun run={run} held={held} />
        <AnotherRun run={run} />
      </div>
      <View run={run} held={held} events={events} moment={shown} />
    </div>
  );
}

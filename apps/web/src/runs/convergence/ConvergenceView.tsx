import {
  type ConvergenceFold,
  EMPTY_CONVERGENCE,
  foldConvergence,
} from '@design-jury/contracts/convergence/fold';
import type { RunRecord } from '@design-jury/contracts/run';
import { type MessageKey, said, t } from '../../i18n/i18n.ts';
import { plural } from '../../i18n/plural.ts';
import { LeftRemark } from '../LeftRemark.tsx';
import { outcomeWord } from '../outcome-word.ts';
import type { RunViewProps } from '../run-view.ts';
import { useFold } from '../use-moment.ts';
import { AcceptancePart } from './AcceptancePart.tsx';
import { ClarificationsPart } from './ClarificationsPart.tsx';
import { CriticPart } from './CriticPart.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import { GatePart } from './GatePart.tsx';
import { TracesPart } from './TracesPart.tsx';

/** One phase of convergence: who found what, who voted how in which round, and what came of it. */
export function ConvergenceView({ run, held, events, moment }: RunViewProps) {
  const fold = useFold(foldConvergence, EMPTY_CONVERGENCE, events, moment.index);
  if (fold.workers.length === 0) return <p class="empty boxed">{t('runs.nothingYet')}</p>;
  const left = leftBy(run, fold);
  const { critic, criticSaid, warnings, notes, dropped } = fold;
  return (
    <>
      <LeftRemark held={held} moment={moment} />
      <Standing fold={fold} left={left} />
      <TracesPart fold={fold} pace={paceOf(run, moment)} />
      {!onlyGated(fold) && <FindingsTable fold={fold} />}
      {fold.gate !== null && <GatePart gate={fold.gate} workers={fold.workers} />}
      {fold.acceptance !== null && <AcceptancePart acceptance={fold.acceptance} workers={fold.workers} />}
      <ClarificationsPart run={run} items={fold.clarifications} />
      {critic !== null && <CriticPart critic={critic} words={criticSaid} dropped={dropped} />}
      <Remarks title={t('runs.warnings')} list={warnings} />
      <Remarks title={t('conv.notes')} list={notes} />
    </>
  );
}

type Left = Pick<RunRecord, 'outcome' | 'exitCode'>;

/** What the phase left behind; null before its end. With open questions the run waits, and has no outcome of its own. */
function leftBy(run: RunRecord, { end }: ConvergenceFold): Left | null {
  if (end === null) return null;
  return run.state === 'ended' ? run : end;
}

/** A plan is judged item by item: that nothing else was found would read as if nothing were wrong with it. */
function onlyGated({ gate, findings }: ConvergenceFold): boolean {
  return gate !== null && findings.length === 0;
}

function standingWords({ end, round, queue, findings, maxRounds, workers }: ConvergenceFold): string {
  if (end !== null) {
    const [count, rounds] = [findings.length, end.totalRounds];
    const found = t(`conv.count.${plural(count)}`, { count });
    return rounds === 0 ? found : `${found} · ${t(`conv.rounds.${plural(rounds)}`, { count: rounds })}`;
  }
  const done = workers.filter((worker) => worker.findings !== null).length;
  if (done < workers.length) return t('conv.analysing', { done, count: workers.length });
  return t(`conv.running.${plural(queue.length)}`, {
    round: round + 1,
    max: maxRounds,
    open: queue.length,
  });
}

const PHASES: Readonly<Record<string, MessageKey>> = {
  'requirements-discovery': 'jobs.phase.requirements-discovery',
  'error-analysis': 'jobs.phase.error-analysis',
  'implementation-planning': 'jobs.phase.implementation-planning',
  implementation: 'jobs.phase.implementation',
  'final-verification': 'jobs.phase.final-verification',
  'release-handoff': 'jobs.phase.release-handoff',
};

/** The question that a phase asks; one of a newer daemon is told by its own name. */
function phaseWords(phase: string): string {
  const key = PHASES[phase];
  return key === undefined ? phase : t(key);
}

/** Accepted with conditions, and one of them is a requirement: its exit code tells the two apart. */
function outcomeOf(left: Left | null): string | null {
  if (left?.outcome === 'conditional-accept' && left.exitCode !== 0) return 'undelivered';
  return left?.outcome ?? null;
}

function Standing({ fold, left }: { fold: ConvergenceFold; left: Left | null }) {
  const { adversarial, phase } = fold;
  const outcome = outcomeOf(left);
  const saysAll = outcome !== null && onlyGated(fold);
  return (
    <div
      class="completion"
      role="status"
      data-status={left === null ? 'running' : left.exitCode === 0 ? 'converged' : 'stopped'}
    >
      <p>
        {outcome !== null && <b>{outcomeWord(outcome)}</b>}
        {outcome !== null && !saysAll && ' · '}
        {!saysAll && standingWords(fold)}
      </p>
      <p class="small">
        {phaseWords(phase)} · {t(adversarial ? 'conv.adversarial' : 'conv.collaborative')}
      </p>
    </div>
  );
}

function Remarks({ title, list }: { title: string; list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section class="run-part">
      <h2>{title}</h2>
      <ul class="plain-list">
        {list.map((message, index) => (
          <li key={index}>{said(message)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A worker that is at work in the last moment of a run that is over was stopped with it. */
function paceOf({ state }: RunRecord, { isNow, index, count }: RunViewProps['moment']) {
  if (isNow && state === 'running') return 'live';
  return index === count && state === 'ended' ? 'over' : 'replay';
}

import {
  type ConvergenceFold,
  EMPTY_CONVERGENCE,
  foldConvergence,
} from '@design-jury/contracts/convergence/fold';
import type { PlayRecord } from '@design-jury/contracts/questions';
import { t } from '../i18n/i18n.ts';
import { AcceptancePart } from './AcceptancePart.tsx';
import { ClarificationsPart } from './ClarificationsPart.tsx';
import { CriticPart } from './CriticPart.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import { GatePart } from './GatePart.tsx';
import type { PlayViewProps } from './play-view.ts';
import { TracesPart } from './TracesPart.tsx';
import { useFold } from './use-moment.ts';

/** One phase of convergence: who found what, who voted how in which round, and what came of it. */
export function ConvergenceView({ play, events, moment }: PlayViewProps) {
  const fold = useFold(foldConvergence, EMPTY_CONVERGENCE, events, moment.index);
  if (fold.workers.length === 0) return <p class="empty boxed">{t('plays.nothingYet')}</p>;
  const left = fold.end === null ? null : leftBy(play);
  const { critic, criticSaid, warnings, notes, dropped } = fold;
  return (
    <>
      <Standing fold={fold} left={left} />
      <TracesPart fold={fold} pace={paceOf(play, moment)} />
      {!onlyGated(fold) && <FindingsTable fold={fold} settled={left?.findings ?? null} />}
      {fold.gate !== null && <GatePart gate={fold.gate} workers={fold.workers} />}
      {fold.acceptance !== null && <AcceptancePart acceptance={fold.acceptance} />}
      <ClarificationsPart play={play} items={fold.clarifications} />
      {critic !== null && <CriticPart critic={critic} said={criticSaid} dropped={dropped} />}
      <Remarks title={t('plays.warnings')} list={warnings} />
      <Remarks title={t('conv.notes')} list={notes} />
    </>
  );
}

interface Left {
  outcome: string | null;
  exitCode: number | null;
  /** The classes of findings nobody had to vote on are told here only. Null in plays of older versions. */
  findings: ConvergenceFold['findings'] | null;
}

/** What the phase left behind. With open questions it waits, and keeps its end beside them. */
function leftBy({ status, outcome, exitCode, state }: PlayRecord): Left | null {
  const kept = (state ?? {}) as Partial<Left> & { result?: Partial<Left> };
  if (status === 'ended')
    return { outcome, exitCode, findings: kept.findings ?? kept.result?.findings ?? null };
  if (status !== 'waiting') return null;
  const { outcome: word = null, exitCode: code = null, result } = kept;
  return { outcome: word, exitCode: code, findings: result?.findings ?? null };
}

/** A plan is judged item by item: that nothing else was found would read as if nothing were wrong with it. */
function onlyGated({ gate, findings }: ConvergenceFold): boolean {
  return gate !== null && findings.length === 0;
}

function standingWords({ end, round, queue, findings, maxRounds, workers }: ConvergenceFold): string {
  if (end !== null) return t('conv.over', { findings: findings.length, rounds: end.totalRounds });
  const done = workers.filter((worker) => worker.findings !== null).length;
  if (done < workers.length) return t('conv.analysing', { done, count: workers.length });
  return t('conv.running', { round: round + 1, max: maxRounds, open: queue.length });
}

function Standing({ fold, left }: { fold: ConvergenceFold; left: Left | null }) {
  const { adversarial, phase } = fold;
  const outcome = left?.outcome ?? null;
  const saysAll = outcome !== null && onlyGated(fold);
  return (
    <div
      class="completion"
      role="status"
      data-status={left === null ? 'running' : left.exitCode === 0 ? 'converged' : 'stopped'}
    >
      <p>
        {outcome !== null && <b>{outcome}</b>}
        {outcome !== null && !saysAll && ': '}
        {!saysAll && standingWords(fold)}
      </p>
      <p class="small">
        <code>{phase}</code> · {t(adversarial ? 'conv.adversarial' : 'conv.collaborative')}
      </p>
    </div>
  );
}

function Remarks({ title, list }: { title: string; list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section class="play-part">
      <h2>{title}</h2>
      <ul class="plain-list">
        {list.map((message, index) => (
          <li key={index}>{message}</li>
        ))}
      </ul>
    </section>
  );
}

/** A worker that is at work in the last moment of a play that is over was stopped with it. */
function paceOf({ status }: PlayRecord, { isNow, index, count }: PlayViewProps['moment']) {
  if (isNow && status === 'running') return 'live';
  return index === count && status === 'ended' ? 'over' : 'replay';
}

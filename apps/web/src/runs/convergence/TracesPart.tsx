import type { ConvergenceFold, LaneView, WorkerView } from '@design-jury/contracts/convergence/fold';
import type { WorkerTrace } from '@design-jury/contracts/convergence/trace';
import { useRef } from 'preact/hooks';
import { useNow } from '../../components/Theater/hooks/useNow.ts';
import { duration, said, t } from '../../i18n/i18n.ts';
import '../../styles/traces.css';

interface TracesPartProps {
  fold: ConvergenceFold;
  /** `live` while it runs and the newest moment is shown: clocks tick. `over`: whoever is at work was stopped. */
  pace: 'live' | 'replay' | 'over';
}

/** One lane per worker, and one for the critic: what it does, for how long, and the last it was heard to say. */
export function TracesPart({ fold: { workers, lanes, gate, findings }, pace }: TracesPartProps) {
  const critics = lanes.filter((lane) => !workers.some(({ id }) => id === lane.worker));
  return (
    <section class="run-part">
      <h2>{t('conv.workers')}</h2>
      <div class="worker-lanes">
        {workers.map((worker) => (
          <Lane
            key={worker.id}
            worker={worker}
            lane={lanes.find((lane) => lane.worker === worker.id) ?? null}
            pace={pace}
            against={gate === null || findings.length > 0 ? null : againstOf(gate, worker.id)}
          />
        ))}
        {critics.map((lane) => (
          <Lane key={lane.worker} worker={null} lane={lane} pace={pace} against={null} />
        ))}
      </div>
    </section>
  );
}

interface LaneProps {
  /** Null for the critic, who finds nothing of its own and never votes. */
  worker: WorkerView | null;
  lane: LaneView | null;
  pace: TracesPartProps['pace'];
  /** How many items of a plan it refutes, where a plan is all there is to judge. */
  against: Against | null;
}

interface Against {
  count: number;
  all: number;
}

function againstOf({ items }: NonNullable<ConvergenceFold['gate']>, worker: string): Against {
  return {
    count: items.filter(({ votes }) => votes[worker]?.verdict === 'disagree').length,
    all: items.length,
  };
}

function Lane({ worker, lane, pace, against }: LaneProps) {
  const now = lane?.now ?? null;
  const isAtWork = now !== null && now.state !== 'finished' && now.state !== 'failed';
  const state = isAtWork && pace === 'over' ? 'stopped' : (now?.state ?? 'none');
  const name = worker?.name ?? lane?.worker ?? '';
  return (
    <article class="worker-lane" data-state={state}>
      <header>
        <div>
          <h3>{said(name)}</h3>
          {/* Those that need no model have no other name than that. */}
          {worker?.kind !== 'grounded' && (
            <p>
              <code>{worker?.id ?? lane?.worker}</code>
              {worker !== null && ` · ${worker.kind}`}
            </p>
          )}
        </div>
        {worker !== null && (
          <Found worker={worker} against={against} isWaiting={lane === null && pace === 'live'} />
        )}
      </header>
      {now !== null && (
        <>
          <p class="worker-lane-doing">
            <span>{t(`conv.task.${now.task}`)}</span>
            <b>{t(state === 'stopped' ? 'conv.trace.stopped' : `conv.trace.${now.state}`)}</b>
            <Elapsed trace={now} ticks={isAtWork && pace === 'live'} />
            {now.usage !== null && (
              <span>
                {t('conv.trace.usage', { input: now.usage.inputTokens, output: now.usage.outputTokens })}
              </span>
            )}
          </p>
          <Words trace={now} name={name} />
          {now.cause !== null && <p class="worker-lane-cause">{now.cause}</p>}
          {now.isMuted && isAtWork && <p class="small">{t('conv.trace.muted')}</p>}
        </>
      )}
      {lane !== null && lane.past.length > 0 && (
        <p class="small">
          {lane.past
            .map(
              ({ task, state: how, elapsedMs }) =>
                `${t(`conv.task.${task}`)}: ${t(`conv.trace.${how}`)}, ${duration(elapsedMs)}`,
            )
            .join(' · ')}
        </p>
      )}
      {worker !== null && worker.error !== null && now?.cause !== worker.error && (
        <p class="worker-lane-cause">{worker.error}</p>
      )}
    </article>
  );
}

interface FoundProps {
  worker: WorkerView;
  against: Against | null;
  isWaiting: boolean;
}

function Found({ worker: { findings, error }, against, isWaiting }: FoundProps) {
  if (error === null && against !== null)
    return (
      <span class="run-badge" data-phase={against.count === 0 ? 'available' : 'below_threshold'}>
        {against.count === 0 ? t('conv.forAll') : t('conv.against', { ...against })}
      </span>
    );
  const phase =
    error !== null ? 'failed' : findings === null ? (isWaiting ? 'queued' : 'running') : 'available';
  return (
    <span class="run-badge" data-phase={phase}>
      {error !== null
        ? t('conv.noResult')
        : findings === null
          ? t(isWaiting ? 'conv.waiting' : 'conv.reading')
          : t('conv.found', { count: findings })}
    </span>
  );
}

/** Not the clock of whoever wrote it: only how long ago this page heard of it. */
function Elapsed({ trace, ticks }: { trace: WorkerTrace; ticks: boolean }) {
  const now = useNow(ticks);
  const seen = useRef<{ trace: WorkerTrace | null; at: number }>({ trace: null, at: 0 });
  if (seen.current.trace !== trace) seen.current = { trace, at: Date.now() };
  const since = ticks ? Math.max(0, now - seen.current.at) : 0;
  return <span>{duration(trace.elapsedMs + since)}</span>;
}

/** Not announced as it changes: that would be all anybody could hear. */
function Words({ trace: { lines, more }, name }: { trace: WorkerTrace; name: string }) {
  if (lines.length === 0 && more === 0) return null;
  return (
    <ol class="worker-lane-words" aria-label={t('conv.trace.said', { worker: name })}>
      {more > 0 && <li>{t('conv.trace.more', { count: more })}</li>}
      {lines.map(({ kind, text }, index) => (
        <li key={index} data-kind={kind}>
          {text}
        </li>
      ))}
    </ol>
  );
}

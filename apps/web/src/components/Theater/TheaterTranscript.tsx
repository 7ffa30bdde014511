import { useMemo } from 'preact/hooks';
import { locale, t } from '../../i18n/i18n.ts';
import type { CritiqueReplay, ReplaySpeed } from './hooks/useCritiqueReplay.ts';
import { useReplayKeys } from './hooks/useReplayKeys.ts';
import { useTheaterKeys } from './hooks/useTheaterKeys.ts';
import type { Mark } from './state/timeline.ts';

const INTERVAL_MS = 250;

const SPEEDS: readonly { name: string; speed: ReplaySpeed }[] = [
  { name: 'live', speed: 'live' },
  { name: 'fast', speed: 'fast' },
  { name: 'instant', speed: 'instant' },
  { name: 'interval', speed: { intervalMs: INTERVAL_MS } },
];

const speedLabel = (name: string): string => {
  switch (name) {
    case 'live':
      return t('critiqueTheater.replay.live');
    case 'fast':
      return t('critiqueTheater.replay.fast');
    case 'instant':
      return t('critiqueTheater.replay.instant');
    default:
      return t('critiqueTheater.replay.interval', { ms: INTERVAL_MS });
  }
};

const nameOf = (speed: ReplaySpeed): string => (typeof speed === 'object' ? 'interval' : speed);

/** The timeline of a transcript: play, pause, pace, and any moment by hand. */
export function TheaterTranscript({ replay, onLeave }: { replay: CritiqueReplay; onLeave: () => void }) {
  const { index, count, timeline, playing } = replay;
  // Thousands of marks would be drawn anew at every moment of a scrub.
  const marks = useMemo(() => <Marks marks={timeline.marks} count={count} />, [timeline, count]);
  const speeds = useMemo(
    () =>
      SPEEDS.map(({ name }) => (
        <option key={name} value={name}>
          {speedLabel(name)}
        </option>
      )),
    [locale()],
  );
  useTheaterKeys({ onEscape: onLeave, onStep: replay.step });
  useReplayKeys({
    onToggle: replay.toggle,
    onMove: (direction) => replay.seek(Math.max(1, index + direction)),
  });
  return (
    <section class="transcript" aria-label={t('critiqueTheater.replay')}>
      <p class="actions">
        <button type="button" class="primary" onClick={replay.toggle} disabled={count === 0}>
          {playing ? t('critiqueTheater.replay.pause') : t('critiqueTheater.replay.play')}
        </button>
        <label>
          <span class="offscreen">{t('critiqueTheater.replay.speed')}</span>
          <select
            value={nameOf(replay.speed)}
            onChange={({ currentTarget }) => {
              const chosen = SPEEDS.find(({ name }) => name === currentTarget.value);
              if (chosen !== undefined) replay.setSpeed(chosen.speed);
            }}
          >
            {speeds}
          </select>
        </label>
        <button type="button" onClick={onLeave}>
          {t('critiqueTheater.replay.leave')}
        </button>
      </p>
      <div class="timeline">
        {marks}
        <input
          type="range"
          min={Math.min(1, count)}
          max={count}
          value={index}
          aria-label={t('critiqueTheater.replay.timeline')}
          aria-valuetext={t('critiqueTheater.replay.position', { index, count })}
          onInput={({ currentTarget }) => replay.seek(Number(currentTarget.value))}
        />
      </div>
      <p class="run-meta">
        <span>
          {replay.reading
            ? t('critiqueTheater.replay.reading')
            : t('critiqueTheater.replay.position', { index, count })}
        </span>
        <span>{t('critiqueTheater.replay.keys')}</span>
      </p>
      {replay.problem !== null && (
        <p class="remark">{t('critiqueTheater.replay.failed', { message: replay.problem })}</p>
      )}
    </section>
  );
}

const MARKS: readonly Mark['kind'][] = ['must_fix', 'round', 'end'];

function Marks({ marks, count }: { marks: readonly Mark[]; count: number }) {
  return (
    <svg class="marks" viewBox={`0 0 ${Math.max(1, count)} 1`} preserveAspectRatio="none" aria-hidden="true">
      {MARKS.map((kind) => (
        <path
          key={kind}
          class={`mark-${kind}`}
          d={marks.map((mark) => (mark.kind === kind ? `M${mark.index} 0V1` : '')).join('')}
        />
      ))}
    </svg>
  );
}

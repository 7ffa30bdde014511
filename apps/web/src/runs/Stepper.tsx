import { useReplayKeys } from '../components/Theater/hooks/useReplayKeys.ts';
import { useTheaterKeys } from '../components/Theater/hooks/useTheaterKeys.ts';
import { t } from '../i18n/i18n.ts';
import type { Moment } from './use-moment.ts';

/** Every moment of a run by hand: a timeline, a step, and back to now. */
export function Stepper({ moment }: { moment: Moment }) {
  const { index, count, isNow, playing } = moment;
  useTheaterKeys({ onStep: moment.step, ...(!isNow && { onEscape: moment.leave }) });
  useReplayKeys({ onToggle: moment.toggle, onMove: moment.step });
  const position = t('critiqueTheater.replay.position', { index, count });
  return (
    <section class="stepper" aria-label={t('critiqueTheater.replay')}>
      <button type="button" onClick={moment.toggle} disabled={count === 0}>
        {playing ? t('critiqueTheater.replay.pause') : t('critiqueTheater.replay.play')}
      </button>
      <input
        type="range"
        min={0}
        max={count}
        value={index}
        aria-label={t('critiqueTheater.replay.timeline')}
        aria-valuetext={position}
        onInput={({ currentTarget }) => moment.seek(Number(currentTarget.value))}
      />
      <span class="stepper-place" title={t('runs.keys')}>
        {position}
      </span>
      <button type="button" onClick={moment.leave} disabled={isNow}>
        {t('runs.now')}
      </button>
    </section>
  );
}

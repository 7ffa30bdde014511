import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { canNotify, chooseNotices, LONG_MS, noticeChoice, watchRuns } from './run-notices.ts';

/** Offered once, while a run takes long; whatever is clicked is remembered, and nothing is asked of the browser before a yes. */
export function NoticeOffer() {
  const [choice, setChoice] = useState(noticeChoice);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watchRuns((runs) => {
      clearTimeout(timer);
      const begun = runs
        .filter(({ state }) => state === 'running')
        .map(({ startedAt }) => Date.parse(startedAt ?? ''))
        .filter((at) => !Number.isNaN(at));
      // What stands on the screen already stays: a list comes every second while a run is at work.
      const waits = Math.min(...begun) + LONG_MS - Date.now();
      setLong(waits <= 0);
      if (waits > 0 && begun.length > 0) timer = setTimeout(() => setLong(true), waits);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  if (choice !== null || !isLong || !canNotify()) return null;
  const choose = (wanted: boolean): void => void chooseNotices(wanted).then(setChoice);
  return (
    <aside class="floating" aria-label={t('notices.title')}>
      <p>{t('notices.offer')}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={() => choose(true)}>
          {t('notices.yes')}
        </button>
        <button type="button" onClick={() => choose(false)}>
          {t('notices.no')}
        </button>
      </p>
    </aside>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { type MessageKey, t } from '../i18n/i18n.ts';
import { keepChoice, keptChoice } from './kept-choice.ts';

const KEY = 'jury-tour';

/** What each step is about, as the first page has it. */
const STEPS: readonly { at: string; title: MessageKey; words: MessageKey }[] = [
  { at: '.start .drop', title: 'tour.give', words: 'tour.giveWords' },
  { at: '.jobs', title: 'tour.kinds', words: 'tour.kindsWords' },
  { at: '.app-head nav', title: 'tour.find', words: 'tour.findWords' },
];

/** Where one is when a visit begins: the tour is about the first page, and nobody is led away from another. */
const isHome = (): boolean => location.pathname === '/' && location.search === '';

export const isTourDue = (): boolean => keptChoice(KEY) === null && isHome();

interface TourProps {
  onEnd: () => void;
}

/** Three steps, once in a browser. It floats over the page and takes no focus; Tab reaches it, Esc ends it. */
export function Tour({ onEnd }: TourProps) {
  const [step, setStep] = useState(0);
  const shown = STEPS[step];
  const end = (): void => {
    keepChoice(KEY, 'seen');
    onEnd();
  };
  useEffect(() => {
    if (shown === undefined) return;
    const target = document.querySelector(shown.at);
    target?.setAttribute('data-toured', '');
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end();
    };
    // Whoever starts something knows the way.
    const gone = (): void => {
      if (!isHome()) end();
    };
    addEventListener('keydown', leave);
    addEventListener('jury:moved', gone);
    return () => {
      target?.removeAttribute('data-toured');
      removeEventListener('keydown', leave);
      removeEventListener('jury:moved', gone);
    };
  }, [shown]);
  if (shown === undefined) return null;
  const isLast = step === STEPS.length - 1;
  return (
    <aside class="floating tour" aria-label={t('tour.title')}>
      <div aria-live="polite">
        <p class="over">{t('tour.step', { step: step + 1, count: STEPS.length })}</p>
        <h2>{t(shown.title)}</h2>
        <p>{t(shown.words)}</p>
      </div>
      <p class="actions">
        <button type="button" class="primary" onClick={isLast ? end : () => setStep(step + 1)}>
          {t(isLast ? 'tour.done' : 'tour.next')}
        </button>
        {!isLast && (
          <button type="button" onClick={end}>
            {t('tour.skip')}
          </button>
        )}
      </p>
    </aside>
  );
}

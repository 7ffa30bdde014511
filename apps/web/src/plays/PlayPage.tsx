import type { PlayRecord } from '@design-jury/contracts/play';
import type { ComponentType } from 'preact';
import { t } from '../i18n/i18n.ts';
import { momentIn, pathOf } from '../router.ts';
import { lazy } from '../shell/lazy.tsx';
import type { PageProps } from '../shell/pages.tsx';
import { PlayBadge } from './PlayBadge.tsx';
import type { PlayViewProps } from './play-view.ts';
import { QuestionBatch } from './QuestionBatch.tsx';
import { Stepper } from './Stepper.tsx';
import { useMoment } from './use-moment.ts';
import { usePlay } from './use-play.ts';
import '../styles/plays.css';

/** A protocol without a view of its own is told event by event. */
const VIEWS: Record<PlayRecord['protocol'], ComponentType<PlayViewProps>> = {
  'critic-loop': lazy(async () => (await import('./LoopView.tsx')).LoopView),
  convergence: lazy(async () => (await import('./ConvergenceView.tsx')).ConvergenceView),
  content: lazy(async () => (await import('./EventsView.tsx')).EventsView),
};

export function PlayPage({ playId, query }: PageProps<'play'>) {
  const { play, events, connection, problem } = usePlay(playId);
  const moment = useMoment(events.length, pathOf('play', { playId }), momentIn(query) ?? null);
  if (play === null)
    return problem === null ? (
      <p class="empty">{t('shell.loading')}</p>
    ) : (
      <div class="nothing">
        <p>{t('shell.problem', { message: problem })}</p>
        <a href={pathOf('plays', {})} data-link>
          {t('plays.back')}
        </a>
      </div>
    );
  const View = VIEWS[play.protocol];
  return (
    <div class="play">
      <header class="play-head">
        <div>
          <p class="over">{t(`plays.protocol.${play.protocol}`)}</p>
          <h1>{play.title}</h1>
        </div>
        <PlayBadge play={play} />
      </header>
      {connection === 'lost' && (
        <p class="remark" role="status">
          {t('critiqueTheater.reconnecting')}
        </p>
      )}
      {problem !== null && <p class="remark">{t('shell.problem', { message: problem })}</p>}
      <Stepper moment={moment} />
      {/* What is asked is asked now; it waits unseen while the past is shown. */}
      <div hidden={!moment.isNow}>
        <QuestionBatch playId={playId} />
      </div>
      <View play={play} events={events} moment={moment} />
    </div>
  );
}

import { statusAt } from '@design-jury/contracts/play-moment';
import type { PlayEvent, PlayRecord } from '@design-jury/contracts/questions';
import type { ComponentType } from 'preact';
import { t } from '../i18n/i18n.ts';
import { momentIn, pathOf } from '../router.ts';
import { lazy } from '../shell/lazy.tsx';
import type { PageProps } from '../shell/pages.tsx';
import { PlayBadge, type Stood } from './PlayBadge.tsx';
import type { PlayViewProps } from './play-view.ts';
import { QuestionBatch } from './QuestionBatch.tsx';
import { Stepper } from './Stepper.tsx';
import { type Moment, useMoment } from './use-moment.ts';
import { usePlay } from './use-play.ts';
import '../styles/plays.css';

const VIEWS: Record<PlayRecord['protocol'], ComponentType<PlayViewProps>> = {
  'critic-loop': lazy(async () => (await import('./LoopView.tsx')).LoopView),
  convergence: lazy(async () => (await import('./ConvergenceView.tsx')).ConvergenceView),
  content: lazy(async () => (await import('./PipelineView.tsx')).PipelineView),
};

/** What a newer daemon plays is told event by event. */
const UnknownView = lazy(async () => (await import('./EventsView.tsx')).EventsView);

/** The past is shown as it was: a badge that tells the end while the middle is on screen would mislead. */
function asOf(play: PlayRecord, events: readonly PlayEvent[], { index, count }: Moment): Stood {
  if (index >= count && count > 0) return play;
  const status = statusAt(events, index);
  if (status === 'over' && play.status !== 'running') return play;
  const then = status === 'none' ? 'notYet' : status === 'over' ? 'running' : status;
  return { status: count === 0 ? play.status : then, outcome: null, exitCode: null };
}

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
  const View = VIEWS[play.protocol] ?? UnknownView;
  return (
    <div class="play">
      <header class="play-head">
        <div>
          <p class="over">{t(`plays.protocol.${play.protocol}`)}</p>
          <h1>{play.title}</h1>
        </div>
        <PlayBadge play={asOf(play, events, moment)} />
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

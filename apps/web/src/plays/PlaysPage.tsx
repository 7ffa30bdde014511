import { dateTime, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { Answered } from '../shell/Answered.tsx';
import { PlayBadge } from './PlayBadge.tsx';
import { listPlays } from './plays-api.ts';
import { usePolled } from './use-polled.ts';
import '../styles/plays.css';

const PLAYS_SHOWN = 100;

/** Runs of the other protocols, whichever process plays them. */
export function PlaysPage() {
  const { answer: plays, problem } = usePolled(() => listPlays(PLAYS_SHOWN));
  return (
    <div class="column">
      <div>
        <h1>{t('plays.title')}</h1>
        <p class="lead">{t('plays.lead')}</p>
      </div>
      {problem !== null && (
        <p class="remark" role="status">
          {t('shell.problem', { message: problem })}
        </p>
      )}
      <Answered to={plays}>
        {(list) =>
          list.length === 0 ? (
            <div class="empty boxed">
              <p>{t('plays.none')}</p>
              <p>
                <code>jury loop docs/spec.md --command spec</code>
              </p>
              <p>
                <a href={pathOf('ideas', {})} data-link>
                  {t('plays.fromIdea')}
                </a>
              </p>
            </div>
          ) : (
            <ul class="cards">
              {list.map((play) => (
                <li class="card" key={play.id}>
                  <div class="card-words">
                    <a href={pathOf('play', { playId: play.id })} data-link class="card-link">
                      {play.title}
                    </a>
                    <span>
                      {t(`plays.protocol.${play.protocol}`)} ·{' '}
                      <time dateTime={play.createdAt}>{dateTime(play.createdAt)}</time>
                    </span>
                  </div>
                  <PlayBadge play={play} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}

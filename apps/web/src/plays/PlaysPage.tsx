import { useEffect, useState } from 'preact/hooks';
import { dateTime, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { Answered } from '../shell/Answered.tsx';
import type { Answer } from '../shell/use-answer.ts';
import { PlayBadge } from './PlayBadge.tsx';
import { listPlays } from './plays-api.ts';
import '../styles/plays.css';

const PLAYS_SHOWN = 100;
const LOOK_MS = 3_000;

/** Runs of the other protocols, whichever process plays them. */
export function PlaysPage() {
  const plays = usePlays();
  return (
    <div class="column">
      <div>
        <h1>{t('plays.title')}</h1>
        <p class="lead">{t('plays.lead')}</p>
      </div>
      <Answered to={plays}>
        {(list) =>
          list.length === 0 ? (
            <div class="empty boxed">
              <p>{t('plays.none')}</p>
              <p>
                <code>jury loop docs/spec.md --command spec</code>
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

type Listed = Awaited<ReturnType<typeof listPlays>>;

/** Read again and again: other processes start and end plays without a word to this one. */
function usePlays(): Answer<Listed> {
  const [plays, setPlays] = useState<Answer<Listed>>({ state: 'waiting' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      const next = await listPlays(PLAYS_SHOWN).then(
        (value): Answer<Listed> => ({ state: 'here', value }),
        (error: unknown): Answer<Listed> => ({
          state: 'failed',
          message: error instanceof Error ? error.message : String(error),
        }),
      );
      if (isGone) return;
      setPlays(next);
      timer = setTimeout(() => void read(), LOOK_MS);
    };
    void read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return plays;
}

import { EMPTY_LOOP, foldLoop, type LoopFold, renderEnd } from '@design-jury/contracts/loop/fold';
import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { LoopCell, type Place } from './LoopCell.tsx';
import { LoopChanges } from './LoopChanges.tsx';
import { LoopTable } from './LoopTable.tsx';
import type { PlayViewProps } from './play-view.ts';
import { useFold } from './use-moment.ts';

/** Said already, as a fix that failed. */
const STAYS_OPEN = ' stays open: ';

/** A critic loop: passes beside each other, what was found and changed in each, how it ended. */
export function LoopView({ play, events, moment }: PlayViewProps) {
  const loop = useFold(foldLoop, EMPTY_LOOP, events, moment.index);
  const [chosen, setChosen] = useState<Place | null>(null);
  if (loop.criteria.length === 0) return <p class="empty boxed">{t('plays.nothingYet')}</p>;
  return (
    <>
      <LoopEnd loop={loop} playId={play.id} waits={moment.isNow && play.status === 'waiting'} />
      <p class="play-meta">{t('loop.meta', { critic: loop.critic, command: loop.command, cap: loop.cap })}</p>
      <LoopTable loop={loop} chosen={chosen} onChoose={setChosen} />
      {chosen !== null && <LoopCell loop={loop} place={chosen} onClose={() => setChosen(null)} />}
      <LoopChanges loop={loop} />
      <Warnings list={loop.warnings.filter((message) => !message.includes(STAYS_OPEN))} />
    </>
  );
}

/** The completion line as the terminal prints it; before it, what the loop does or waits for. */
function LoopEnd({ loop, playId, waits }: { loop: LoopFold; playId: string; waits: boolean }) {
  const { end, passes } = loop;
  return (
    <div class="completion" role="status" data-status={end?.status ?? (waits ? 'waiting' : 'running')}>
      {end === null && !waits && (
        <p>{passes.length === 0 ? t('loop.starting') : t('loop.running', { pass: passes.at(-1)?.n ?? 1 })}</p>
      )}
      {end === null && waits && (
        <>
          <p>{t('loop.waiting')}</p>
          <p class="small">
            {t('loop.resume')} <code>jury loop --resume {playId}</code>
          </p>
        </>
      )}
      {end !== null && (
        <p>{end.status === 'cancelled' ? t('loop.cancelled') : renderEnd(end.status, end.totals)}</p>
      )}
    </div>
  );
}

function Warnings({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section class="play-part">
      <h2>{t('plays.warnings')}</h2>
      <ul class="plain-list">
        {list.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  );
}

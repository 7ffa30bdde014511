import { EMPTY_LOOP, foldLoop, type LoopFold, renderEnd } from '@design-jury/contracts/loop/fold';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { LeftRemark } from '../LeftRemark.tsx';
import type { RunViewProps } from '../run-view.ts';
import { useFold } from '../use-moment.ts';
import { LoopCell, type Place } from './LoopCell.tsx';
import { LoopChanges } from './LoopChanges.tsx';
import { LoopTable } from './LoopTable.tsx';

/** Said already, as a fix that failed. */
const STAYS_OPEN = ' stays open: ';

/** A critic loop: passes beside each other, what was found and changed in each, how it ended. */
export function LoopView({ run, held, events, moment }: RunViewProps) {
  const loop = useFold(foldLoop, EMPTY_LOOP, events, moment.index);
  const [chosen, setChosen] = useState<Place | null>(null);
  if (loop.criteria.length === 0) return <p class="empty boxed">{t('runs.nothingYet')}</p>;
  return (
    <>
      <LeftRemark held={held} moment={moment} />
      <LoopEnd loop={loop} runId={run.id} waits={moment.isNow && run.state === 'waiting'} />
      <p class="run-facts">{t('loop.meta', { critic: loop.critic, command: loop.command, cap: loop.cap })}</p>
      <LoopTable loop={loop} chosen={chosen} onChoose={setChosen} />
      {chosen !== null && <LoopCell loop={loop} place={chosen} onClose={() => setChosen(null)} />}
      <LoopChanges loop={loop} />
      <Warnings list={loop.warnings.filter((message) => !message.includes(STAYS_OPEN))} />
    </>
  );
}

/** The completion line as the terminal prints it; before it, what the loop does or waits for. */
function LoopEnd({ loop, runId, waits }: { loop: LoopFold; runId: string; waits: boolean }) {
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
            {t('loop.resume')} <code>jury loop --resume {runId}</code>
          </p>
        </>
      )}
      {end !== null && (
        <p>
          {end.status === 'cancelled' ? t('loop.cancelled') : renderEnd(end.status, end.totals, end.deferred)}
        </p>
      )}
    </div>
  );
}

function Warnings({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section class="run-part">
      <h2>{t('runs.warnings')}</h2>
      <ul class="plain-list">
        {list.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  );
}

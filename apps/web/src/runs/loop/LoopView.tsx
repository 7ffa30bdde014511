import { EMPTY_LOOP, foldLoop, type LoopFold } from '@design-jury/contracts/loop/fold';
import { useState } from 'preact/hooks';
import { keyed } from '../../api.ts';
import { listOf, said, t } from '../../i18n/i18n.ts';
import { plural } from '../../i18n/plural.ts';
import { CRITERIA } from '../../jobs/jobs.ts';
import { LeftRemark } from '../LeftRemark.tsx';
import type { RunViewProps } from '../run-view.ts';
import { useFold } from '../use-moment.ts';
import { criterionName } from './criterion-name.ts';
import { LoopCell, type Place } from './LoopCell.tsx';
import { LoopChanges } from './LoopChanges.tsx';
import { LoopTable } from './LoopTable.tsx';

/** Said already, as a fix that failed. */
const STAYS_OPEN = ' stays open: ';

/** The list of criteria as the form calls it; one of the user's own by its name. */
function criteriaWord(command: string): string {
  const known = CRITERIA.find((name) => name === command);
  return known === undefined ? command : t(`jobs.criteria.${known}`);
}

/** A critic loop: passes beside each other, what was found and changed in each, how it ended. */
export function LoopView({ run, held, events, moment }: RunViewProps) {
  const loop = useFold(foldLoop, EMPTY_LOOP, events, moment.index);
  const [chosen, setChosen] = useState<Place | null>(null);
  if (loop.criteria.length === 0) return <p class="empty boxed">{t('runs.nothingYet')}</p>;
  return (
    <>
      <LeftRemark held={held} moment={moment} />
      <LoopEnd loop={loop} waits={moment.isNow && run.state === 'waiting'} />
      <p class="run-facts">
        {t(`loop.meta.${plural(loop.cap)}`, {
          critic: said(loop.critic),
          command: criteriaWord(loop.command),
          cap: loop.cap,
        })}
      </p>
      <LoopTable loop={loop} chosen={chosen} onChoose={setChosen} />
      {chosen !== null && <LoopCell loop={loop} place={chosen} onClose={() => setChosen(null)} />}
      <LoopChanges loop={loop} />
      {run.config.given === true && (
        <p>
          <a href={keyed(`/api/runs/${run.id}/document?`)} download>
            {t('loop.take')}
          </a>
        </p>
      )}
      <Warnings list={loop.warnings.filter((message) => !message.includes(STAYS_OPEN))} />
    </>
  );
}

/** How the loop ended; before that, what it does. What it waits for is asked above, and said by its badge. */
function LoopEnd({ loop, waits }: { loop: LoopFold; waits: boolean }) {
  const { end, passes } = loop;
  if (end === null && waits) return null;
  return (
    <div class="completion" role="status" data-status={end?.status ?? 'running'}>
      {end === null && (
        <p>{passes.length === 0 ? t('loop.starting') : t('loop.running', { pass: passes.at(-1)?.n ?? 1 })}</p>
      )}
      {end !== null && <p>{endWords(end)}</p>}
    </div>
  );
}

function endWords({ status, totals, deferred = [] }: NonNullable<LoopFold['end']>): string {
  if (status === 'cancelled') return t('loop.cancelled');
  const { passes, fixes, escalations } = totals;
  const words = {
    passes: t(`loop.passes.${plural(passes)}`, { count: passes }),
    fixes: fixes === 0 ? t('loop.fixes.none') : t(`loop.fixes.${plural(fixes)}`, { count: fixes }),
    questions:
      escalations === 0
        ? t('loop.questions.none')
        : t(`loop.questions.${plural(escalations)}`, { count: escalations }),
  };
  const end = status === 'converged' ? t('loop.end.converged', words) : t('loop.end.capped', words);
  return deferred.length === 0
    ? end
    : `${end} ${t('loop.end.deferred', { list: listOf(deferred.map(criterionName)) })}`;
}

function Warnings({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section class="run-part">
      <h2>{t('runs.warnings')}</h2>
      <ul class="plain-list">
        {list.map((message) => (
          <li key={message}>{said(message)}</li>
        ))}
      </ul>
    </section>
  );
}

import type { RunEvent } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';
import type { RunViewProps } from './run-view.ts';

/** Fewer than a screen can hold at once are worth drawing; the timeline brings the others. */
const SHOWN = 200;
const MAX_CHARS = 400;

/** What happened, newest first, in the protocol's own words. */
export function EventsView({ events, moment }: RunViewProps) {
  const shown = events.slice(Math.max(0, moment.index - SHOWN), moment.index).reverse();
  if (shown.length === 0) return <p class="empty boxed">{t('runs.nothingYet')}</p>;
  return (
    <ol class="cards events">
      {shown.map((event) => (
        <li class="card" key={event.seq}>
          <div class="card-words">
            <b>
              <code>{event.type}</code>
            </b>
            <span>{wordsOf(event)}</span>
          </div>
          <time dateTime={event.at} class="small">
            {dateTime(event.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

function wordsOf({ type: _type, seq: _seq, at: _at, ...rest }: RunEvent): string {
  const words = Object.entries(rest)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
  return words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}…` : words;
}

import type { RunView } from '@design-jury/contracts/theater/fold';
import { duration, money, t } from '../../i18n/i18n.ts';
import { withoutTags } from './state/selectors.ts';

/** After this long without an event the screen says so: silence must not look like a hang. */
const QUIET_AFTER_MS = 5_000;

export interface RunMetaProps {
  run: RunView;
  running: boolean;
  now: number;
  heardAt: number | null;
}

export function RunMeta({ run, running, now, heardAt }: RunMetaProps) {
  const { usage, notice } = run;
  const end = running ? now : Date.parse(run.updatedAt);
  const quietMs = running && heardAt ? now - heardAt : 0;
  const isQuiet = quietMs > QUIET_AFTER_MS;
  // Once the panel speaks, its words are the news; the last notice counts again when it falls silent.
  const waiting = running && (!run.rounds.length || (notice && isQuiet));
  return (
    <p class="run-meta">
      <span>
        {t('critiqueTheater.elapsed')} {duration(end - Date.parse(run.startedAt))}
      </span>
      {usage && (
        <span>
          {usage.atLeast && '≥'}
          {t('critiqueTheater.tokens', { input: usage.inputTokens, output: usage.outputTokens })}
        </span>
      )}
      {usage && (
        <span>{usage.costUsd === null ? t('critiqueTheater.costUnknown') : money(usage.costUsd)}</span>
      )}
      {waiting && <span class="notice">{notice ? withoutTags(notice) : t('critiqueTheater.starting')}</span>}
      {isQuiet && <span>{t('critiqueTheater.lastSign', { ago: duration(quietMs) })}</span>}
    </p>
  );
}

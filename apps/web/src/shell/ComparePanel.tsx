import type { RoundView } from '@design-jury/contracts/theater/fold';
import { useState } from 'preact/hooks';
import { ask, roundUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { diffLines, type Hunk } from './diff-lines.ts';
import { Preview } from './Preview.tsx';
import { useAnswer } from './use-answer.ts';

export interface ComparePanelProps {
  projectId: string;
  runId: string;
  pages: readonly RoundView[];
}

/** Two rounds beside each other: as pages, or line by line. */
export function ComparePanel({ projectId, runId, pages }: ComparePanelProps) {
  const [before, setBefore] = useState(pages[0]?.n ?? 1);
  const [after, setAfter] = useState(pages.at(-1)?.n ?? 1);
  const [source, setSource] = useState(false);
  const url = (round: number): string =>
    `${roundUrl(projectId, runId, round)}?v=${pages.find(({ n }) => n === round)?.artifact?.sha256 ?? round}`;
  return (
    <div class="compare">
      <p class="toolbar">
        <RoundChoice label={t('shell.compareBefore')} pages={pages} value={before} onChoose={setBefore} />
        <RoundChoice label={t('shell.compareAfter')} pages={pages} value={after} onChoose={setAfter} />
        <button type="button" aria-pressed={!source} onClick={() => setSource(false)}>
          {t('shell.comparePages')}
        </button>
        <button type="button" aria-pressed={source} onClick={() => setSource(true)}>
          {t('shell.compareSource')}
        </button>
      </p>
      {source ? (
        <SourceDiff before={url(before)} after={url(after)} />
      ) : (
        <div class="compare-pages">
          {[before, after].map((round, place) => (
            <Preview
              key={place === 0 ? 'before' : 'after'}
              url={url(round)}
              mime={pages.find(({ n }) => n === round)?.artifact?.mime ?? 'text/html'}
              title={`${place === 0 ? t('shell.compareBefore') : t('shell.compareAfter')}: ${t('shell.artifactOf', { round })}`}
              target={null}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface RoundChoiceProps {
  label: string;
  pages: readonly RoundView[];
  value: number;
  onChoose: (round: number) => void;
}

function RoundChoice({ label, pages, value, onChoose }: RoundChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {pages.map(({ n }) => (
          <option key={n} value={n}>
            {t('critiqueTheater.round', { round: n })}
          </option>
        ))}
      </select>
    </label>
  );
}

function SourceDiff({ before, after }: { before: string; after: string }) {
  const hunks = useAnswer(`${before} ${after}`, async () => {
    const [old, fresh] = await Promise.all([before, after].map(async (url) => (await ask(url)).text()));
    return diffLines(old ?? '', fresh ?? '');
  });
  if (hunks.state === 'waiting') return <p class="empty">{t('shell.loading')}</p>;
  if (hunks.state === 'failed') return <p class="remark">{t('shell.problem', { message: hunks.message })}</p>;
  if (hunks.value.every(({ kind }) => kind === 'same')) return <p class="empty">{t('shell.diffSame')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="diff" tabIndex={0} aria-label={t('shell.compareSource')}>
      <pre>
        {hunks.value.map((hunk, index) => (
          <HunkLines key={index} hunk={hunk} />
        ))}
      </pre>
    </section>
  );
}

function HunkLines({ hunk: { kind, lines, skipped } }: { hunk: Hunk }) {
  const sign = { same: ' ', gone: '-', added: '+' }[kind];
  return (
    <>
      {skipped > 0 && <span class="diff-skip">{`@@ ${t('shell.diffSkipped', { count: skipped })}\n`}</span>}
      {lines.map((line, index) => (
        <span key={index} class={`diff-${kind}`}>{`${sign} ${line}\n`}</span>
      ))}
    </>
  );
}

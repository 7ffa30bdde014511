import type { RoundView } from '@design-jury/contracts/theater/fold';
import { useState } from 'preact/hooks';
import { ask, roundUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Changes } from './Changes.tsx';
import { Preview } from './Preview.tsx';
import { Select } from './Select.tsx';

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
  const rounds = pages.map(({ n }) => [n, t('critiqueTheater.round', { round: n })] as const);
  return (
    <div class="compare">
      <p class="toolbar">
        <Select label={t('shell.compareBefore')} items={rounds} value={before} onChoose={setBefore} />
        <Select label={t('shell.compareAfter')} items={rounds} value={after} onChoose={setAfter} />
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

function SourceDiff({ before, after }: { before: string; after: string }) {
  const load = async (url: string): Promise<string> => (await ask(url)).text();
  return (
    <Changes
      of={`${before} ${after}`}
      load={() => Promise.all([load(before), load(after)])}
      label={t('shell.compareSource')}
    />
  );
}

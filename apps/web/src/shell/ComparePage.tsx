import type { RunRound } from '@design-jury/contracts/run';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, getRun, roundUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { pathOf, rename } from '../router.ts';
import { Answered } from './Answered.tsx';
import { Changes } from './Changes.tsx';
import { CopyLink } from './CopyLink.tsx';
import { Icon } from './Icon.tsx';
import { Preview } from './Preview.tsx';
import type { PageProps } from './pages.tsx';
import { Select } from './Select.tsx';
import { subjectOf } from './subject.ts';
import { useAnswer } from './use-answer.ts';
import { useTitle } from './use-title.ts';
import '../styles/compare.css';

const VIEWS = ['side', 'slider', 'difference', 'source'] as const;
type View = (typeof VIEWS)[number];

/** Two rounds of a run, with an address of its own: beside each other, over each other, or line by line. */
export function ComparePage({ projectId, runId, query }: PageProps<'compare'>) {
  const snapshot = useAnswer(runId, () => getRun(runId));
  const title = snapshot.state === 'here' ? subjectOf(snapshot.value.run) : '';
  useTitle(title === '' ? t('shell.compare') : `${t('shell.compare')}: ${title}`);
  return (
    <section class="artifact compare-page" aria-label={t('shell.compare')}>
      <div class="toolbar">
        <a href={pathOf('run', { projectId, runId })} data-link class="tool">
          <Icon name="back" />
          <span>{t('shell.compareLeave')}</span>
        </a>
        <h1 class="run-title" title={title}>
          {title}
        </h1>
        <CopyLink />
      </div>
      <Answered to={snapshot}>
        {({ rounds }) => {
          const pages = rounds.filter(({ artifactSha256 }) => artifactSha256 !== null);
          return pages.length < 2 ? (
            <p class="empty">{t('compare.one')}</p>
          ) : (
            <Compared projectId={projectId} runId={runId} pages={pages} query={query} />
          );
        }}
      </Answered>
    </section>
  );
}

interface ComparedProps {
  projectId: string;
  runId: string;
  pages: readonly RunRound[];
  query: URLSearchParams;
}

function Compared({ projectId, runId, pages, query }: ComparedProps) {
  const has = (n: number): boolean => pages.some((page) => page.n === n);
  const asked = (name: string, otherwise: number): number => {
    const n = Number(query.get(name));
    return has(n) ? n : otherwise;
  };
  const [before, setBefore] = useState(asked('before', pages[0]?.n ?? 1));
  const [after, setAfter] = useState(asked('after', pages.at(-1)?.n ?? 1));
  const [view, setView] = useState<View>(VIEWS.find((name) => name === query.get('view')) ?? 'side');
  const path = pathOf('compare', { projectId, runId });
  useEffect(
    () => rename(`${path}?before=${before}&after=${after}&view=${view}`),
    [path, before, after, view],
  );
  const url = (round: number): string =>
    `${roundUrl(projectId, runId, round)}?v=${pages.find(({ n }) => n === round)?.artifactSha256 ?? round}`;
  const rounds = pages.map(({ n }) => [n, t('critiqueTheater.round', { round: n })] as const);
  return (
    <div class="compare">
      <div class="toolbar">
        <Select label={t('shell.compareBefore')} items={rounds} value={before} onChoose={setBefore} />
        <Select label={t('shell.compareAfter')} items={rounds} value={after} onChoose={setAfter} />
        <div class="views">
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {t(`compare.${name}`)}
            </button>
          ))}
        </div>
      </div>
      {view === 'source' ? (
        <SourceDiff before={url(before)} after={url(after)} />
      ) : (
        <Pages view={view}>
          {[before, after].map((round, place) => (
            <Preview
              key={place}
              url={url(round)}
              mime={pages.find(({ n }) => n === round)?.artifactMime ?? 'text/html'}
              title={`${place === 0 ? t('shell.compareBefore') : t('shell.compareAfter')}: ${t('shell.artifactOf', { round })}`}
              target={null}
            />
          ))}
        </Pages>
      )}
    </div>
  );
}

const MIDDLE = 50;

/** Two frames that scroll as one. In the slider and the difference one lies over the other. */
function Pages({ view, children }: { view: Exclude<View, 'source'>; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState(MIDDLE);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (typeof data?.scrolled !== 'number') return;
      const frames = [...(box.current?.querySelectorAll('iframe') ?? [])];
      if (!frames.some(({ contentWindow }) => contentWindow === source)) return;
      const scroll = Math.min(1, Math.max(0, data.scrolled));
      for (const { contentWindow } of frames)
        if (contentWindow !== source) contentWindow?.postMessage({ scroll }, '*');
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  return (
    <div
      class="compare-pages"
      data-view={view}
      ref={box}
      style={{
        '--split': `${split}%`,
        '--before': JSON.stringify(t('shell.compareBefore')),
        '--after': JSON.stringify(t('shell.compareAfter')),
      }}
    >
      {children}
      {view === 'difference' && <p class="compare-note">{t('compare.black')}</p>}
      {view === 'slider' && (
        <input
          type="range"
          class="compare-slider"
          min={0}
          max={100}
          value={split}
          aria-label={t('compare.slide')}
          onInput={({ currentTarget }) => setSplit(Number(currentTarget.value))}
        />
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
      label={t('compare.source')}
    />
  );
}

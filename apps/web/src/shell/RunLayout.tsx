import type { CritiqueState, RoundView } from '@design-jury/contracts/theater/fold';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { roundUrl } from '../api.ts';
import { isOver } from '../components/Theater/index.ts';
import { locale, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { Icon } from './Icon.tsx';
import type { KeptPageProps } from './KeptPage.tsx';
import { lazy } from './lazy.tsx';
import type { PreviewProps } from './Preview.tsx';
import type { RunNotesProps } from './RunNotes.tsx';
import type { RunToolsProps } from './RunTools.tsx';
import { useTitle } from './use-title.ts';

const RunNotes = lazy<RunNotesProps>(async () => (await import('./RunNotes.tsx')).RunNotes, {
  more: true,
  quiet: true,
});

// Until a panelist has handed in a page there is none to show.
const Preview = lazy<PreviewProps>(async () => (await import('./Preview.tsx')).Preview, { more: true });

const RunTools = lazy<RunToolsProps>(async () => (await import('./RunTools.tsx')).RunTools, {
  more: true,
  quiet: true,
});

const KeptPage = lazy<KeptPageProps>(async () => (await import('./KeptPage.tsx')).KeptPage, { more: true });

export interface RunLayoutProps {
  projectId: string;
  runId: string;
  title: string;
  state: CritiqueState;
  /** The round the viewer chose; null for the one that matters. */
  round: number | null;
  rail: (point: (target: string | null) => void) => ComponentChildren;
  /** Shown in place of the rail and all that stands in it. */
  instead?: ComponentChildren;
}

/** The page beside the jury. Narrow screens have the jury in a drawer. */
export function RunLayout({ projectId, runId, title, state, round, rail, instead }: RunLayoutProps) {
  const [target, setTarget] = useState<string | null>(null);
  const [open, setOpen] = useState(true);
  useTitle(title);
  const pages = roundsWithPage(state);
  const shown = pageOf(state, pages, round);
  const url = shown === undefined ? '' : roundUrl(projectId, runId, shown.n);
  const over = isOver(state);
  const { sha256, mime = 'text/html' } = shown?.artifact ?? {};
  // A scrub within a round changes nothing of its page.
  const page = useMemo(
    () => (
      <section class="artifact" aria-label={t('shell.artifact')}>
        <div class="toolbar">
          <a href={pathOf('project', { projectId })} data-link class="tool">
            <Icon name="back" />
            <span>{t('shell.runs')}</span>
          </a>
          <h1 class="run-title" title={title}>
            {title || t('shell.loading')}
          </h1>
          {shown !== undefined && <span class="of-round">{t('shell.artifactOf', { round: shown.n })}</span>}
          {pages.length > 1 && (
            <a href={pathOf('compare', { projectId, runId })} data-link class="tool">
              <Icon name="compare" />
              <span>{t('shell.compare')}</span>
            </a>
          )}
          <RunTools url={url} />
        </div>
        {shown !== undefined ? (
          <Preview
            url={`${url}?v=${sha256 ?? shown.n}`}
            mime={mime}
            title={t('shell.artifactOf', { round: shown.n })}
            target={target}
          />
        ) : over ? (
          <KeptPage projectId={projectId} runId={runId} />
        ) : (
          <div class="nothing">
            <Icon name="page" />
            <p>{t('shell.artifactSoon')}</p>
          </div>
        )}
      </section>
    ),
    [runId, url, sha256, mime, pages.length, over, title, target, locale()],
  );
  return (
    <div class="run" data-drawer={open}>
      {page}
      {instead || (
        <aside class="rail" aria-label={t('shell.jury')}>
          <button type="button" class="drawer-handle" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('shell.juryHide') : t('shell.juryShow')}
          </button>
          <div class="rail-body">
            {rail(setTarget)}
            <RunNotes runId={runId} state={state} round={round ?? shown?.n} />
          </div>
        </aside>
      )}
    </div>
  );
}

function roundsWithPage(state: CritiqueState): RoundView[] {
  return state.phase === 'idle' ? [] : state.rounds.filter(({ artifact }) => artifact !== null);
}

/** A round without a page of its own shows the last one before it. */
function pageOf(
  state: CritiqueState,
  pages: readonly RoundView[],
  chosen: number | null,
): RoundView | undefined {
  const wanted = chosen ?? keptOrNewest(state);
  return pages.findLast(({ n }) => n <= wanted) ?? pages[0];
}

function keptOrNewest(state: CritiqueState): number {
  if ('final' in state && state.final !== null) return state.final.round;
  if ('bestRound' in state && state.bestRound !== null) return state.bestRound;
  return Infinity;
}

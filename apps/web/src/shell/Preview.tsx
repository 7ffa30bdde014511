import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { lazy } from './lazy.tsx';
import { Problem } from './Problem.tsx';
import type { ShownNotesProps } from './ShownNotes.tsx';
import { usePage } from './use-page.ts';

/** The page that shows somebody's page; the daemon serves it with an origin of its own and no network. */
export const FRAME = '/preview.html';

const ShownNotes = lazy<ShownNotesProps>(async () => (await import('./ShownNotes.tsx')).ShownNotes, {
  more: true,
  quiet: true,
});

export interface PreviewProps {
  /** Where the artifact is; changes with its content. */
  url: string;
  mime: string;
  title: string;
  /** A selector of the page to point at. */
  target: string | null;
}

/** What the page is said to show; a page may say anything of itself. */
interface Shown {
  blank: boolean;
  blocked: unknown;
}

export function Preview({ url, mime, title, target }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** The frame that can be told something: each page has one of its own, and its scripts with it. */
  const [ready, setReady] = useState<unknown>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const { page, loading, problem } = usePage(url, mime);
  const count = useRef({ page, n: 0 });
  if (count.current.page !== page) count.current = { page, n: count.current.n + 1 };

  // Before the frame can say that it is ready.
  useLayoutEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data?.ready === true) setReady(source);
      if (typeof data?.found === 'boolean') setLost(data.found ? null : String(data.target));
      if (typeof data?.blank === 'boolean') setShown(data);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    setShown(null);
    if (ready && page !== null) frame.current?.contentWindow?.postMessage(page, '*');
  }, [ready, page]);
  useEffect(() => {
    if (ready && page !== null) frame.current?.contentWindow?.postMessage({ target }, '*');
  }, [ready, page, target]);

  return (
    <div class="preview">
      <div class="preview-notes">
        {loading && <p class="remark">{t('shell.artifactLoading')}</p>}
        <Problem message={problem} />
        {lost !== null && target !== null && <p class="remark">{t('shell.notInPage', { target: lost })}</p>}
      </div>
      {shown !== null && <ShownNotes {...shown} />}
      {page !== null && (
        <iframe
          key={count.current.n}
          ref={frame}
          src={FRAME}
          title={title}
          sandbox="allow-scripts"
          referrerpolicy="no-referrer"
        />
      )}
    </div>
  );
}

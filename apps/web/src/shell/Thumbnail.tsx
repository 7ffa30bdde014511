import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, runUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Icon } from './Icon.tsx';
import { FRAME } from './Preview.tsx';
import { type ShownPage, shownPage } from './use-page.ts';

interface ThumbnailProps {
  /** The run whose page it is; null where there is none. */
  of: { projectId: string; runId: string } | null;
}

/**
 * The page a run has kept, small and with its styles. It is loaded when it comes into view, says nothing, and its scripts do not
 * run: a list of fifty pages would run fifty. One that shows nothing without them is a sheet of paper.
 */
export function Thumbnail({ of }: ThumbnailProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<ShownPage | null>(null);
  const url = of === null ? null : `${runUrl(of.projectId, of.runId)}/artifact`;
  useEffect(() => {
    if (box.current === null || url === null) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      watcher.disconnect();
      void loaded(url).then(setPage, () => setPage(null));
    });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [url]);
  // Before the frame can say that it is ready.
  useLayoutEffect(() => {
    if (page === null) return;
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data?.ready === true) frame.current?.contentWindow?.postMessage({ ...page, still: true }, '*');
      if (data?.blank === true) setPage(null);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [page]);
  return (
    <div class="thumb" ref={box} aria-hidden="true">
      {page === null ? (
        <Icon name="page" />
      ) : (
        <iframe
          ref={frame}
          src={FRAME}
          sandbox="allow-scripts"
          tabIndex={-1}
          title={t('shell.artifact')}
          referrerpolicy="no-referrer"
        />
      )}
    </div>
  );
}

async function loaded(url: string): Promise<ShownPage> {
  const answer = await ask(url);
  const mime = answer.headers.get('Content-Type')?.split(';')[0] ?? 'text/html';
  return shownPage(url, await answer.text(), mime);
}

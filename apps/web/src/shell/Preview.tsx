import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Problem } from './Problem.tsx';
import { usePage } from './use-page.ts';

/** The page that shows somebody's markup; the daemon serves it with an origin of its own and no network. */
const FRAME = '/preview.html';

export interface PreviewProps {
  /** Where the artifact is; changes with its content. */
  url: string;
  mime: string;
  title: string;
  /** A selector of the page to point at. */
  target: string | null;
}

export function Preview({ url, mime, title, target }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [lost, setLost] = useState<string | null>(null);
  const shown = mime === 'text/html' || mime === 'image/svg+xml';
  const { html, loading, problem } = usePage(shown ? url : null);

  // Before the frame can say that it is ready.
  useLayoutEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data?.ready === true) setReady(true);
      if (typeof data?.found === 'boolean') setLost(data.found ? null : String(data.target));
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    if (ready && html !== null) frame.current?.contentWindow?.postMessage({ html }, '*');
  }, [ready, html]);
  useEffect(() => {
    if (ready && html !== null) frame.current?.contentWindow?.postMessage({ target }, '*');
  }, [ready, html, target]);

  if (!shown) return <p class="empty">{t('shell.artifactOther', { mime })}</p>;
  return (
    <div class="preview">
      <div class="preview-notes">
        {loading && <p class="remark">{t('shell.artifactLoading')}</p>}
        <Problem message={problem} />
        {lost !== null && target !== null && <p class="remark">{t('shell.notInPage', { target: lost })}</p>}
      </div>
      <iframe ref={frame} src={FRAME} title={title} sandbox="allow-scripts" referrerpolicy="no-referrer" />
    </div>
  );
}

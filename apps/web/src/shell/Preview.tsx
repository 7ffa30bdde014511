import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { useAnswer } from './use-answer.ts';

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
  const text = useAnswer(url, () => (shown ? ask(url).then((answer) => answer.text()) : Promise.resolve('')));
  const html = text.state === 'here' ? text.value : null;

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data?.ready === true) setReady(true);
      if (typeof data?.found === 'boolean') setLost(data.found ? null : String(data.target));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
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
      {text.state === 'waiting' && <p class="empty over">{t('shell.artifactLoading')}</p>}
      {text.state === 'failed' && <p class="remark">{t('shell.problem', { message: text.message })}</p>}
      {lost !== null && target !== null && <p class="remark">{t('shell.notInPage', { target: lost })}</p>}
      <iframe ref={frame} src={FRAME} title={title} sandbox="allow-scripts" referrerpolicy="no-referrer" />
    </div>
  );
}

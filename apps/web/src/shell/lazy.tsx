import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadMore, t } from '../i18n/i18n.ts';

/**
 * A component that is loaded when it is first shown. `more`: it speaks words of `i18n/more-*`; `documents`: it also tells what is
 * said of texts and plans. `quiet`: nobody waits for it.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { more = false, documents = false, quiet = false } = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [isLost, setLost] = useState(false);
    useEffect(() => {
      if (Part !== null) return;
      const attempt = (): Promise<void> =>
        Promise.all([load(), more && loadMore(documents)])
          .then(([part]) => {
            loaded = part;
            setPart(() => part);
          })
          .catch(() => reloadOnce(attempt))
          .catch(() => setLost(true));
      void attempt();
    }, [Part]);
    if (Part !== null) return <Part {...props} />;
    if (quiet) return null;
    if (!isLost) return <p class="empty">{t('shell.loading')}</p>;
    return (
      <p class="remark" role="alert">
        {t('shell.notLoaded')}{' '}
        <button type="button" onClick={() => location.reload()}>
          {t('shell.reload')}
        </button>
      </p>
    );
  };
}

/** The same of a part that is nothing to look at: whoever waits for it is told in words. */
export async function late<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch(() => Promise.reject(new Error(t('shell.notLoaded'))));
}

const RELOADED = 'jury-reloaded';
/** Long enough for a page to come again and fail again. */
const AGAIN_MS = 60_000;

const LATER_MS = 2_000;

/**
 * The daemon may have been started anew with other files: the page that is open names parts that are gone. Where nobody
 * answers there is nothing to load either; it is tried again. Rejects where a page that came again lacks it still.
 */
async function reloadOnce(attempt: () => void): Promise<void> {
  const answers = await fetch('/api/health').catch(() => null);
  if (!answers) {
    setTimeout(attempt, LATER_MS);
    return;
  }
  const last = Number(sessionStorage.getItem(RELOADED));
  if (Date.now() - last < AGAIN_MS) throw new Error(RELOADED);
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from '../api.ts';
import { late } from './lazy.tsx';

/** A round's page may be announced before it can be fetched; this is how often and how long it is asked for. */
const ASK_AGAIN_MS = 500;
/** Each time a little later: a run that left no page is not asked for one twice a second. */
const LONGEST_WAIT_MS = 10_000;
const MAX_ASKS = 60;

/** As the frame is told. */
export interface ShownPage {
  html: string;
  styles: string;
}

export interface LoadedPage {
  /** The page before this one stays until this one is here. */
  page: ShownPage | null;
  loading: boolean;
  problem: string | null;
}

export function usePage(url: string, mime: string): LoadedPage {
  const [loaded, setLoaded] = useState<LoadedPage>({ page: null, loading: true, problem: null });
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    let asks = 0;
    setLoaded(({ page }) => ({ page, loading: true, problem: null }));
    const load = async (): Promise<void> => {
      asks += 1;
      try {
        const text = await (await ask(url, { signal: stop.signal })).text();
        const page = await shownPage(url, text, mime);
        if (!stop.signal.aborted) setLoaded({ page, loading: false, problem: null });
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof ApiError && error.status === 404 && asks < MAX_ASKS) {
          timer = window.setTimeout(() => void load(), Math.min(ASK_AGAIN_MS * 1.3 ** asks, LONGEST_WAIT_MS));
          return;
        }
        setLoaded({
          page: null,
          loading: false,
          problem: error instanceof Error ? error.message : String(error),
        });
      }
    };
    void load();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [url, mime]);
  return loaded;
}

/** Most pages bring all their styles; the others, and what is no page, are seen to by a part that is loaded for them. */
export async function shownPage(url: string, html: string, mime: string): Promise<ShownPage> {
  if (mime === 'text/html' && !/<link|tailwind/i.test(html)) return { html, styles: '' };
  return (await late(import('./shown-page.ts'))).shownPage(url, html, mime);
}

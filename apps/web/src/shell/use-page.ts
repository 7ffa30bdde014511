import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from '../api.ts';

/** A round's page may be announced before it can be fetched; this is how often and how long it is asked for. */
const ASK_AGAIN_MS = 500;
const MAX_ASKS = 600;

export interface LoadedPage {
  /** The page before this one stays until this one is here. */
  html: string | null;
  loading: boolean;
  problem: string | null;
}

export function usePage(url: string | null): LoadedPage {
  const [page, setPage] = useState<LoadedPage>({ html: null, loading: true, problem: null });
  useEffect(() => {
    if (url === null) return;
    const stop = new AbortController();
    let timer = 0;
    let asks = 0;
    setPage(({ html }) => ({ html, loading: true, problem: null }));
    const load = async (): Promise<void> => {
      asks += 1;
      try {
        const answer = await ask(url, { signal: stop.signal });
        setPage({ html: await answer.text(), loading: false, problem: null });
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof ApiError && error.status === 404 && asks < MAX_ASKS) {
          timer = window.setTimeout(() => void load(), ASK_AGAIN_MS);
          return;
        }
        setPage({
          html: null,
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
  }, [url]);
  return page;
}

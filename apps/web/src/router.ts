/** Addresses of the app. Every run, and every moment of a replay, has one that can be shared. */
import { OLD_PATHS, PAGE_PATHS, type PageName } from '@design-jury/contracts/pages';
import { useEffect, useState } from 'preact/hooks';

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** What the address of a page names: `{ projectId: string }` for `/projects/:projectId`. */
export type PageParams<Page extends PageName> = Record<Names<(typeof PAGE_PATHS)[Page]>, string>;

export interface Route {
  /** Null: there is nothing at this address. */
  page: PageName | null;
  params: Record<string, string>;
  query: URLSearchParams;
}

const ID = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}';
const PAGES = [
  ...Object.entries(PAGE_PATHS).map(([page, path]) => [path, page]),
  ...Object.entries(OLD_PATHS),
].map(([path = '', page]) => ({
  page: page as PageName,
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, `(?<$1>${ID})`)}/?$`),
}));

export function parseRoute(pathname: string, search: string): Route {
  const query = new URLSearchParams(search);
  for (const { page, pattern } of PAGES) {
    const match = pattern.exec(pathname);
    if (match !== null) return { page, params: { ...match.groups }, query };
  }
  return { page: null, params: {}, query };
}

export function pathOf<Page extends PageName>(page: Page, params: PageParams<Page>): string {
  const values = params as Record<string, string>;
  return PAGE_PATHS[page].replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}

/** Events folded into the moment an address shows; null replays from the start; undefined is the run itself. */
export function momentIn(query: URLSearchParams): number | null | undefined {
  const at = query.get('at');
  if (at !== null && /^\d{1,9}$/.test(at)) return Number(at);
  return query.has('replay') ? null : undefined;
}

const MOVED = 'jury:moved';

/** `instead`: of where one is, so that the way back does not lead here again. */
export function navigate(path: string, instead = false): void {
  history[instead ? 'replaceState' : 'pushState'](null, '', path);
  dispatchEvent(new Event(MOVED));
}

/** Changes the address of what is on screen, without going anywhere. */
export function rename(path: string): void {
  if (location.pathname + location.search !== path) history.replaceState(null, '', path);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.pathname, location.search));
  useEffect(() => {
    const read = (): void => setRoute(parseRoute(location.pathname, location.search));
    const follow = (event: MouseEvent): void => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[data-link]');
      if (link == null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      navigate(link.href);
      scrollTo(0, 0);
    };
    addEventListener('popstate', read);
    addEventListener(MOVED, read);
    addEventListener('click', follow);
    return () => {
      removeEventListener('popstate', read);
      removeEventListener(MOVED, read);
      removeEventListener('click', follow);
    };
  }, []);
  return route;
}

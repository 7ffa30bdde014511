/** Addresses of the app. Every run, and every moment of a replay, has one that can be shared. */
import { useEffect, useState } from 'preact/hooks';

export type Route =
  | { page: 'home' }
  | { page: 'project'; projectId: string }
  /** `at`: events folded into the moment shown; null replays from the start. Absent: the run itself. */
  | { page: 'run'; projectId: string; runId: string; at?: number | null }
  | { page: 'unknown' };

const ID = '([A-Za-z0-9][A-Za-z0-9_-]{0,63})';
const PROJECT = new RegExp(`^/projects/${ID}/?$`);
const RUN = new RegExp(`^/projects/${ID}/runs/${ID}/?$`);

export function parseRoute(pathname: string, search: string): Route {
  if (pathname === '/') return { page: 'home' };
  const project = PROJECT.exec(pathname)?.[1];
  if (project !== undefined) return { page: 'project', projectId: project };
  const [, projectId, runId] = RUN.exec(pathname) ?? [];
  if (projectId === undefined || runId === undefined) return { page: 'unknown' };
  const query = new URLSearchParams(search);
  const at = query.get('at');
  if (at !== null && /^\d{1,9}$/.test(at)) return { page: 'run', projectId, runId, at: Number(at) };
  if (query.has('replay')) return { page: 'run', projectId, runId, at: null };
  return { page: 'run', projectId, runId };
}

export function pathOf(route: Exclude<Route, { page: 'unknown' }>): string {
  switch (route.page) {
    case 'home':
      return '/';
    case 'project':
      return `/projects/${route.projectId}`;
    case 'run': {
      const path = `/projects/${route.projectId}/runs/${route.runId}`;
      if (route.at === undefined) return path;
      return route.at === null ? `${path}?replay` : `${path}?at=${route.at}`;
    }
  }
}

const MOVED = 'jury:moved';

export function navigate(route: Exclude<Route, { page: 'unknown' }>): void {
  history.pushState(null, '', pathOf(route));
  dispatchEvent(new Event(MOVED));
}

/** Changes the address of what is on screen, without going anywhere. */
export function rename(route: Exclude<Route, { page: 'unknown' }>): void {
  if (location.pathname + location.search !== pathOf(route)) history.replaceState(null, '', pathOf(route));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.pathname, location.search));
  useEffect(() => {
    const read = (): void => setRoute(parseRoute(location.pathname, location.search));
    const follow = (event: MouseEvent): void => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[data-link]');
      if (link == null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, '', link.href);
      read();
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

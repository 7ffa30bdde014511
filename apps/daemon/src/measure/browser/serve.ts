/**
 * What a page in the browser may reach: itself, and the files of its site (`siteOf`). The page is served from
 * memory under a name that does not exist, at its place in its site; nothing is asked of any network, and `file:` leads nowhere.
 */
import { realpath } from 'node:fs/promises';
import { extname, relative, sep } from 'node:path';
import type { BrowserContext, Request, Route } from 'playwright-core';
import { readForeign } from '../../disk/foreign-file.ts';
import { siteOf } from '../../disk/scope.ts';
import { MAX_BROWSER_FILE_BYTES, MAX_BROWSER_REQUESTS } from '../limits.ts';
import { locate } from '../model/stylesheets.ts';
import { isWhole } from './visit.ts';

/** `.invalid` is promised never to exist (RFC 2606). */
const ORIGIN = 'http://page.jury.invalid';

export interface ServedPage {
  html: string;
  /** The page's folder; null for a page from a stream, which then has no files. */
  folder: string | null;
  /** `run` only for a page whose content is not in its source. */
  scripts: 'block' | 'run';
}

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The second wall behind the routes: what has no route (WebRTC, workers, sockets) has no permission either. */
function contentPolicy(scripts: ServedPage['scripts']): string {
  const local = "'self' data: blob:";
  return [
    "default-src 'none'",
    scripts === 'run' ? `script-src 'self' 'unsafe-inline' 'unsafe-eval'` : "script-src 'none'",
    scripts === 'run' ? "connect-src 'self'" : "connect-src 'none'",
    `style-src 'self' 'unsafe-inline' data:`,
    `img-src ${local}`,
    `font-src ${local}`,
    `media-src ${local}`,
    "base-uri 'self'",
    "form-action 'none'",
    "webrtc 'block'",
  ].join('; ');
}

/** Said to the page before its first script: an order to leave that is never begun leaves nothing half done. */
const STAY = `globalThis.navigation?.addEventListener('navigate', (event) => {
  if (event.cancelable && !event.destination.sameDocument) event.preventDefault();
})`;

interface Place {
  folder: string | null;
  site: string | null;
  /** Of the page, from the site's root, with a slash at its end. */
  way: string;
}

/** Resolves with the page's address. */
export async function serve(context: BrowserContext, page: ServedPage): Promise<string> {
  let requests = 0;
  const folder = page.folder === null ? null : await realpath(page.folder).catch(() => null);
  const site = folder === null ? null : siteOf(folder);
  const steps = folder === null || site === null ? [] : relative(site, folder).split(sep).filter(Boolean);
  const place: Place = { folder, site, way: ['', ...steps.map(encodeURIComponent), ''].join('/') };
  await context.addInitScript(STAY);
  // On the context, not the tab: a window that a page opens is held to the same.
  await context.route('**/*', async (route) => {
    requests += 1;
    try {
      await (requests > MAX_BROWSER_REQUESTS ? route.abort('blockedbyclient') : answer(route, page, place));
    } catch {
      // The tab went away while its file was read.
    }
  });
  await context.routeWebSocket(/.*/, (socket) => socket.close());
  return `${ORIGIN}${place.way}`;
}

function isDeparture(request: Request, url: URL, way: string): boolean {
  return isWhole(request) && (url.origin !== ORIGIN || url.pathname !== way);
}

async function answer(route: Route, page: ServedPage, { folder, site, way }: Place): Promise<void> {
  const url = new URL(route.request().url());
  // A page that leaves by itself (`refresh`, a script, a form) stays where it is: what it leads to is not what is judged, and
  // neither is the page on which the browser says that it cannot be reached.
  if (isDeparture(route.request(), url, way)) return route.abort('aborted');
  if (url.origin !== ORIGIN || route.request().method() !== 'GET') return route.abort('blockedbyclient');
  const headers = { 'content-security-policy': contentPolicy(page.scripts) };
  if (url.pathname === way) {
    return route.fulfill({ body: page.html, contentType: 'text/html; charset=utf-8', headers });
  }
  const found = locate(url.pathname, folder, site);
  if (typeof found === 'string' || found.size > MAX_BROWSER_FILE_BYTES) {
    return route.fulfill({ status: 404, body: '' });
  }
  const contentType = TYPES[extname(found.path).toLowerCase()] ?? 'application/octet-stream';
  const body = readForeign(found.path, { maxBytes: MAX_BROWSER_FILE_BYTES, within: site });
  return route.fulfill({ body: Buffer.from(body), contentType, headers });
}

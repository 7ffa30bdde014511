/**
 * The Theater's files, as built into `apps/web/dist`. Read once and kept: a request names an entry of a map,
 * never a path on disk.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { OLD_PATHS, PAGE_PATHS } from '@design-jury/contracts/pages';
import type { Context, Hono } from 'hono';
import { markupPolicy } from './files.ts';

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const INDEX = 'index.html';
const PREVIEW = 'preview.html';
/** Vite names these by their content, so they never change. */
const IMMUTABLE = /^assets\//;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The app runs its own files and talks to its own daemon; nothing else. */
const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

interface BuiltFile {
  type: string;
  body: Uint8Array<ArrayBuffer>;
  packed: Uint8Array<ArrayBuffer>;
  tag: string;
  policy: string;
  cache: string;
}

/**
 * Returns what to answer for an unknown address: a browser gets the app's page, with its links.
 * Null where the API's own answer is the right one.
 */
export function mountWeb(app: Hono, folder = BUILT): (c: Context) => Response | null {
  let files: { of: number; entries: Map<string, BuiltFile> } | null = null;
  const open = (): Map<string, BuiltFile> => {
    // A rebuild beside a running daemon is picked up; without one this is a single stat.
    const of = existsSync(join(folder, INDEX)) ? statSync(join(folder, INDEX)).mtimeMs : 0;
    if (files?.of !== of) files = { of, entries: of === 0 ? new Map() : readBuilt(folder) };
    return files.entries;
  };
  const index = (c: Context): Response => {
    const file = open().get(INDEX);
    return file === undefined ? c.html(NOT_BUILT, 503) : send(c, file);
  };
  for (const path of [...Object.values(PAGE_PATHS), ...Object.keys(OLD_PATHS)]) app.get(path, index);
  for (const path of ['/preview.html', '/icon.svg', '/assets/:name']) {
    app.get(path, (c, next) => {
      const file = open().get(c.req.path.slice(1));
      return file === undefined ? next() : Promise.resolve(send(c, file));
    });
  }
  return (c) => {
    const isVisit = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html');
    const file = isVisit && !OTHERS.test(c.req.path) ? open().get(INDEX) : undefined;
    return file === undefined ? null : send(c, file, 404);
  };
}

/** Addresses that are never pages of the app. */
const OTHERS = /^\/(?:api|sites|assets)(?:\/|$)/;

const NOT_BUILT =
  '<!doctype html><title>Design Jury</title><p>The Theater is not built. Run <code>npm run build:web</code>, then reload.</p>';

function send(c: Context, file: BuiltFile, status: 200 | 404 = 200): Response {
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    'Content-Security-Policy': file.policy,
    'Cache-Control': file.cache,
    ETag: file.tag,
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && c.req.header('if-none-match') === file.tag) return c.body(null, 304, headers);
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(file.body, status, headers);
  return c.body(file.packed, status, { ...headers, 'Content-Encoding': 'gzip' });
}

function readBuilt(folder: string): Map<string, BuiltFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length));
  return new Map(
    names.map((name) => {
      const body = new Uint8Array(readFileSync(join(folder, name)));
      const file: BuiltFile = {
        type: TYPES[extname(name)] ?? '',
        body,
        packed: new Uint8Array(gzipSync(body)),
        tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
        policy: name === PREVIEW ? PREVIEW_POLICY : APP_POLICY,
        cache: IMMUTABLE.test(name) ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      };
      return [name, file];
    }),
  );
}

/**
 * The frame that shows an artifact. The page's own scripts run in it (docs/decisions/0048): in an origin of its own that
 * has no cookies, no storage and nothing of ours to read; without network, forms, frames, workers, windows or dialogs.
 * Where it may be sent is for the policy of the app to say, which shows nothing but our own pages in a frame.
 */
const PREVIEW_POLICY = markupPolicy(
  'sandbox allow-scripts',
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "connect-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  // What makes markup or code of text asks the one policy that the frame's own script has made.
  "require-trusted-types-for 'script'",
  'trusted-types default',
);

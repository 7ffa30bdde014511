/** Sites that were deployed here. Files of our own making, and still served as if they were somebody else's. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { sitesFolder } from '../protocols/content/site/publish.ts';
import { HttpError } from './errors.ts';

const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;
const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
};
/** No script, no frame, no form, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const MAX_BYTES = 4_194_304;

export function mountSites(app: Hono, dataDir: string): void {
  app.get('/sites/:slug', (c) => c.redirect(`/sites/${slugOf(c)}/`, 308));
  app.get('/sites/:slug/', (c) => send(c, dataDir, 'index.html'));
  app.get('/sites/:slug/:file', (c) => send(c, dataDir, c.req.param('file') ?? ''));
}

function slugOf(c: Context): string {
  const slug = c.req.param('slug') ?? '';
  if (!SLUG.test(slug)) throw new HttpError('not_found', 'there is no such site');
  return slug;
}

async function send(c: Context, dataDir: string, file: string): Promise<Response> {
  const type = Object.hasOwn(TYPES, file) ? TYPES[file] : undefined;
  const body =
    type === undefined ? null : await readPlain(join(sitesFolder(dataDir), slugOf(c), 'public', file));
  if (type === undefined || body === null) throw new HttpError('not_found', 'there is no such page');
  return c.body(body, 200, { 'Content-Type': type, 'Content-Security-Policy': POLICY });
}

/** A link in the folder is not followed. */
async function readPlain(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    return size > MAX_BYTES ? null : new Uint8Array(await handle.readFile());
  } finally {
    await handle.close();
  }
}

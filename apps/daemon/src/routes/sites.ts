/** Sites that were deployed here. Files of our own making, and still served as if they were somebody else's. */
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { readForeign } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
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
  const body = type === undefined ? null : readPlain(join(sitesFolder(dataDir), slugOf(c), 'public'), file);
  if (type === undefined || body === null) throw new HttpError('not_found', 'there is no such page');
  return c.body(body, 200, { 'Content-Type': type, 'Content-Security-Policy': POLICY });
}

/** Null for what is not there, and for all that we do not put there: a link that leads out, a pipe, a folder. */
function readPlain(folder: string, file: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(readForeign(join(folder, file), { maxBytes: MAX_BYTES, within: folder }));
  } catch (error) {
    if (error instanceof ForeignFileError) return null;
    throw error;
  }
}

/** Transcripts and artifacts, as files. The engine names the path; only bytes of regular files leave. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { ArtifactFile, Jury } from '../jury.ts';
import { byteRange } from './byte-range.ts';
import { HttpError } from './errors.ts';
import { idParam, wholeNumber } from './request.ts';

/** The types a stored artifact may be served as, and how a saved copy is named. Anything else is bytes. */
const ARTIFACT_TYPES = new Map([
  ['text/html', 'html'],
  ['text/css', 'css'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['application/json', 'json'],
  ['image/svg+xml', 'svg'],
]);

/** For somebody's markup: no network, no forms, an origin of its own, and no scripts but what is let in by name. */
export function markupPolicy(sandbox: string, ...scripts: readonly string[]): string {
  return [
    sandbox,
    "default-src 'none'",
    ...scripts,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const ARTIFACT_POLICY = markupPolicy('sandbox');

const MAX_ROUND = 1000;

/** Headers of the answer if there is one: a refusal must not carry the file's encoding or type. */
type FileHeaders = Record<string, string>;

export function mountFiles(app: Hono, jury: Jury): void {
  app.get('/api/projects/:id/runs/:runId/transcript', async (c) => {
    const runId = idParam(c, 'runId');
    const { path, encoding } = await jury.transcriptFile(idParam(c, 'id'), runId);
    const headers: FileHeaders = { 'Content-Type': 'application/x-ndjson; charset=utf-8' };
    if (wantsDownload(c)) headers['Content-Disposition'] = `attachment; filename="${runId}.ndjson"`;
    if (encoding === 'identity') return sendFile(c, path, headers);
    headers.Vary = 'Accept-Encoding';
    if (!acceptsGzip(c.req.header('accept-encoding'))) return sendFile(c, path, headers, 'unpacked');
    headers['Content-Encoding'] = 'gzip';
    return sendFile(c, path, headers);
  });

  app.get('/api/projects/:id/runs/:runId/artifact', async (c) => {
    const [id, runId] = [idParam(c, 'id'), idParam(c, 'runId')];
    return sendArtifact(c, await jury.artifactFile(id, runId, 'final'), `${runId}-final`);
  });

  app.get('/api/projects/:id/runs/:runId/rounds/:n/artifact', async (c) => {
    const [id, runId] = [idParam(c, 'id'), idParam(c, 'runId')];
    const round = wholeNumber('round', c.req.param('n'), { min: 1, max: MAX_ROUND });
    return sendArtifact(c, await jury.artifactFile(id, runId, round), `${runId}-round-${round}`);
  });

  app.get('/api/projects/:id/runs/:runId/artifact/styles', (c) => sendStyles(c, jury, 'final'));
  app.get('/api/projects/:id/runs/:runId/rounds/:n/artifact/styles', (c) =>
    sendStyles(c, jury, wholeNumber('round', c.req.param('n'), { min: 1, max: MAX_ROUND })),
  );
}

/** Read as text by the page that shows an artifact, and put into its frame. */
async function sendStyles(c: Context, jury: Jury, which: 'final' | number): Promise<Response> {
  const css = await jury.shownStyles(idParam(c, 'id'), idParam(c, 'runId'), which);
  return c.body(css, 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Content-Security-Policy': ARTIFACT_POLICY,
  });
}

function sendArtifact(c: Context, { path, mime }: ArtifactFile, name: string): Promise<Response> {
  const extension = ARTIFACT_TYPES.get(mime);
  const headers: FileHeaders = {
    'Content-Type': extension === undefined ? 'application/octet-stream' : `${mime}; charset=utf-8`,
    'Content-Security-Policy': ARTIFACT_POLICY,
  };
  if (extension === undefined || wantsDownload(c))
    headers['Content-Disposition'] = `attachment; filename="${name}.${extension ?? 'bin'}"`;
  return sendFile(c, path, headers);
}

async function sendFile(
  c: Context,
  path: string,
  headers: FileHeaders,
  form: 'as stored' | 'unpacked' = 'as stored',
): Promise<Response> {
  const file = await openRegular(path);
  let handedOver = false;
  try {
    const { size, mtimeMs } = await file.stat();
    const tag = `"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}${form === 'unpacked' ? '-u' : ''}"`;
    const validators = { ETag: tag, 'Cache-Control': 'private, no-cache' };
    if (c.req.header('if-none-match') === tag) return c.body(null, 304, validators);
    const plan = planAnswer(c, size, tag, form);
    const all = { ...headers, ...validators, ...plan.headers };
    if (c.req.method === 'HEAD') return c.body(null, plan.status, all);
    handedOver = true;
    return c.body(bytesOf(file, plan.start, plan.length, form), plan.status, all);
  } finally {
    if (!handedOver) await file.close();
  }
}

interface AnswerPlan {
  status: 200 | 206;
  start: number;
  length: number;
  headers: FileHeaders;
}

function planAnswer(c: Context, size: number, tag: string, form: 'as stored' | 'unpacked'): AnswerPlan {
  // The unpacked length is not known before it is unpacked, so neither is what a range would mean.
  if (form === 'unpacked')
    return { status: 200, start: 0, length: size, headers: { 'Accept-Ranges': 'none' } };
  const range = byteRange(rangeHeader(c, tag), size);
  if (range.kind === 'unsatisfiable')
    throw new HttpError('range_not_satisfiable', `the file has ${size} bytes`, {
      'Content-Range': `bytes */${size}`,
    });
  const [start, length] = range.kind === 'whole' ? [0, size] : [range.start, range.end - range.start + 1];
  const headers: FileHeaders = { 'Accept-Ranges': 'bytes', 'Content-Length': String(length) };
  if (range.kind === 'whole') return { status: 200, start, length, headers };
  headers['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
  return { status: 206, start, length, headers };
}

/** A range of a version the client no longer has would be glued to the wrong bytes. */
function rangeHeader(c: Context, tag: string): string | undefined {
  const condition = c.req.header('if-range');
  return condition === undefined || condition === tag ? c.req.header('range') : undefined;
}

/** The stream owns the handle and closes it, also when the client leaves. */
function bytesOf(
  file: FileHandle,
  start: number,
  length: number,
  form: 'as stored' | 'unpacked',
): ReadableStream {
  if (length === 0) {
    void file.close();
    return new Blob([]).stream();
  }
  // A log that is still written grows meanwhile: what was promised in Content-Length is what is sent.
  const stored = file.createReadStream({ start, end: start + length - 1 });
  if (form === 'as stored') return Readable.toWeb(stored) as ReadableStream;
  const unpacked = createGunzip();
  stored.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => stored.destroy());
  return Readable.toWeb(stored.pipe(unpacked)) as ReadableStream;
}

async function openRegular(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK a named pipe in place of the file would hang the request.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ELOOP') throw error;
  }
  throw new HttpError('not_found', 'this file is no longer there');
}

function acceptsGzip(header: string | undefined): boolean {
  for (const part of (header ?? '').split(',')) {
    const [coding, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (coding === 'gzip' || coding === '*')
      return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

function wantsDownload(c: Context): boolean {
  return c.req.query('download') !== undefined;
}

/** The content pipeline: start, resume, progress; foundation documents; the single pass. */
import { DOC_TYPES, type DocType } from '@design-jury/contracts/content/schema';
import type { PlayRecord } from '@design-jury/contracts/questions';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { ContentRunner } from '../protocols/content/runner.ts';
import { type ContentService, isDocType } from '../protocols/content/service.ts';
import { HttpError } from './errors.ts';
import { mountIdeas } from './ideas.ts';
import { type BodyReader, idParam, idQuery } from './request.ts';

export interface ContentRoutes {
  service: ContentService;
  runner: ContentRunner;
}

/** Characters. */
const MAX_DOC = 262_144;

const StartSchema = z.strictObject({
  contentType: z.string().min(1).max(64).default('website'),
  agent: z.string().min(1).max(64).default('grounded'),
});
const DocSchema = z.strictObject({ text: z.string().min(1).max(MAX_DOC) });
/** The id of a design system; a path would read this machine's files. */
const DoorSchema = z.strictObject({
  design: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
    .nullable()
    .default(null),
  agent: z.string().min(1).max(64).default('grounded'),
});

export function mountContent(app: Hono, { service, runner }: ContentRoutes, readBody: BodyReader): void {
  const { shelf } = service;
  mountIdeas(app, service, readBody);
  app.post('/api/content-pipeline/:ideaId', async (c) => {
    const ideaId = ideaIdOf(c);
    const order = await readBody(c, StartSchema);
    return c.json(await runner.post({ ideaId, ...order }));
  });
  app.get('/api/content-pipeline/:ideaId', async (c) => {
    const last = await service.latest(ideaIdOf(c));
    if (last === null) return c.json({ status: 'not_started' });
    const progress = await shelf.progress(last.id);
    const deployment = await shelf.deployment(last.id);
    if (progress === null && last.status === 'ended')
      return c.json({ runId: last.id, status: 'expired', outcome: last.outcome });
    return c.json({ runId: last.id, ...(progress ?? { status: 'running' }), deployment });
  });
  app.get('/api/content-pipeline/:ideaId/content', async (c) => {
    const last = await runOf(c, service);
    const content = last === null ? null : await shelf.approved(last.id);
    if (content === null) throw new HttpError('not_found', 'no text of this idea has been saved');
    return c.json({ runId: last?.id, ...content });
  });
  app.get('/api/content-pipeline/:ideaId/drafts/:n', async (c) => {
    const last = await runOf(c, service);
    const n = /^[1-9]\d?$/.test(c.req.param('n') ?? '') ? Number(c.req.param('n')) : 0;
    const draft = last === null || n === 0 ? null : await shelf.draft(last.id, n);
    if (draft === null) throw new HttpError('not_found', 'there is no such draft, or its time is over');
    return c.json({ runId: last?.id, n, draft });
  });

  app.get('/api/ideas/:ideaId/docs', async (c) => {
    const docs = await shelf.docs(ideaIdOf(c));
    return c.json({ docs: Object.entries(docs).map(([type, text]) => ({ type, chars: text.length })) });
  });
  app.get('/api/ideas/:ideaId/docs/:type', async (c) => {
    const type = docTypeOf(c);
    const text = (await shelf.docs(ideaIdOf(c)))[type];
    if (text === undefined) throw new HttpError('not_found', `the idea has no ${type}`);
    return c.json({ type, text });
  });
  app.put('/api/ideas/:ideaId/docs/:type', async (c) => {
    const type = docTypeOf(c);
    const { text } = await readBody(c, DocSchema);
    await shelf.saveDoc(ideaIdOf(c), type, text);
    return c.json({ type, chars: text.length });
  });
  app.delete('/api/ideas/:ideaId/docs/:type', async (c) => {
    await shelf.deleteDoc(ideaIdOf(c), docTypeOf(c));
    return c.body(null, 204);
  });

  app.post('/api/painted-door/:id', async (c) => {
    const ideaId = slugOf(idParam(c, 'id'), 'id');
    const site = await runner.paintDoor(ideaId, await readBody(c, DoorSchema));
    if (!site.ok)
      throw new HttpError(
        // The agent did not answer, or not so that it could be used; the request is as it was.
        site.step === 'design_brand' ? 'unavailable' : 'bad_request',
        `${site.step}: ${site.message}`,
      );
    return c.json({ slug: site.slug, url: site.place, commit: site.commit, brandBy: site.brandBy });
  });
}

/** The run that `?run=` names, or the idea's latest. */
async function runOf(c: Context, service: ContentService): Promise<PlayRecord | null> {
  const ideaId = ideaIdOf(c);
  const named = idQuery(c, 'run');
  if (named === null) return service.latest(ideaId);
  const run = await service.run(named);
  if (run?.protocol === 'content' && run.subject === ideaId) return run;
  throw new HttpError('not_found', `${ideaId} has no run ${named}`);
}

function ideaIdOf(c: Context): string {
  return slugOf(idParam(c, 'ideaId'), 'ideaId');
}

/** It becomes a folder and an address. */
function slugOf(value: string, name: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(value)) return value;
  throw new HttpError('bad_request', `${name}: lower-case letters, digits and - only, at most 64`);
}

function docTypeOf(c: Context): DocType {
  const type = c.req.param('type') ?? '';
  if (isDocType(type)) return type;
  throw new HttpError('bad_request', `type: it takes ${DOC_TYPES.join(', ')}`);
}

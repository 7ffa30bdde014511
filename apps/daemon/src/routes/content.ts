/** The content pipeline: start, resume, progress; foundation documents; the single pass. */
import { DOC_TYPES, type DocType } from '@design-jury/contracts/content/schema';
import { isOpen, type RunRecord } from '@design-jury/contracts/run';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { type ContentOrder, type ContentService, isDocType } from '../protocols/content/service.ts';
import { designTextOf } from '../protocols/content/site/brand.ts';
import type { SitePlan } from '../protocols/content/site/plan.ts';
import { HttpError } from './errors.ts';
import { mountIdeas } from './ideas.ts';
import { type BodyReader, idParam, idQuery } from './request.ts';

export interface ContentRoutes {
  service: ContentService;
  /** Where design systems are looked for. */
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
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

export function mountContent(app: Hono, content: ContentRoutes, readBody: BodyReader): void {
  const { service } = content;
  const { store } = service;
  mountIdeas(app, service, readBody);
  app.post('/api/content-pipeline/:ideaId', async (c) => {
    const ideaId = ideaIdOf(c);
    const order = await readBody(c, StartSchema);
    const { run, resumed } = await service.start({ ideaId, ...order, site: await planOf(content, order) });
    return c.json({ runId: run.id, resumed });
  });
  app.get('/api/content-pipeline/:ideaId', async (c) => {
    const last = await service.latest(ideaIdOf(c));
    if (last === null) return c.json({ status: 'not_started' });
    const progress = await store.progress(last.id);
    const deployment = await store.deployment(last.id);
    if (progress === null && !isOpen(last.state))
      return c.json({ runId: last.id, status: 'expired', outcome: last.outcome });
    const status = last.state === 'paused' ? 'paused' : 'running';
    return c.json({ runId: last.id, ...(progress ?? { status }), deployment });
  });
  app.get('/api/content-pipeline/:ideaId/content', async (c) => {
    const last = await runOf(c, service);
    const content = last === null ? null : await store.approved(last.id);
    if (content === null) throw new HttpError('not_found', 'no text of this idea has been saved');
    return c.json({ runId: last?.id, ...content });
  });
  app.get('/api/content-pipeline/:ideaId/drafts/:n', async (c) => {
    const last = await runOf(c, service);
    const n = /^[1-9]\d?$/.test(c.req.param('n') ?? '') ? Number(c.req.param('n')) : 0;
    const draft = last === null || n === 0 ? null : await store.draft(last.id, n);
    if (draft === null) throw new HttpError('not_found', 'there is no such draft, or its time is over');
    return c.json({ runId: last?.id, n, draft });
  });

  app.get('/api/ideas/:ideaId/docs', async (c) => {
    const docs = await store.docs(ideaIdOf(c));
    return c.json({ docs: Object.entries(docs).map(([type, text]) => ({ type, chars: text.length })) });
  });
  app.get('/api/ideas/:ideaId/docs/:type', async (c) => {
    const type = docTypeOf(c);
    const text = (await store.docs(ideaIdOf(c)))[type];
    if (text === undefined) throw new HttpError('not_found', `the idea has no ${type}`);
    return c.json({ type, text });
  });
  app.put('/api/ideas/:ideaId/docs/:type', async (c) => {
    const type = docTypeOf(c);
    const { text } = await readBody(c, DocSchema);
    await store.saveDoc(ideaIdOf(c), type, text);
    return c.json({ type, chars: text.length });
  });
  app.delete('/api/ideas/:ideaId/docs/:type', async (c) => {
    await store.deleteDoc(ideaIdOf(c), docTypeOf(c));
    return c.body(null, 204);
  });

  app.post('/api/painted-door/:id', async (c) => {
    const ideaId = slugOf(idParam(c, 'id'), 'id');
    const { design, agent } = await readBody(c, DoorSchema);
    const site = await service.singlePass(ideaId, { design: await designOf(content, design), agent });
    if (!site.ok)
      throw new HttpError(
        // The agent did not answer, or not so that it could be used; the request is as it was.
        site.step === 'design_brand' ? 'unavailable' : 'bad_request',
        `${site.step}: ${site.message}`,
      );
    return c.json({ slug: site.slug, url: site.place, commit: site.commit, brandBy: site.brandBy });
  });
}

function designOf({ dataDir, env }: ContentRoutes, named: string | null): Promise<string> {
  return designTextOf({ dataDir, env, cwd: dataDir, named });
}

/** An approved website is served by this daemon; a remote and a hook can be named at the command line only. */
async function planOf(
  content: ContentRoutes,
  { contentType }: Pick<ContentOrder, 'contentType'>,
): Promise<SitePlan | null> {
  if (contentType !== 'website') return null;
  return { design: await designOf(content, null), target: { kind: 'serve' }, remote: null, hook: null };
}

/** The run that `?run=` names, or the idea's latest. */
async function runOf(c: Context, service: ContentService): Promise<RunRecord | null> {
  const ideaId = ideaIdOf(c);
  const named = idQuery(c, 'run');
  if (named === null) return service.latest(ideaId);
  const run = await service.run(named);
  if (run?.protocol === 'content' && run.subjectKey === ideaId) return run;
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

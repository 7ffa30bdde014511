/** Skills, design systems, and whether a run would be judged: what a form needs before it starts a run. */
import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { idParam } from './request.ts';

/** Drafted by us from our own text, yet a page: it gets no scripts, no frames and no network. */
const SAMPLE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

export function mountLibrary(app: Hono, jury: Jury): void {
  app.get('/api/skills', async (c) => c.json(await jury.skills()));
  app.get('/api/design-systems', async (c) => c.json(await jury.designSystems()));

  app.get('/api/design-systems/:id/sample', async (c) =>
    c.html(await jury.designSample(idParam(c, 'id')), 200, { 'Content-Security-Policy': SAMPLE_POLICY }),
  );

  app.get('/api/projects/:id/enablement', async (c) => c.json(await jury.enablement(idParam(c, 'id'))));
}

import { type RunSnapshot, StartRunRequestSchema } from '@design-jury/contracts/http';
import type { Context, Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { type BodyReader, idParam, listLimit } from './request.ts';

export function mountRuns(app: Hono, jury: Jury, readBody: BodyReader): void {
  app.get('/api/projects/:id/runs', async (c) =>
    c.json({ runs: await jury.listRuns(idParam(c, 'id'), listLimit(c)) }),
  );

  app.post('/api/projects/:id/runs', async (c) => {
    const id = idParam(c, 'id');
    return created(c, await jury.startRun(id, await readBody(c, StartRunRequestSchema)));
  });

  app.get('/api/projects/:id/runs/:runId', async (c) =>
    c.json(await jury.runSnapshot(idParam(c, 'id'), idParam(c, 'runId'))),
  );

  app.post('/api/projects/:id/runs/:runId/rerun', async (c) =>
    created(c, await jury.rerun(idParam(c, 'id'), idParam(c, 'runId'))),
  );

  // A run that ended while the button was pressed is what the caller wanted: 200, not an error.
  app.post('/api/projects/:id/critique/:runId/interrupt', async (c) => {
    const { accepted, run } = await jury.interruptRun(idParam(c, 'id'), idParam(c, 'runId'));
    return c.json(run, accepted ? 202 : 200);
  });
}

function created(c: Context, snapshot: RunSnapshot): Response {
  const { projectId, id } = snapshot.run;
  return c.json(snapshot, 201, { Location: `/api/projects/${projectId}/runs/${id}` });
}

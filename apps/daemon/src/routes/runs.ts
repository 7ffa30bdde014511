import { PatchRunRequestSchema, type RunSnapshot, StartRunRequestSchema } from '@design-jury/contracts/http';
import { type ListedRun, PROTOCOL_IDS, RUN_OUTCOMES, type RunRecord } from '@design-jury/contracts/run';
import type { Context, Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { HttpError } from './errors.ts';
import { type BodyReader, idParam, listLimit } from './request.ts';

/** Where a run lives, whatever its protocol; `play-…` is what 0.1 called some of them. */
const RUN_ID = /^(?:r|play)-[0-9a-f-]{36}$/;

/** Characters of what is searched for. */
const LONGEST_SEARCH = 200;

export function mountRuns(app: Hono, jury: Jury, readBody: BodyReader): void {
  app.get('/api/runs', async (c) => {
    const protocol = c.req.query('protocol');
    if (protocol !== undefined && !PROTOCOL_IDS.some((id) => id === protocol))
      throw new HttpError('bad_request', `protocol: it takes ${PROTOCOL_IDS.join(', ')}`);
    const protocols = protocol === undefined ? undefined : [protocol];
    const outcome = c.req.query('outcome');
    const known = RUN_OUTCOMES.find((word) => word === outcome);
    if (outcome !== undefined && known === undefined)
      throw new HttpError('bad_request', `outcome: it takes ${RUN_OUTCOMES.join(', ')}`);
    const text = c.req.query('q')?.trim().slice(0, LONGEST_SEARCH) ?? '';
    const runs = await jury.allRuns({
      limit: listLimit(c),
      ...(protocols !== undefined && { protocols }),
      ...(known !== undefined && { outcome: known }),
      ...(text !== '' && { text }),
    });
    return c.json({ runs: await listed(jury, runs) });
  });
  app.get('/api/runs/:id', async (c) => c.json(await jury.snapshotOf(runIdOf(c))));
  mountOldAddresses(app, jury);

  app.get('/api/projects/:id/runs', async (c) =>
    c.json({ runs: await listed(jury, await jury.listRuns(idParam(c, 'id'), listLimit(c))) }),
  );

  app.post('/api/projects/:id/runs', async (c) => {
    const id = idParam(c, 'id');
    return created(c, await jury.startRun(id, await readBody(c, StartRunRequestSchema)));
  });

  app.get('/api/projects/:id/runs/:runId', async (c) =>
    c.json(await jury.runSnapshot(idParam(c, 'id'), idParam(c, 'runId'))),
  );

  app.patch('/api/projects/:id/runs/:runId', async (c) => {
    const [id, runId] = [idParam(c, 'id'), idParam(c, 'runId')];
    const { title } = await readBody(c, PatchRunRequestSchema);
    return c.json(await jury.renameRun(id, runId, title));
  });

  app.delete('/api/projects/:id/runs/:runId', async (c) => {
    await jury.deleteRun(idParam(c, 'id'), idParam(c, 'runId'));
    return c.body(null, 204);
  });

  app.post('/api/projects/:id/runs/:runId/rerun', async (c) =>
    created(c, await jury.rerun(idParam(c, 'id'), idParam(c, 'runId'))),
  );

  app.post('/api/projects/:id/runs/:runId/resume', async (c) =>
    c.json(await jury.resumeRun(idParam(c, 'id'), idParam(c, 'runId')), 202),
  );

  // A run that ended while the button was pressed is what the caller wanted: 200, not an error.
  app.post('/api/projects/:id/critique/:runId/interrupt', async (c) => {
    const { accepted, run } = await jury.interruptRun(idParam(c, 'id'), idParam(c, 'runId'));
    return c.json(run, accepted ? 202 : 200);
  });
}

async function listed(jury: Jury, runs: readonly RunRecord[]): Promise<ListedRun[]> {
  const damaged = await jury.damaged(runs);
  return runs.map((run) => (damaged.has(run.id) ? { ...run, damaged: true } : run));
}

/** 0.1 had addresses of their own for runs of the other protocols. */
function mountOldAddresses(app: Hono, jury: Jury): void {
  app.get('/api/plays', (c) => {
    const query = new URLSearchParams(c.req.query());
    if (query.get('protocol') === 'critic-loop') query.set('protocol', 'loop');
    return c.redirect(query.size === 0 ? '/api/runs' : `/api/runs?${query}`, 308);
  });
  app.get('/api/plays/:id', (c) => c.redirect(`/api/runs/${runIdOf(c)}`, 308));
  app.get('/api/plays/:id/events', async (c) => {
    const { run } = await jury.snapshotOf(runIdOf(c));
    return c.redirect(`/api/projects/${run.projectId}/events?run=${run.id}&since=0`, 308);
  });
}

function runIdOf(c: Context): string {
  const id = c.req.param('id') ?? '';
  if (RUN_ID.test(id)) return id;
  throw new HttpError('bad_request', `id: ${JSON.stringify(id.slice(0, 40))} is no id of a run`);
}

function created(c: Context, snapshot: RunSnapshot): Response {
  const { projectId, id } = snapshot.run;
  return c.json(snapshot, 201, { Location: `/api/projects/${projectId}/runs/${id}` });
}

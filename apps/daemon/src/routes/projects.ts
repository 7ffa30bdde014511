import { CreateProjectRequestSchema, PatchProjectRequestSchema } from '@design-jury/contracts/http';
import {
  isTheaterRun,
  keepsPage,
  type ListedProject,
  type RunRecord,
  type RunStanding,
} from '@design-jury/contracts/run';
import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { type BodyReader, idParam, listLimit } from './request.ts';

export function mountProjects(app: Hono, jury: Jury, readBody: BodyReader): void {
  app.get('/api/projects', async (c) => {
    const projects = await jury.listProjects(listLimit(c));
    const newest = await jury.newestRuns(projects.map(({ id }) => id));
    const listed = projects.map((project) => ({ ...project, newestRun: standingOf(newest.get(project.id)) }));
    return c.json({ projects: listed satisfies ListedProject[] });
  });

  app.post('/api/projects', async (c) => {
    const project = await jury.createProject(await readBody(c, CreateProjectRequestSchema));
    return c.json(project, 201, { Location: `/api/projects/${project.id}` });
  });

  app.get('/api/projects/:id', async (c) => c.json(await jury.getProject(idParam(c, 'id'))));

  app.patch('/api/projects/:id', async (c) => {
    const id = idParam(c, 'id');
    return c.json(await jury.patchProject(id, await readBody(c, PatchProjectRequestSchema)));
  });

  app.delete('/api/projects/:id', async (c) => {
    await jury.deleteProject(idParam(c, 'id'));
    return c.body(null, 204);
  });
}

function standingOf(run: RunRecord | undefined): RunStanding | null {
  if (run === undefined) return null;
  const { id: runId, protocol, state, outcome, exitCode } = run;
  const judged = isTheaterRun(run)
    ? { composite: run.composite, threshold: run.config.scoreThreshold }
    : { composite: null, threshold: null };
  return { runId, protocol, state, outcome, exitCode, ...judged, hasPage: keepsPage(run) };
}

import { CreateProjectRequestSchema, PatchProjectRequestSchema } from '@design-jury/contracts/http';
import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { idParam, listLimit, readJson } from './request.ts';

export function mountProjects(app: Hono, jury: Jury): void {
  app.get('/api/projects', async (c) => c.json({ projects: await jury.listProjects(listLimit(c)) }));

  app.post('/api/projects', async (c) => {
    const project = await jury.createProject(await readJson(c, CreateProjectRequestSchema));
    return c.json(project, 201, { Location: `/api/projects/${project.id}` });
  });

  app.get('/api/projects/:id', async (c) => c.json(await jury.getProject(idParam(c, 'id'))));

  app.patch('/api/projects/:id', async (c) => {
    const id = idParam(c, 'id');
    return c.json(await jury.patchProject(id, await readJson(c, PatchProjectRequestSchema)));
  });
}

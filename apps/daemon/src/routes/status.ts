import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';

export function mountStatus(app: Hono, jury: Jury): void {
  app.get('/api/agents', async (c) => c.json({ agents: await jury.agents() }));
  app.get('/api/critique/conformance', async (c) => c.json(await jury.conformance()));
  app.get('/api/health', async (c) => c.json(await jury.health()));
  app.get('/api/ready', async (c) => {
    const readiness = await jury.ready();
    return c.json(readiness, readiness.ready ? 200 : 503);
  });
}

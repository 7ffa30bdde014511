/** Starts loops and cross-checks of documents that are sent along, and gives back the text that a loop has changed. */
import { StartGivenRequestSchema } from '@design-jury/contracts/given';
import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';
import type { GivenServices } from '../protocols/given/start.ts';
import { HttpError } from './errors.ts';
import { type BodyReader, idParam } from './request.ts';

export function mountGiven(
  app: Hono,
  jury: Jury,
  given: GivenServices | undefined,
  readBody: BodyReader,
): void {
  app.post('/api/runs', async (c) => {
    const services = kept(given);
    const request = await readBody(c, StartGivenRequestSchema);
    const { startGiven } = await import('../protocols/given/start.ts');
    const { id } = await startGiven({ ...services, signal: c.req.raw.signal }, request);
    return c.json(await jury.snapshotOf(id), 201, { Location: `/api/runs/${id}` });
  });

  app.get('/api/runs/:id/document', async (c) => {
    const services = kept(given);
    const { givenDocument } = await import('../protocols/given/start.ts');
    const { name, bytes } = await givenDocument(services, idParam(c, 'id'));
    return c.body(new Uint8Array(bytes), 200, {
      // Somebody's bytes: saved, never shown by us.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
  });
}

function kept(given: GivenServices | undefined): GivenServices {
  if (given !== undefined) return given;
  throw new HttpError(
    'unavailable',
    'this daemon takes no documents: those of a run lie on one machine. Start it at the command line there',
  );
}

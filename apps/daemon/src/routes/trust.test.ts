import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Jury } from '../jury.ts';
import { makeRun, scriptOf } from '../trust/certificate/test/runs.ts';
import { signed, signer, statementFor } from '../trust/certificate/test/signing.ts';
import { createBodies } from './request.ts';
import { mountTrust } from './trust.ts';

const OURS = signer('ours');

/** Certificates need nothing of the runs of this daemon. */
function verifier() {
  const app = new Hono();
  const { read } = createBodies({ maxBodyBytes: 1_000_000 });
  mountTrust(app, {} as Jury, read, {
    dataDir: null,
    now: () => Date.UTC(2026, 0, 3),
    keys: async () => [OURS.known],
  });
  return (body: unknown) =>
    app.request('/api/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
}

test('[T4] a certificate is checked over HTTP, with the page and without', async () => {
  const made = makeRun(scriptOf(2));
  const certificate = signed(await statementFor(made), OURS);
  const ask = verifier();
  const page = Buffer.from(made.page ?? '').toString('base64');
  expect(await (await ask({ certificate, page })).json()).toMatchObject({
    holds: true,
    status: 'shipped',
    page: { matches: true },
  });
  expect(await (await ask({ certificate, page: null })).json()).toMatchObject({ page: { matches: null } });
  expect(await (await ask({ certificate, page: 'AAAA' })).json()).toMatchObject({ reason: 'page_differs' });
  expect(await (await ask({ certificate: 'x', page: null })).json()).toMatchObject({ reason: 'unreadable' });
});

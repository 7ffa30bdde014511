/** How far a verdict can be believed: what is left to do for a run, its trust line, and whether a certificate holds. */
import { isTheaterSnapshot } from '@design-jury/contracts/http';
import type { TrustOverview } from '@design-jury/contracts/trust/changes';
import { type RunBelief, VerifyRequestSchema } from '@design-jury/contracts/trust/http';
import { NOTHING_KNOWN } from '@design-jury/contracts/trust/line';
import type { Hono } from 'hono';
import type { PublicKey } from '../home/keys.ts';
import { artifactFolder } from '../host/artifacts/artifact-path.ts';
import type { Jury } from '../jury.ts';
import { gateOf } from '../report/gate.ts';
import { unlockFor } from '../report/unlock-words.ts';
import { readTrustLine } from '../trust/stored-line.ts';
import { type BodyReader, idParam } from './request.ts';

export interface TrustRoutes {
  dataDir: string | null;
  now: () => number;
  /** What the user of this daemon trusts; without it no key is known. */
  keys?: () => Promise<readonly PublicKey[]>;
}

export function mountTrust(
  app: Hono,
  jury: Jury,
  readBody: BodyReader,
  { dataDir, now, keys }: TrustRoutes,
): void {
  app.get('/api/runs/:id/belief', async (c) => {
    const snapshot = await jury.snapshotOf(idParam(c, 'id'));
    const { run } = snapshot;
    const unlock = isTheaterSnapshot(snapshot)
      ? unlockFor(snapshot.state, snapshot.run.config.weights, { gate: gateOf(snapshot.state, [], null) })
      : null;
    const trust = dataDir === null ? NOTHING_KNOWN : readTrustLine(artifactFolder(dataDir, run.artifactId));
    return c.json({ unlock, trust } satisfies RunBelief);
  });

  app.get('/api/trust', async (c) => {
    const { trustOverview } = await import('../trust/overview.ts');
    const { overview } = await trustOverview(jury, dataDir);
    return c.json(overview satisfies TrustOverview);
  });

  app.post('/api/verify', async (c) => {
    const { certificate, page } = await readBody(c, VerifyRequestSchema);
    // Loaded when asked for: it brings the machines of all protocols.
    const { verifyCertificate } = await import('../trust/certificate/verify.ts');
    const bytes = page === null ? null : Buffer.from(page, 'base64');
    return c.json(
      await verifyCertificate(certificate, { keys: (await keys?.()) ?? [], now: now(), page: bytes }),
    );
  });
}

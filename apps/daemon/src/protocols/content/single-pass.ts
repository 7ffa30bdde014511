/** Brand and copy in one pass, without critics: what there was before the pipeline, and still is. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JuryError } from '../../jury-error.ts';
import { whileHeld } from './held-idea.ts';
import type { ContentService } from './service.ts';
import { type DeployedSite, deploySite } from './site/deployment.ts';

export interface SinglePass {
  service: ContentService;
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  ideaId: string;
  /** The text of a design system. */
  design: string;
  /** Who writes and designs; `grounded` needs no model. */
  agent: string;
  signal: AbortSignal;
}

export async function singlePass(order: SinglePass): Promise<DeployedSite> {
  const { service, dataDir, env, ideaId, design, agent, signal } = order;
  const { shelf, settings } = service;
  const { lockTtlSeconds } = settings;
  const { recipes, advisors } = await service.library();
  const recipe = recipes.find(({ contentType }) => contentType === 'website');
  const author = advisors.find(({ id }) => id === recipe?.authorAdvisor);
  if (recipe === undefined || author === undefined)
    throw new JuryError('internal', 'the recipe of a website or its author is missing');
  const docs = await shelf.docs(ideaId);
  if ((docs.positioning ?? '').trim() === '')
    throw new JuryError('bad_request', `${ideaId} lacks the foundation document positioning`);
  // Two would write into one repository.
  const claim = `door-${randomUUID()}`;
  if (!(await shelf.lock(ideaId, claim)))
    throw new JuryError('conflict', `another run works on ${ideaId}; wait for it`);
  const workDir = await mkdtemp(join(tmpdir(), 'jury-door-'));
  try {
    return await whileHeld({ shelf, ideaId, owner: claim, lockTtlSeconds }, async () => {
      const { voices, designer } = await service.speaker(agent, null, { runId: claim, workDir });
      const written = await voices.draft({ recipe, author, docs }, signal);
      if (!written.ok) return { ok: false, step: 'design_brand', message: `no copy: ${written.message}` };
      return deploySite({
        runId: null,
        slug: ideaId,
        dataDir,
        shelf,
        docs,
        design,
        designer,
        brandFallback: settings.brandFallback,
        approved: null,
        ownCopy: written.text,
        target: { kind: 'serve' },
        remote: null,
        hook: null,
        env,
        threads: service.threads,
        signal,
        tell: () => undefined,
      });
    });
  } finally {
    await shelf.unlock(ideaId, claim);
    await rm(workDir, { recursive: true, force: true });
  }
}

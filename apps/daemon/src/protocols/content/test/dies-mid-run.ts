/**
 * A process that plays an idea and is killed by itself, as by `kill -9`, at a write to the store.
 * Arguments: data folder, `start` or `resume`, and where it dies: `never`; `after:N`, when the Nth write of a step's
 * result is done; `before:N`, when the step has done its work and its Nth write has not begun.
 * In the folder: `script.json` for the agent, or no such file for the author and critics without a model; `remote.git`
 * where the text is to be deployed, and pushed there.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DocType } from '@design-jury/contracts/content/schema';
import { DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { createProgramAgent } from '../../../agents/program.ts';
import { openDocket } from '../../../host/run-store.ts';
import { openStore } from '../../../store/database.ts';
import type { KeyValues } from '../../../store/key-values.ts';
import { contentService } from '../service.ts';
import { designTextOf } from '../site/brand.ts';
import type { SitePlan } from '../site/plan.ts';
import { tidewatchDocs } from './tidewatch.ts';

const LEASE_MS = 300;
const STEP_KEY =
  /^(?:draft:play-[^:]+:|pipeline_state:|critique_round:|approved_content:|site_work:|deployment:)/;

const [dataDir = '', mode = 'start', dies = 'never'] = process.argv.slice(2);
const [moment = 'never', point = '0'] = dies.split(':');
const store = await openStore(`${dataDir}/jury.db`);
const docket = openDocket({ dataDir, store, clock: Date.now, leaseMs: LEASE_MS });
const writes: string[] = [];
const keyValues: KeyValues = {
  ...store.keyValues,
  async set(key, value, ttl) {
    const isStep = STEP_KEY.test(key);
    if (isStep) writes.push(key.replace(/play-[^:]+/, ''));
    const isHere = isStep && writes.length === Number(point);
    if (isHere && moment === 'before') process.kill(process.pid, 'SIGKILL');
    await store.keyValues.set(key, value, ttl);
    if (isHere && moment === 'after') process.kill(process.pid, 'SIGKILL');
  },
};
const script = join(dataDir, 'script.json');
const hasScript = existsSync(script);
// Without a browser: this is about what is stored, and the page is measured elsewhere.
const env = { PATH: process.env.PATH, HOME: dataDir, OD_BROWSER: '/nonexistent' };
const service = contentService({
  dataDir,
  docket,
  keyValues,
  agent: async () =>
    createProgramAgent(
      {
        id: 'scripted',
        name: 'Scripted',
        command: process.execPath,
        args: [join(import.meta.dirname, 'plays-content.mjs'), script, join(dataDir, 'asked.txt')],
      },
      { PATH: process.env.PATH },
      { killGraceMs: 500 },
    ),
  env,
  settings: DEFAULT_CONTENT_SETTINGS,
});
if (mode === 'start')
  for (const [type, text] of Object.entries(tidewatchDocs()))
    await service.store.saveDoc('tidewatch', type as DocType, text);

async function sitePlan(): Promise<SitePlan> {
  return {
    design: await designTextOf({ dataDir, env, cwd: dataDir, named: null }),
    target: { kind: 'serve' },
    // From the repository: the folder may be a copy.
    remote: '../../../remote.git',
    hook: null,
  };
}

async function handleOf() {
  if (mode === 'start')
    return service.start({
      ideaId: 'tidewatch',
      contentType: 'website',
      agent: hasScript ? 'scripted' : 'grounded',
      site: existsSync(join(dataDir, 'remote.git')) ? await sitePlan() : null,
    });
  const last = await service.latest('tidewatch');
  // The dead process holds its lease for a moment.
  for (let tries = 0; ; tries++) {
    const handle = await service.resume(last?.id ?? '').catch((error: unknown) => {
      if (tries > 100) throw error;
      return null;
    });
    if (handle !== null) return handle;
    await delay(50);
  }
}

const handle = await handleOf();
const result = await service.play(handle, { signal: new AbortController().signal });
const events = await docket.events(handle.record.id, 0);
process.stdout.write(
  JSON.stringify({
    status: result.status,
    writes,
    keys: events.map(({ key }) => key),
    panel: result.status === 'approved' ? result.saved.record.panel : null,
    site: 'site' in result ? result.site : null,
    text: (await service.store.approved(handle.record.id))?.content,
  }),
);
await store.close();

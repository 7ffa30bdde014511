/**
 * A process that plays an idea and is killed by itself, as by `kill -9`, right after a write to the store.
 * Arguments: data folder, `start` or `resume`, and after which write of a step's result; 0 for never.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DocType } from '@design-jury/contracts/pipeline';
import { openDocket } from '../../docket/docket.ts';
import { openStore } from '../../store/database.ts';
import type { KeyValues } from '../../store/key-values.ts';
import { contentService } from '../service.ts';
import { tidewatchDocs } from './tidewatch.ts';

const LEASE_MS = 300;
const [dataDir = '', mode = 'start', after = '0'] = process.argv.slice(2);
const store = await openStore(`${dataDir}/jury.db`);
const docket = openDocket({ dataDir, store, clock: Date.now, leaseMs: LEASE_MS });
let writes = 0;
const keyValues: KeyValues = {
  ...store.keyValues,
  async set(key, value, ttl) {
    await store.keyValues.set(key, value, ttl);
    if (!/^(?:draft:play-[^:]+:|pipeline_state:|critique_round:|approved_content:)/.test(key)) return;
    writes++;
    if (writes === Number(after)) process.kill(process.pid, 'SIGKILL');
  },
};
const service = contentService({
  dataDir,
  docket,
  keyValues,
  agent: () => Promise.reject(new Error('no model here')),
});
if (mode === 'start')
  for (const [type, text] of Object.entries(tidewatchDocs()))
    await service.shelf.saveDoc('tidewatch', type as DocType, text);

async function handleOf() {
  if (mode === 'start')
    return service.start({ ideaId: 'tidewatch', contentType: 'website', agent: 'grounded' });
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
    text: (await service.shelf.approved(handle.record.id))?.content,
  }),
);
await store.close();

/** Reviews the pages it is handed, one after the other: measure, fix, measure, as a run's rounds do. */
import { parentPort } from 'node:worker_threads';
import { buildPage } from '../../apps/daemon/src/grounded/page.ts';
import { examine } from '../../apps/daemon/src/grounded/panel.ts';
import { revise } from '../../apps/daemon/src/grounded/revise.ts';

parentPort?.on('message', async (html: string) => {
  const page = await buildPage({ html });
  const { html: better } = await revise(page, examine(page));
  if (better !== html) examine(await buildPage({ html: better }));
  parentPort?.postMessage('done');
});

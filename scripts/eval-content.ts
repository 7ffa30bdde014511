/** `npm run eval:content [-- --agent ID --model NAME]`: the content scenarios on an agent; without one on the offline critics. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../apps/daemon/src/engine.ts';
import { loadContentLibrary } from '../apps/daemon/src/pipeline/library.ts';
import { modelVoices } from '../apps/daemon/src/pipeline/model-voices.ts';
import { OFFLINE_NAME, offlineVoices } from '../apps/daemon/src/pipeline/offline/voices.ts';
import { readContentSettings } from '../apps/daemon/src/pipeline/settings.ts';
import { runContentEvals } from '../apps/daemon/src/pipeline/test/content-eval.ts';

const { values } = parseArgs({
  options: { agent: { type: 'string' }, model: { type: 'string' }, json: { type: 'boolean' } },
});
const id = values.agent ?? OFFLINE_NAME;
const folder = mkdtempSync(join(tmpdir(), 'jury-eval-'));
const engine = await openEngine({ dataDir: folder, env: process.env });
try {
  const voices =
    id === OFFLINE_NAME
      ? offlineVoices()
      : modelVoices({
          agent: await engine.agent(id, values.model ?? null),
          runId: 'eval-content',
          workDir: folder,
          settings: readContentSettings({ env: process.env }),
        });
  const results = await runContentEvals(voices, await loadContentLibrary());
  const passed = results.filter((result) => result.passed).length;
  if (values.json) console.log(JSON.stringify({ agent: id, name: voices.name, passed, results }, null, 2));
  else {
    console.log(`content scenarios on ${voices.name} (agent: ${id})`);
    for (const { family, name, passed: ok, detail } of results)
      console.log(`${ok ? 'ok  ' : 'FAIL'}  ${family.padEnd(16)} ${name}: ${detail}`);
    console.log(`${passed} of ${results.length} hold`);
  }
  process.exitCode = passed === results.length ? 0 : 1;
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}

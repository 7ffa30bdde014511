/**
 * A process that runs the pipeline of an idea and is killed by itself, as by `kill -9`, at a write.
 * Arguments: data folder, `start` or `resume`, and where it dies: `never`; `after:N`, when the Nth write is done;
 * `before:N`, when the step has done its work and its Nth write has not begun. A write is an input that goes to the log
 * (`after`: it is on the disk), or a key that is set.
 * In the folder: `script.json` for the agent, or no such file for the author and critics without a model; `remote.git`
 * where the text is to be deployed, and pushed there.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DocType } from '@design-jury/contracts/content/schema';
import { DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import { createProgramAgent } from '../../../agents/program.ts';
import { Host } from '../../../host/host.ts';
import { findTranscript, readLog } from '../../../host/log/transcript.ts';
import { folderPlaces } from '../../../host/place/folder-place.ts';
import { recoverRuns } from '../../../host/recovery.ts';
import { createBus } from '../../../host/stream/bus.ts';
import { openStore } from '../../../store/database.ts';
import type { KeyValues } from '../../../store/key-values.ts';
import type { ContentContext } from '../content-run.ts';
import { contentProtocol } from '../protocol.ts';
import { contentService } from '../service.ts';
import { designTextOf } from '../site/brand.ts';
import type { SitePlan } from '../site/plan.ts';
import { tidewatchDocs } from './tidewatch.ts';

const [dataDir = '', mode = 'start', dies = 'never'] = process.argv.slice(2);
const [moment = 'never', point = '0'] = dies.split(':');
const records = await openStore(`${dataDir}/jury.db`);
const writes: string[] = [];

async function writing(name: string, write: () => Promise<void>): Promise<void> {
  writes.push(name);
  const isHere = writes.length === Number(point);
  if (isHere && moment === 'before') process.kill(process.pid, 'SIGKILL');
  await write();
  if (isHere && moment === 'after') process.kill(process.pid, 'SIGKILL');
}

const keyValues: KeyValues = {
  ...records.keyValues,
  set: (key, value, ttl) =>
    key.startsWith('foundation_')
      ? records.keyValues.set(key, value, ttl)
      : writing(key.replace(/r-[^:]+/, ''), () => records.keyValues.set(key, value, ttl)),
};
const script = join(dataDir, 'script.json');
const hasScript = existsSync(script);
// Without a browser: this is about what is stored, and the page is measured elsewhere.
const env = { PATH: process.env.PATH, HOME: dataDir, OD_BROWSER: '/nonexistent' };
const agent = async () =>
  createProgramAgent(
    {
      id: 'scripted',
      name: 'Scripted',
      command: process.execPath,
      args: [join(import.meta.dirname, 'plays-content.mjs'), script, join(dataDir, 'asked.txt')],
    },
    { PATH: process.env.PATH },
    { killGraceMs: 500 },
  );
const protocol = contentProtocol({ dataDir, agent, env, keyValues, threads: null });
const counted = new WeakMap<ContentContext, ContentContext>();

/** The same context, whose inputs are counted. */
function counting(context: ContentContext): ContentContext {
  const known = counted.get(context);
  if (known !== undefined) return known;
  const proxy = new Proxy(context, {
    get(target, name) {
      if (name === 'feed')
        return (input: Parameters<ContentContext['feed']>[0]) =>
          writing(`input ${input.type}`, async () => {
            await target.feed(input);
            await target.flush();
          });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  counted.set(context, proxy);
  return proxy;
}

const services = {
  places: folderPlaces(dataDir),
  store: records,
  bus: createBus(),
  limits: DEFAULT_RUN_LIMITS,
  clock: Date.now,
};
const host = new Host({
  ...services,
  maxConcurrent: 2,
  report: (error) => void process.stderr.write(`${String(error)}\n`),
  protocols: {
    content: async () => ({
      ...protocol,
      perform: (effect, context) => protocol.perform(effect, counting(context)),
      settled: (state, end, context) =>
        protocol.settled?.(state, end, counting(context)) ?? Promise.resolve(),
    }),
  },
});
const recovered = await recoverRuns({ ...services, protocol: (id) => host.protocol(id) });
const service = contentService({ dataDir, host, keyValues, agent, settings: DEFAULT_CONTENT_SETTINGS });
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

const last = await service.latest('tidewatch');
const { run } =
  mode === 'start'
    ? await service.start({
        ideaId: 'tidewatch',
        contentType: 'website',
        agent: hasScript ? 'scripted' : 'grounded',
        site: existsSync(join(dataDir, 'remote.git')) ? await sitePlan() : null,
      })
    : await service.resume(last?.id ?? '');
const result = await service.result(run.id);
const file = await findTranscript(host.folder(run));
const events: string[] = [];
if (file !== null) for await (const { event } of readLog(file)) events.push(String(event.key ?? event.type));
process.stdout.write(
  JSON.stringify({
    status: result.status,
    writes,
    recovered: recovered.map(({ state }) => state),
    keys: events,
    panel: result.status === 'approved' ? result.saved.record.panel : null,
    site: 'site' in result ? result.site : null,
    text: (await service.store.approved(run.id))?.content,
    progress: (await service.store.progress(run.id))?.status,
  }),
);
await host.close();
await records.close();

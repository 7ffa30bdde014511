/** A real store, host and service in a folder of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentEvent } from '@design-jury/contracts/content/events';
import type { DocType } from '@design-jury/contracts/content/schema';
import { type ContentSettings, DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { RunEvent } from '@design-jury/contracts/run';
import { onTestFinished } from 'vitest';
import { createProgramAgent } from '../../../agents/program.ts';
import { Host } from '../../../host/host.ts';
import { findTranscript, readLog } from '../../../host/log/transcript.ts';
import { folderPlaces } from '../../../host/place/folder-place.ts';
import { type Bus, createBus } from '../../../host/stream/bus.ts';
import { openDatabase, openStore } from '../../../store/database.ts';
import { type KeyValues, sqliteKeyValues } from '../../../store/key-values.ts';
import type { Store } from '../../../store/store.ts';
import { contentProtocol } from '../protocol.ts';
import {
  type ContentOrder,
  type ContentResult,
  type ContentService,
  contentService,
  type StartedContent,
} from '../service.ts';
import type { SitePlan } from '../site/plan.ts';
import { tidewatchDocs } from './tidewatch.ts';

const PROGRAM = fileURLToPath(new URL('./plays-content.mjs', import.meta.url));

export interface ContentScript {
  select?: readonly unknown[];
  draft?: readonly string[];
  revise?: readonly string[];
  brand?: readonly unknown[];
  critiques?: Readonly<Record<string, readonly unknown[]>>;
}

type OnEvent = (event: ContentEvent, runId: string) => void;

export interface StageUnderTest {
  folder: string;
  service: ContentService;
  host: Host;
  bus: Bus;
  /** The one of the host. */
  records: Store;
  keyValues: KeyValues;
  /** From its start until it is over or put aside. */
  play(order: ContentOrder, onEvent?: OnEvent): Promise<{ runId: string; result: ContentResult }>;
  resume(runId: string, onEvent?: OnEvent, site?: SitePlan): Promise<ContentResult>;
  /** What the log has of it, without inputs. */
  events(runId: string): Promise<RunEvent[]>;
  stop(runId: string): Promise<boolean>;
  /** Another process on the same folder: a service and a host of its own. */
  another(): { service: ContentService; host: Host; bus: Bus };
  /** What the scripted agent was asked, in order. */
  asked(): string[];
  /** The same with the whole prompt. */
  prompts(): { asked: string; prompt: string }[];
  /** Lets this much time go by. */
  pass(ms: number): void;
}

export interface StageOptions {
  script?: ContentScript;
  keyValues?: KeyValues;
  ideas?: readonly string[];
  settings?: Partial<ContentSettings>;
}

export async function openStage({
  script = {},
  keyValues,
  ideas = ['tidewatch'],
  settings = {},
}: StageOptions = {}): Promise<StageUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-content-'));
  let ahead = 0;
  const clock = (): number => Date.now() + ahead;
  const records = await openStore(join(folder, 'jury.db'));
  // A second connection, whose keys live by the test's clock.
  const db = await openDatabase(join(folder, 'jury.db'));
  const hosts: Host[] = [];
  onTestFinished(async () => {
    for (const host of hosts) await host.close();
    await db.destroy();
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const [scriptFile, countFile] = [join(folder, 'script.json'), join(folder, 'asked.txt')];
  writeFileSync(scriptFile, JSON.stringify({ critiques: {}, ...script }));
  writeFileSync(countFile, '');
  const scripted = createProgramAgent(
    { id: 'scripted', name: 'Scripted', command: process.execPath, args: [PROGRAM, scriptFile, countFile] },
    { PATH: process.env.PATH },
    { killGraceMs: 500 },
  );
  const used = keyValues ?? sqliteKeyValues(db, clock);
  const agent = async () => scripted;
  // Without a browser: `site.test.ts` has its sites measured in one.
  const env = { PATH: process.env.PATH, HOME: folder, OD_BROWSER: '/nonexistent' };
  const another = () => {
    const bus = createBus();
    const host = new Host({
      places: folderPlaces(folder),
      store: records,
      bus,
      limits: DEFAULT_RUN_LIMITS,
      clock,
      maxConcurrent: 4,
      report: () => undefined,
      protocols: {
        content: async () => contentProtocol({ dataDir: folder, agent, env, keyValues: used, threads: null }),
      },
    });
    hosts.push(host);
    const all = { ...DEFAULT_CONTENT_SETTINGS, ...settings };
    const service = contentService({ dataDir: folder, host, keyValues: used, agent, settings: all, clock });
    return { service, host, bus };
  };
  const first = another();
  const { service, host, bus } = first;
  for (const ideaId of ideas)
    for (const [type, text] of Object.entries(tidewatchDocs()))
      await service.store.saveDoc(ideaId, type as DocType, text);
  const watched = async ({ run }: StartedContent, onEvent: OnEvent): Promise<ContentResult> => {
    const unlisten = bus.listen(run.projectId, ({ runId, event }) => {
      if (runId === run.id) onEvent(event as unknown as ContentEvent, runId);
    });
    return service.result(run.id).finally(unlisten);
  };
  return {
    folder,
    service,
    host,
    bus,
    records,
    keyValues: used,
    another,
    async play(order, onEvent = () => undefined) {
      const started = await service.start(order);
      return { runId: started.run.id, result: await watched(started, onEvent) };
    },
    async resume(runId, onEvent = () => undefined, site) {
      return watched(await service.resume(runId, site === undefined ? {} : { site }), onEvent);
    },
    async events(runId) {
      const file = await findTranscript(host.folder(await host.get(runId)));
      const events: RunEvent[] = [];
      if (file !== null) for await (const { event } of readLog(file)) events.push(event);
      return events;
    },
    stop: (runId) => host.stop(runId, { type: 'interrupted', recoveryReason: null }),
    asked: () => readFileSync(countFile, 'utf8').split('\n').filter(Boolean),
    prompts: () =>
      readFileSync(`${countFile}.prompts`, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { asked: string; prompt: string }),
    pass: (ms) => {
      ahead += ms;
    },
  };
}

/** A real store, docket and service in a folder of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocType } from '@design-jury/contracts/content/schema';
import { type ContentSettings, DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { onTestFinished } from 'vitest';
import { createProgramAgent } from '../../../agents/program.ts';
import { openDocket } from '../../../host/run-store.ts';
import { openDatabase, openStore } from '../../../store/database.ts';
import { type KeyValues, sqliteKeyValues } from '../../../store/key-values.ts';
import { type ContentService, contentService } from '../service.ts';
import { tidewatchDocs } from './tidewatch.ts';

const PROGRAM = fileURLToPath(new URL('./plays-content.mjs', import.meta.url));

export interface ContentScript {
  select?: readonly unknown[];
  draft?: readonly string[];
  revise?: readonly string[];
  brand?: readonly unknown[];
  critiques?: Readonly<Record<string, readonly unknown[]>>;
}

export interface StageUnderTest {
  folder: string;
  service: ContentService;
  docket: ReturnType<typeof openDocket>;
  keyValues: KeyValues;
  /** What the scripted agent was asked, in order. */
  asked(): string[];
  /** Lets this much time go by for the store. */
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
  const store = await openStore(join(folder, 'jury.db'));
  // A second connection, whose keys live by the test's clock.
  const db = await openDatabase(join(folder, 'jury.db'));
  onTestFinished(async () => {
    await db.destroy();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const [scriptFile, countFile] = [join(folder, 'script.json'), join(folder, 'asked.txt')];
  writeFileSync(scriptFile, JSON.stringify({ critiques: {}, ...script }));
  writeFileSync(countFile, '');
  const agent = createProgramAgent(
    { id: 'scripted', name: 'Scripted', command: process.execPath, args: [PROGRAM, scriptFile, countFile] },
    { PATH: process.env.PATH },
    { killGraceMs: 500 },
  );
  const docket = openDocket({ dataDir: folder, store, clock });
  const used = keyValues ?? sqliteKeyValues(db, clock);
  const service = contentService({
    dataDir: folder,
    docket,
    keyValues: used,
    agent: async () => agent,
    env: { PATH: process.env.PATH, HOME: folder },
    settings: { ...DEFAULT_CONTENT_SETTINGS, ...settings },
    clock,
  });
  for (const ideaId of ideas)
    for (const [type, text] of Object.entries(tidewatchDocs()))
      await service.shelf.saveDoc(ideaId, type as DocType, text);
  return {
    folder,
    service,
    docket,
    keyValues: used,
    asked: () => readFileSync(countFile, 'utf8').split('\n').filter(Boolean),
    pass: (ms) => {
      ahead += ms;
    },
  };
}

/**
 * A data folder that the product itself has made, as somebody would commit it: a run that was left under way beside a note of
 * a process, and one whose question is answered, so that whoever opens the folder tries it again with an agent.
 */
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTicks } from '../../../agents/process-group.ts';
import { PROCESS_FILE } from '../../../agents/supervise.ts';
import { openTestEngine } from '../../../host/test/engine.ts';
import { openDatabase, openStore } from '../../../store/database.ts';
import type { Canary } from './canary.ts';
import type { Checkout } from './checkout.ts';

/** Whom the run is to be tried again with. */
export const PLANTED_AGENT = 'mine';
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const PAGE = { content: '<p>x</p>', mime: 'text/html' } as const;

let made: Promise<string> | null = null;

/** Into a folder of the checkout, with a note that names the user's process. The data is made once, and copied. */
export async function plantData(
  checkout: Checkout,
  name: string,
  { victim }: Canary,
  mode: 'as cloned' | 'closed',
): Promise<void> {
  made ??= makeData();
  const folder = join(checkout.folder, name);
  cpSync(await made, folder, { recursive: true });
  const note = JSON.stringify({ pgid: victim, startTicks: startTicks(victim), folder: '/' });
  for (const artifact of readdirSync(join(folder, 'artifacts')))
    writeFileSync(join(folder, 'artifacts', artifact, PROCESS_FILE), note);
  const [folders, files] = mode === 'closed' ? [0o700, 0o600] : [0o755, 0o644];
  for (const entry of [folder, ...globSync(join(folder, '**/*'), { withFileTypes: true })])
    if (typeof entry === 'string') chmodSync(entry, folders);
    else chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
}

/** A program of the user's own, which nothing of a checkout may start. Its home lies beside the checkout. */
export function userAgent(checkout: Checkout, { execFile }: Canary): void {
  const home = join(checkout.folder, '../home');
  const command = join(home, 'mine.sh');
  writeFileSync(command, `#!/bin/sh\ntouch '${execFile}'\n`, { mode: 0o755 });
  const folder = join(home, 'config/design-jury');
  mkdirSync(folder, { recursive: true });
  const agents = [{ id: PLANTED_AGENT, name: 'Mine', command }];
  writeFileSync(join(folder, 'agents.json'), JSON.stringify({ agents }), { mode: 0o600 });
}

export async function removeMadeData(): Promise<void> {
  if (made !== null) rmSync(await made, { recursive: true, force: true });
}

async function makeData(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jury-planted-'));
  const engine = await openTestEngine(
    { [PLANTED_AGENT]: ['crashes', 'model-happy-2-rounds', '7'] },
    { dataDir },
  );
  const started = async (pageName: string): Promise<string> => {
    const { run } = await engine.start({ agent: PLANTED_AGENT, artifact: { ...PAGE, name: pageName } });
    await engine.finished(run.id);
    return run.id;
  };
  const running = await started('left.html');
  await started('asks.html');
  await engine.close();
  const store = await openStore(join(dataDir, 'jury.db'));
  for (const { id } of await store.questions.list({ status: 'open' }))
    await store.questions.answer(id, { choice: 1, note: '' }, 'somebody', LONG_AGO);
  await store.close();
  const { sql } = await import('kysely');
  const db = await openDatabase(join(dataDir, 'jury.db'));
  await sql`update runs set state = 'running', ended_at = null, owner = null where id = ${running}`.execute(
    db,
  );
  await db.destroy();
  rmSync(join(dataDir, '.config'), { recursive: true, force: true });
  return dataDir;
}

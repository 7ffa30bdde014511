/** A real coding agent in a project of its own, asked one question, with its model at a scripted server. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { PinnedAgent } from '../binaries.ts';
import { makeSurroundings } from '../surroundings.ts';

export const ROOT = join(import.meta.dirname, '../../../../..');
const LONGEST_MS = 100_000;

const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  // Every tool is named to the model at once: a script does not search.
  ENABLE_TOOL_SEARCH: 'false',
  OD_BROWSER: '/nonexistent',
  DESIGN_JURY: join(ROOT, 'jury'),
};

export interface RealPlace {
  /** Of the model. */
  url: string;
  /** Its home and what it leaves. */
  folder: string;
  project: string;
}

export async function runReal(
  pin: PinnedAgent,
  argv: readonly string[],
  { url, folder, project }: RealPlace,
): Promise<{ exit: number | null; said: string }> {
  const env = await makeSurroundings(pin, url, folder);
  const child = spawn(pin.file, argv, {
    cwd: project,
    env: { ...env, ...QUIET, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
  const exit = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { exit, said };
}

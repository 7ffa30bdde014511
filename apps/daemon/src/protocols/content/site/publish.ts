/** `deploy`: files where somebody can see them, and a command of the user's own for anything else. */

import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutOf } from '../../../disk/scope.ts';
import { writeOut } from '../../../disk/write-out.ts';
import { readVariable } from '../../../env.ts';
import { ContentError } from '../content-error.ts';
import type { SiteFile } from './assemble.ts';
import type { SitePlan } from './plan.ts';

const run = promisify(execFile);
const HOOK_TIMEOUT_MS = 600_000;

export function sitesFolder(dataDir: string): string {
  return join(dataDir, 'sites');
}

export function repositoryFolder(dataDir: string, slug: string): string {
  return join(sitesFolder(dataDir), slug, 'repository');
}

export interface Publishing {
  target: SitePlan['target'];
  dataDir: string;
  slug: string;
  hook: string | null;
  env: Readonly<Record<string, string | undefined>>;
}

function noneYet(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Written beside and moved into place: between two renames there is none, never half of one. */
export async function publish(
  { target, dataDir, slug, hook, env }: Publishing,
  files: readonly SiteFile[],
  commit: string,
): Promise<string> {
  const folder = target.kind === 'serve' ? join(sitesFolder(dataDir), slug, 'public') : target.path;
  if (target.kind === 'serve') {
    const fresh = `${folder}.next`;
    await rm(fresh, { recursive: true, force: true });
    await writeAll(fresh, files);
    const former = `${folder}.former`;
    await rm(former, { recursive: true, force: true });
    await rename(folder, former).catch(noneYet);
    await rename(fresh, folder);
    await rm(former, { recursive: true, force: true });
  } else await writeAll(folder, files);
  if (hook !== null) {
    // A hook that ran and was killed before that was stored runs again: the commit tells it so.
    await run('/bin/sh', ['-c', hook], {
      timeout: HOOK_TIMEOUT_MS,
      cwd: folder,
      env: {
        PATH: readVariable(env, 'PATH') ?? '',
        HOME: readVariable(env, 'HOME') ?? '',
        SITE_FOLDER: folder,
        SITE_SLUG: slug,
        SITE_COMMIT: commit,
      },
    }).catch((error: HookError) => {
      throw new ContentError('hook', `the hook ${endOf(error)}; try it by hand in the deployed folder`);
    });
  }
  return target.kind === 'serve' ? `/sites/${slug}/` : folder;
}

interface HookError {
  killed?: boolean;
  code?: number | string | null;
  signal?: string | null;
}

/** Without the command and what it printed: both may carry a key, and this is stored and shown. */
function endOf({ killed = false, code, signal }: HookError): string {
  if (typeof code === 'number') return `ended with code ${code}`;
  if (killed && typeof code !== 'string') return `took longer than ${HOOK_TIMEOUT_MS / 1_000} s`;
  return `was ended: ${code ?? signal ?? 'for no known reason'}`;
}

async function writeAll(folder: string, files: readonly SiteFile[]): Promise<void> {
  // A folder that the user named in a checkout does not lead out of it by a link that lies there.
  const rules = { within: checkoutOf(dirname(folder)) };
  for (const { path, text } of files) await writeOut(join(folder, path), text, rules);
}

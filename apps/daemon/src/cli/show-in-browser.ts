/** Opens an address in the user's browser without naming it on a command line, which all users of the machine can read. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

const OPENERS: Readonly<Record<string, string>> = { darwin: 'open', linux: 'xdg-open', freebsd: 'xdg-open' };

/** By way of a file in the data folder that leads there, for its owner alone. */
export async function showInBrowser(shell: Shell, dataDir: string, url: string): Promise<void> {
  const opener = OPENERS[shell.platform];
  if (opener === undefined)
    throw new Refusal('--browser works on Linux and macOS; open the printed address.');
  const folder = join(dataDir, 'run');
  await makeFolders(folder, 0o700);
  const file = join(folder, 'open.html');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'"><meta http-equiv="refresh" content="0;url=${url}"><title>Design Jury</title>\n`;
  await writeFile(draft, page, { flag: 'wx', mode: 0o600 });
  await rename(draft, file);
  const child = spawn(opener, [file], { detached: true, stdio: 'ignore', env: { ...shell.env } });
  try {
    await once(child, 'spawn');
    child.unref();
  } catch (error) {
    throw new Refusal(`${opener} is not there to open a browser; open the printed address.`, {
      cause: error,
    });
  }
}

/**
 * What programs keep in the user's home by the name of the folder they work in, where no flag prevents it. The name is
 * ours alone and says which process made it: it is found at the end, and by whoever comes after a crash.
 */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CLI_AGENTS } from './cli-table.ts';
import type { Surroundings } from './environment.ts';
import { isLeft, isPath, removePrivateFolder } from './private-folder.ts';

/** The name of a private folder within another, in whatever letters. */
const NAMES = /(?<![a-z0-9])jury-agent-\d{1,10}-(?:\d{1,20}|x)-[a-z0-9]{6}(?![a-z0-9])/g;
/** Looked at in one sweep of a place; more than any crash leaves. */
const MAX_SWEPT = 1_000;

/** Where a program keeps something; nowhere without a home. */
export function tracePlaces({
  traces = [],
  surroundings: { HOME: home },
}: {
  traces?: readonly string[];
  surroundings: Surroundings;
}): string[] {
  return isPath(home) ? traces.map((place) => join(home, place)) : [];
}

/** What was kept under the name of this folder, which no other has. */
export async function removeTraces(folder: string, places: readonly string[]): Promise<void> {
  const own = basename(folder).toLowerCase();
  for (const place of places) {
    const names = await readdir(place).catch(() => []);
    for (const name of names)
      if (name.toLowerCase().includes(own)) await removePrivateFolder(join(place, name));
  }
}

/** Takes away what was kept under the names of folders whose makers are gone, by whichever program of the table. */
export async function sweepTraces(surroundings: Surroundings): Promise<void> {
  const { HOME: home } = surroundings;
  if (!isPath(home)) return;
  const realHome = await realpath(home).catch(() => home);
  for (const trace of CLI_AGENTS.flatMap(({ traces = [] }) => traces)) {
    const place = join(home, trace);
    // Unlike the name that was just used, a pattern is not taken through a link: it leads to what we know nothing of.
    if ((await realpath(place).catch(() => null)) !== join(realHome, trace)) continue;
    const names = (await readdir(place).catch(() => [])).filter((name) => isLeftTrace(name));
    for (const name of names.slice(0, MAX_SWEPT))
      if (await isUsers(join(place, name))) await removePrivateFolder(join(place, name));
  }
}

function isLeftTrace(name: string): boolean {
  const found = name.toLowerCase().match(NAMES) ?? [];
  return found.length > 0 && found.every((folder) => isLeft(folder));
}

/** No link, and of nobody else. */
async function isUsers(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => null);
  return info !== null && !info.isSymbolicLink() && info.uid === (process.getuid?.() ?? info.uid);
}

/** What of the disk the checks ask about, looked up before they run. Nothing outside the project is looked at. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { readForeignText } from '../../disk/foreign-file.ts';
import type { MarkdownDocument } from '../documents/document.ts';
import { isLocal, pathOf } from './checks/links.ts';
import { citedPaths } from './checks/plan.ts';
import type { Surroundings } from './checks/remark.ts';

const MAX_PATHS = 500;
const MAX_FILES = 20_000;
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'build', '.od', '.jury', 'coverage', '.cache']);
const MAX_PACKAGE_BYTES = 1_048_576;
const PackageSchema = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** `root` is the project's folder; the document's own folder is inside it. */
export async function lookAround(
  document: MarkdownDocument,
  file: string,
  root: string,
): Promise<Surroundings> {
  const folder = dirname(file);
  const linked = document.links
    .map(({ url }) => url)
    .filter(isLocal)
    .map(pathOf);
  const cited = citedPaths(document);
  const files = new Map<string, boolean>();
  for (const path of [...new Set(linked)].slice(0, MAX_PATHS))
    files.set(path, await isThere(root, resolve(folder, path)));
  for (const path of cited.slice(0, MAX_PATHS)) {
    const places = [resolve(root, path), resolve(folder, path)];
    files.set(path, (await Promise.all(places.map((place) => isThere(root, place)))).some(Boolean));
  }
  const hasDeadLink = linked.some((path) => files.get(path) === false);
  return {
    files,
    byName: hasDeadLink ? await namesUnder(root, folder) : new Map(),
    scripts: await scriptsOf(root),
  };
}

/** Outside the project nothing is said to be missing: it is not ours to look. */
async function isThere(root: string, path: string): Promise<boolean> {
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`)) return true;
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function namesUnder(root: string, from: string): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const waiting = [root];
  let seen = 0;
  for (let folder = waiting.pop(); folder !== undefined && seen < MAX_FILES; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (++seen > MAX_FILES) break;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
      else if (entry.isFile()) {
        const shown = relative(from, path).split(sep).join('/');
        names.set(basename(path), [...(names.get(basename(path)) ?? []), shown]);
      }
    }
  }
  return names;
}

async function scriptsOf(root: string): Promise<Set<string> | null> {
  try {
    const text = readForeignText(join(root, 'package.json'), { maxBytes: MAX_PACKAGE_BYTES, within: root });
    return new Set(Object.keys(PackageSchema.parse(JSON.parse(text)).scripts));
  } catch {
    return null;
  }
}

/** Two ways to ask a project the same things. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { readForeign } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import type { PlanLook } from './offline-plan.ts';

const SKIPPED = new Set(['node_modules', '.git', '.od', '.jury', 'dist', 'build', 'coverage']);
const MAX_FILES = 50_000;
const PackageSchema = z.object({
  name: z.string().optional(),
  scripts: z.record(z.string(), z.string()).default({}),
});

/** Asks the disk for each path when it is needed; follows dependencies depth first. */
export async function readerLook(project: string): Promise<PlanLook> {
  const { scripts, name } = await packageOf(project);
  let listed: Promise<Listing> | null = null;
  const list = (): Promise<Listing> => {
    listed ??= listFiles(project);
    return listed;
  };
  const isThere = (path: string): Promise<boolean> =>
    stat(resolve(project, path)).then(
      () => true,
      () => false,
    );
  return {
    hasPath: async (path) => {
      if (isOutside(project, resolve(project, path))) return null;
      if (await isThere(path)) return true;
      const [top = ''] = segmentsOf(path);
      return mayBeElsewhere(path, name, await isThere(top)) ? null : false;
    },
    near: async (path) => endingWith((await list()).files, path),
    says: (path, word) => says(project, path, word),
    scripts,
    targets: await targetsOf(project),
    naming: async (ids) => naming(project, (await list()).files, ids),
    inCircle: depthFirst,
  };
}

/** Lists the project once and answers from the list; finds circles by taking away what depends on nothing. */
export async function indexLook(project: string): Promise<PlanLook> {
  const { files, isWhole } = await listFiles(project);
  const { scripts, name } = await packageOf(project);
  return {
    hasPath: async (path) => {
      const wanted = relative(project, resolve(project, path)).split(sep).join('/');
      if (wanted.startsWith('..')) return null;
      if (files.has(wanted)) return true;
      const [top = ''] = segmentsOf(wanted);
      return !isWhole || mayBeElsewhere(wanted, name, files.has(top)) ? null : false;
    },
    near: async (path) => endingWith(files, path),
    says: (path, word) => says(project, path, word),
    scripts,
    targets: await targetsOf(project),
    naming: (ids) => naming(project, files, ids),
    inCircle: takeAway,
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/**
 * What is built, installed or only imported need not lie in the project: `dist/app.js`, `@scope/package/index.js`,
 * `example.org/page.html`, a tool's own folder. That it is not there says nothing.
 */
function mayBeElsewhere(path: string, packageName: string | null, isTopThere: boolean): boolean {
  const segments = segmentsOf(path);
  const [top = ''] = segments;
  return (
    segments.some((part) => SKIPPED.has(part)) ||
    top.startsWith('@') ||
    top === packageName ||
    (segments.length > 1 && !isTopThere && top.includes('.')) ||
    path.startsWith('path/to/')
  );
}

/** A file of that name further down: whoever cites it may speak from there. */
function endingWith(files: ReadonlySet<string>, path: string): string | null {
  const tail = `/${segmentsOf(path).join('/')}`;
  for (const file of files) if (file.endsWith(tail)) return file;
  return null;
}

function isOutside(project: string, path: string): boolean {
  const inside = relative(project, path);
  return inside === '..' || inside.startsWith(`..${sep}`);
}

interface Listing {
  files: Set<string>;
  isWhole: boolean;
}

export async function listFiles(project: string): Promise<Listing> {
  const files = new Set<string>();
  const waiting = [project];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      files.add(relative(project, path).split(sep).join('/'));
      if (files.size > MAX_FILES) return { files, isWhole: false };
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
    }
  }
  return { files, isWhole: true };
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|sh|sql|vue|svelte|feature)$/i;
const LARGEST_SOURCE = 1_048_576;
const MOST_NAMED = 3;
/** Bytes read in one search for identifiers. */
const MOST_READ = 268_435_456;

/** Null for what is not there, too large, no regular file, or leads out of the project. */
export function projectText(project: string, path: string, maxBytes: number): string | null {
  try {
    return new TextDecoder().decode(readForeign(resolve(project, path), { maxBytes, within: project }));
  } catch (error) {
    if (error instanceof ForeignFileError) return null;
    throw error;
  }
}

/**
 * Code and tests that carry a requirement's identifier as a whole word. Prose that repeats it delivers nothing. Every
 * file is read once, however many identifiers there are.
 */
async function naming(
  project: string,
  files: ReadonlySet<string>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  // The longest first: `R-12` must not be read as `R-1`.
  const words = ids.toSorted((one, other) => other.length - one.length).map((id) => RegExp.escape(id));
  const anyId = new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'g');
  let left = MOST_READ;
  for (const path of [...files].filter((file) => SOURCE.test(file)).toSorted()) {
    const text = projectText(project, path, LARGEST_SOURCE);
    if (text === null) continue;
    left -= text.length;
    if (left < 0) break;
    for (const id of new Set(text.match(anyId))) {
      const known = found.get(id) ?? [];
      if (known.length < MOST_NAMED) found.set(id, [...known, path]);
    }
  }
  return found;
}

async function says(project: string, path: string, word: string): Promise<boolean | null> {
  const file = resolve(project, path);
  if (isOutside(project, file)) return null;
  const text = projectText(project, path, LARGEST_SOURCE);
  return text === null ? null : new RegExp(`(?<![\\w$])${RegExp.escape(word)}(?![\\w$])`).test(text);
}

/** What `make` can be asked for. A Makefile that includes others, or has rules by pattern, may know more. */
async function targetsOf(project: string): Promise<PlanLook['targets']> {
  for (const name of ['Makefile', 'makefile', 'GNUmakefile']) {
    const text = projectText(project, name, LARGEST_SOURCE);
    if (text === null) continue;
    const targets = [...text.matchAll(/^([\w./ -]+?)\s*::?(?!=)/gm)].flatMap(([, names = '']) =>
      names.split(/\s+/),
    );
    const hasMore = /^-?include\b|%\s*:/m.test(text);
    return hasMore ? 'any' : new Set(targets);
  }
  return null;
}

/** Its scripts, null where there are none to know of; and what it is imported as. */
async function packageOf(
  project: string,
): Promise<{ scripts: ReadonlySet<string> | null; name: string | null }> {
  const text = projectText(project, 'package.json', LARGEST_SOURCE);
  try {
    const { scripts, name = null } = PackageSchema.parse(JSON.parse(text ?? ''));
    return { scripts: new Set(Object.keys(scripts)), name };
  } catch {
    return { scripts: null, name: null };
  }
}

type Graph = ReadonlyMap<string, readonly string[]>;

function depthFirst(graph: Graph): Set<string> {
  const circle = new Set<string>();
  for (const start of graph.keys()) {
    const seen = new Set<string>();
    const waiting = [...(graph.get(start) ?? [])];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (id === start) circle.add(start);
      if (seen.has(id)) continue;
      seen.add(id);
      waiting.push(...(graph.get(id) ?? []));
    }
  }
  return circle;
}

/** What is left when everything without an open need has been taken away, and again from the other side. */
function takeAway(graph: Graph): Set<string> {
  const forward = peeled(graph);
  const backward = peeled(reversed(graph));
  return new Set([...forward].filter((id) => backward.has(id)));
}

function peeled(graph: Graph): Set<string> {
  const left = new Map(
    [...graph].map(([id, needs]) => [id, new Set(needs.filter((need) => graph.has(need)))]),
  );
  for (let isGoing = true; isGoing; ) {
    isGoing = false;
    for (const [id, needs] of left) {
      for (const need of needs) if (!left.has(need)) needs.delete(need);
      if (needs.size > 0) continue;
      left.delete(id);
      isGoing = true;
    }
  }
  return new Set(left.keys());
}

function reversed(graph: Graph): Graph {
  const back = new Map<string, string[]>([...graph.keys()].map((id) => [id, []]));
  for (const [id, needs] of graph) for (const need of needs) back.get(need)?.push(id);
  return back;
}

/** Two ways to ask a project the same things. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { PlanLook } from './offline-plan.ts';

const SKIPPED = new Set(['node_modules', '.git', '.od', '.jury', 'dist', 'build', 'coverage']);
const MAX_FILES = 50_000;
const PackageSchema = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** Asks the disk for each path when it is needed; follows dependencies depth first. */
export async function readerLook(project: string): Promise<PlanLook> {
  return {
    hasPath: async (path) => {
      const wanted = resolve(project, path);
      if (isOutside(project, wanted)) return null;
      return stat(wanted).then(
        () => true,
        () => false,
      );
    },
    scripts: await scriptsOf(project),
    naming: async (id) => naming(project, (await listFiles(project)).files, id),
    inCircle: depthFirst,
  };
}

/** Lists the project once and answers from the list; finds circles by taking away what depends on nothing. */
export async function indexLook(project: string): Promise<PlanLook> {
  const { files, isWhole } = await listFiles(project);
  return {
    hasPath: async (path) => {
      const wanted = relative(project, resolve(project, path)).split(sep).join('/');
      if (wanted.startsWith('..')) return null;
      if (files.has(wanted)) return true;
      return isWhole ? false : null;
    },
    scripts: await scriptsOf(project),
    naming: (id) => naming(project, files, id),
    inCircle: takeAway,
  };
}

function isOutside(project: string, path: string): boolean {
  const inside = relative(project, path);
  return inside === '..' || inside.startsWith(`..${sep}`);
}

export async function listFiles(project: string): Promise<{ files: Set<string>; isWhole: boolean }> {
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

/** Code and tests that carry a requirement's identifier as a whole word. Prose that repeats it delivers nothing. */
async function naming(project: string, files: ReadonlySet<string>, id: string): Promise<string[]> {
  const word = new RegExp(`(?<![\\w-])${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
  const found: string[] = [];
  for (const path of [...files].filter((name) => SOURCE.test(name)).toSorted()) {
    const file = join(project, path);
    const info = await stat(file).catch(() => null);
    if (info === null || !info.isFile() || info.size > LARGEST_SOURCE) continue;
    if (word.test(await readFile(file, 'utf8').catch(() => ''))) found.push(path);
    if (found.length >= MOST_NAMED) break;
  }
  return found;
}

async function scriptsOf(project: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(join(project, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return new Set(Object.keys(PackageSchema.parse(JSON.parse(text)).scripts));
  } catch {
    return null;
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

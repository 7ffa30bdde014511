/** package-lock.json read as what it is: every package that can come to a machine, with its hash, and who needs whom. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './files.ts';

export interface LockEntry {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lock {
  /** By their place: `node_modules/a/node_modules/b`; the workspace's own packages by their folder. */
  packages: Record<string, LockEntry>;
}

export interface LockedPackage extends LockEntry {
  at: string;
  name: string;
}

const FOLDER = 'node_modules/';

export function readLock(file = 'package-lock.json'): Lock {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

/** What comes from a registry, in the order of the file. */
export function foreignPackages(lock: Lock): LockedPackage[] {
  return Object.entries(lock.packages)
    .filter(([at, entry]) => at.includes(FOLDER) && entry.link !== true)
    .map(([at, entry]) => ({ ...entry, at, name: entry.name ?? nameOf(at) }));
}

function nameOf(at: string): string {
  return at.slice(at.lastIndexOf(FOLDER) + FOLDER.length);
}

/** Where Node finds `name` from a package: in its own folder, else in each folder above it. Null where the lock has none. */
export function placeOf(lock: Lock, from: string, name: string): string | null {
  for (let base = from; ; base = parentOf(base)) {
    const at = `${base === '' ? '' : `${base}/`}${FOLDER}${name}`;
    const entry = lock.packages[at];
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? at) : at;
    if (base === '') return null;
  }
}

function parentOf(at: string): string {
  const nested = at.lastIndexOf(FOLDER);
  // A folder of the workspace lies in its root.
  return nested < 0 ? '' : at.slice(0, Math.max(0, nested - 1));
}

/** Places of what a package needs when it runs; a peer that it can do without is somebody else's. */
export function needsOf(lock: Lock, at: string): string[] {
  const entry = lock.packages[at] ?? {};
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  );
  const names = [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers];
  const places = names.map((name) => placeOf(lock, at, name)).filter((place) => place !== null);
  return [...new Set(places)].sort();
}

/** Everything reached from these places, themselves included. */
export function reachedFrom(lock: Lock, starts: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...starts];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    open.push(...needsOf(lock, at));
  }
  return reached;
}

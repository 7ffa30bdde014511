/** Nothing runs that the lock file does not name by its hash, and nothing of a package runs while it is installed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './files.ts';
import { foreignPackages, type Lock, placeOf, readLock } from './lock.ts';

/** Of the product, and of the agent CLIs that its tests start. Each lies beside the settings that npm takes there. */
const FOLDERS = ['', 'conformance/'] as const;
/**
 * They have an install script that nobody runs. `node`: it would fetch a program that the lock does not name. The others are
 * parts of agent CLIs, which start without what they would build.
 */
const SCRIPTS_NOT_RUN: readonly string[] = ['node', '@github/keytar', 'node-pty'];
const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;
const SHOWN = 5;

export function checkLock(): string[] {
  return FOLDERS.flatMap((folder) =>
    [
      ...lockProblems(readLock(`${folder}package-lock.json`)),
      ...settingsProblems(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8')),
    ].map((problem) => `${folder}${problem}`),
  );
}

export function lockProblems(lock: Lock): string[] {
  const packages = foreignPackages(lock);
  const named = (list: readonly { name: string; version?: string }[]): string =>
    `${list
      .slice(0, SHOWN)
      .map(({ name, version }) => `${name}@${version}`)
      .join(', ')}${list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ''}`;
  const hashless = packages.filter(({ integrity }) => !HASH.test(integrity ?? ''));
  const addressed = packages.filter(({ resolved }) => resolved !== undefined);
  const scripted = packages.filter((one) => one.hasInstallScript && !SCRIPTS_NOT_RUN.includes(one.name));
  const missing = missingOptional(lock);
  return [
    hashless.length > 0 &&
      `no sha512 hash for ${named(hashless)}: choose a version that the registry has whole, for every platform`,
    addressed.length > 0 &&
      `a \`resolved\` address for ${named(addressed)}: set omit-lockfile-registry-resolved and lock again`,
    scripted.length > 0 &&
      `${named(scripted)} wants to run a script when it is installed, which is not done: use it without, or choose another`,
    missing.length > 0 &&
      `${named(missing)} is named and not locked, npm ci would refuse that: choose a version that the registry has whole`,
  ]
    .filter((problem) => problem !== false)
    .map((problem) => `package-lock.json: ${problem}`);
}

/** A registry that lacks the package of one platform makes npm leave it out; elsewhere npm then refuses the whole lock. */
export function missingOptional(lock: Lock): { name: string; version: string }[] {
  const missing = new Map<string, string>();
  for (const [at, entry] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
      if (placeOf(lock, at, name) === null) missing.set(name, version);
  return [...missing].map(([name, version]) => ({ name, version }));
}

export function settingsProblems(npmrc: string): string[] {
  const lines = npmrc.split('\n').map((line) => line.trim());
  return ['ignore-scripts=true', 'omit-lockfile-registry-resolved=true']
    .filter((wanted) => !lines.includes(wanted))
    .map((wanted) => `.npmrc: lacks ${wanted}`);
}

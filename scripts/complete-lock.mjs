/**
 * Completes package-lock.json. Native tools name one optional package per platform; a registry that lacks
 * some of them makes npm leave those out of the lock, and `npm ci` then refuses the whole lock as out of sync.
 * Each left-out package is written back with the version its parent names and the platform its name tells.
 *
 *   node scripts/complete-lock.mjs      after every change of dependencies; `npm run check` says when
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const LIBRARIES = { gnu: 'glibc', musl: 'musl' };

/** Optional packages that a locked package names and the lock does not hold: `{ at, name, version, dev, peer }`. */
export function missingOptional(lock) {
  const missing = new Map();
  for (const [parent, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(lock, parent, name)) continue;
      missing.set(name, { at: `node_modules/${name}`, name, version, dev: entry.dev, peer: entry.peer });
    }
  }
  return [...missing.values()];
}

function isLocked(lock, parent, name) {
  for (let base = parent; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`] !== undefined) return true;
    if (base === '') return false;
  }
}

function platformOf(name) {
  const words = name.split(/[/-]/);
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const os = SYSTEMS.find((system) => words.includes(system));
  const libc = words.map((word) => LIBRARIES[word]).find(Boolean);
  return { cpu: cpu && [cpu], libc: libc && [libc], os: os && [os] };
}

export function completeLock(lock) {
  const packages = { ...lock.packages };
  const unreadable = [];
  for (const { at, name, version, dev, peer } of missingOptional(lock)) {
    const { cpu, libc, os } = platformOf(name);
    if (!/^\d/.test(version) || cpu === undefined) unreadable.push(`${name}@${version}`);
    // In npm's own order of keys; JSON leaves out what is undefined.
    else packages[at] = { version, cpu, dev, libc, optional: true, os, peer };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, unreadable };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const before = JSON.parse(readFileSync(LOCK, 'utf8'));
  const { lock, unreadable } = completeLock(before);
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  const added = Object.keys(lock.packages).length - Object.keys(before.packages).length;
  console.log(`package-lock.json: ${added} platform packages added`);
  if (unreadable.length > 0) {
    console.error(
      `no exact version or no platform in the name of ${unreadable.join(', ')}: add them by hand`,
    );
    process.exitCode = 1;
  }
}

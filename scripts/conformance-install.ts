/**
 * `npm run conformance:install [-- id … | --all]`: brings the real agent CLIs of conformance/package.json, pinned.
 * Without ids the required ones. A CLI that is there already is left alone; one that does not start is a failure.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CONFORMANCE_DIR,
  type PinnedAgent,
  plainPath,
  readPins,
  whatIsMissing,
} from '../apps/daemon/src/conformance/binaries.ts';

const NPM_TIMEOUT_MS = 10 * 60_000;
const VERSION_TIMEOUT_MS = 60_000;

/** Resolves with what is wrong, one sentence each. */
export async function installAgents(ids: readonly string[]): Promise<string[]> {
  const pins = await readPins();
  const unknown = ids.filter((id) => !pins.some((pin) => pin.id === id));
  if (unknown.length > 0)
    return [`no such agent: ${unknown.join(', ')}; there are: ${pins.map(({ id }) => id).join(', ')}`];
  const wanted = pins.filter(({ id, required }) => (ids.length === 0 ? required : ids.includes(id)));
  const problems: string[] = [];
  for (const pin of wanted) {
    const problem = await install(pin);
    if (problem !== null) problems.push(`${pin.id}: ${problem}`);
  }
  return problems;
}

async function install(pin: PinnedAgent): Promise<string | null> {
  const before = await whatIsMissing(pin);
  if (before !== null) {
    console.log(`  ${pin.id}: ${before}; installing ${pin.package} ${pin.version}`);
    const started = Date.now();
    const failure = pin.required ? npm(['ci'], pin.folder) : installAlone(pin);
    if (failure !== null) return failure;
    const after = await whatIsMissing(pin);
    if (after !== null) return after;
    console.log(`  ${pin.id}: installed in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  return checkVersion(pin);
}

function installAlone(pin: PinnedAgent): string | null {
  mkdirSync(pin.folder, { recursive: true });
  const manifest = { private: true, dependencies: { [pin.package]: pin.version } };
  writeFileSync(join(pin.folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], pin.folder);
}

function npm(args: readonly string[], cwd: string): string | null {
  // npm itself runs on the Node it came with; a `.bin` in front of the PATH would change that.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => basename(folder) !== '.bin');
  const { status, stderr, error } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd,
    env: { ...process.env, PATH: path.join(delimiter) },
    encoding: 'utf8',
    timeout: NPM_TIMEOUT_MS,
  });
  if (status === 0) return null;
  const words = error?.message ?? stderr.trim().split('\n').slice(-6).join('; ');
  return `npm ${args[0]} failed: ${words}. Check the network and the disk, then run npm run conformance:install again.`;
}

/** npm exits with 0 also when a platform package is missing: only starting the program tells. */
function checkVersion(pin: PinnedAgent): string | null {
  const home = mkdtempSync(join(tmpdir(), 'jury-agent-home-'));
  try {
    const { status, stdout, stderr, error } = spawnSync(pin.file, ['--version'], {
      cwd: home,
      env: { PATH: plainPath(), HOME: home, TMPDIR: home, TERM: 'dumb' },
      encoding: 'utf8',
      timeout: VERSION_TIMEOUT_MS,
    });
    const said = `${stdout ?? ''}${stderr ?? ''}`;
    if (status !== 0) return `${pin.bin} --version failed: ${error?.message ?? said.trim().slice(-300)}`;
    if (!said.includes(pin.version)) return `${pin.bin} says it is ${said.trim()}, not ${pin.version}`;
    console.log(`  ${pin.id}: ${pin.version} is ready`);
    return null;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`agent CLIs in ${basename(CONFORMANCE_DIR)}/`);
  const ids = process.argv.slice(2);
  const all = ids.includes('--all') ? (await readPins()).map(({ id }) => id) : ids;
  const problems = await installAgents(all);
  for (const problem of problems) console.error(`jury: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

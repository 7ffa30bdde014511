/**
 * Brings a browser to a machine without one: Debian's Chromium where root may install it, else the Chromium
 * that comes from npm, beside our other packages. Says what it does before it does it.
 */

import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { juryCommand } from '../command-name.ts';
import { readVariable } from '../env.ts';
import { BROWSER_NAME, BROWSER_PACKAGES } from './browser-packages.ts';
import type { Shell } from './shell.ts';

const DEBIAN_PACKAGE = 'chromium';
const WANTED = BROWSER_PACKAGES.map(({ name, version }) => `${name}@${version}`);
const [BROWSER_PACKAGE = BROWSER_NAME] = WANTED;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TIMEOUT_MS = 600_000;
/** What npm and apt need to reach their registries; nothing else of the user's environment. */
const PASSED_ON = /^(PATH|HOME|https?_proxy|no_proxy|npm_config_.*|NODE_EXTRA_CA_CERTS)$/i;

export type Installed = { path: string; from: string } | { problem: string };

type Installer = Pick<Shell, 'env' | 'platform' | 'nodePath' | 'error'>;

export async function installBrowser(
  shell: Installer,
  asRoot = process.getuid?.() === 0,
  root = ROOT,
): Promise<Installed> {
  if (shell.platform !== 'linux') {
    return {
      problem: `A browser can be installed here on Linux only; install Chromium or Chrome yourself, and see ${juryCommand()} doctor.`,
    };
  }
  const apt = asRoot ? programOn('apt-get', readVariable(shell.env, 'PATH') ?? '') : null;
  if (apt === null) return fromNpm(shell, root);
  const debian = await fromDebian(shell, apt);
  if ('path' in debian) return debian;
  shell.error(`jury: ${debian.problem}\n`);
  return fromNpm(shell, root);
}

async function fromDebian(shell: Installer, apt: string): Promise<Installed> {
  const install = ['-q', 'install', '-y', '--no-install-recommends', DEBIAN_PACKAGE];
  shell.error(`jury: installing a browser: apt-get ${install.slice(1).join(' ')} (about 400 MB)\n`);
  const run = (args: string[]): Promise<string | null> =>
    start(shell, apt, args, { DEBIAN_FRONTEND: 'noninteractive' }).then(() => null, lastLine);
  const problem =
    (await run(install)) === null ? null : ((await run(['-q', 'update'])) ?? (await run(install)));
  const path = programOn(DEBIAN_PACKAGE, readVariable(shell.env, 'PATH') ?? '');
  if (path !== null) return { path, from: 'Debian' };
  return {
    problem: `apt-get could not install ${DEBIAN_PACKAGE}: ${problem ?? 'it is not on PATH afterwards'}`,
  };
}

async function fromNpm(shell: Installer, root: string): Promise<Installed> {
  // Not saved: the lock file stays what the launcher compares.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  shell.error(
    `jury: installing a browser: npm ${args.join(' ')} ${BROWSER_PACKAGE} and what it needs (about 70 MB)\n`,
  );
  try {
    await start(shell, 'npm', [...args, ...WANTED], {}, root);
  } catch (error) {
    const [reason = ''] = outputOf(error)
      .split('\n')
      .filter((line) => /\bnpm err(or)?!? (?!code)/i.test(line));
    const why = reason.replace(/^npm err(or)?!?\s*/i, '') || 'npm was not found or was stopped';
    return { problem: `${BROWSER_PACKAGE} could not be installed: ${why}` };
  }
  // Nothing of it has run yet.
  const another = anotherIn(await notedIn(root));
  if (another !== null) {
    await rm(join(root, 'node_modules', BROWSER_NAME), { recursive: true, force: true });
    return {
      problem: `${another} is not what its hash says, so the browser was removed; check the registry.`,
    };
  }
  try {
    // A new process: this one has looked for the package already, and remembers that it was not there.
    const { stdout } = await start(shell, shell.nodePath, ['--input-type=module', '--eval', LOOK]);
    return { path: stdout, from: 'npm' };
  } catch {
    return {
      problem: `${BROWSER_PACKAGE} was installed and cannot be used; install Chromium or Chrome yourself.`,
    };
  }
}

type Noted = Readonly<Record<string, { integrity?: unknown } | undefined>>;

/** By its place, as npm has noted it beside what it installed. */
async function notedIn(root: string): Promise<Noted> {
  const noted = await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8').catch(() => '{}');
  return JSON.parse(noted).packages ?? {};
}

/**
 * npm compares what came with the registry's word, and we that word with ours: of the browser and of every copy of what it stands
 * on, for one that lies deeper would be loaded before ours. Other packages are not its: nothing that has our hash asks for them.
 */
function anotherIn(noted: Noted): string | null {
  if (noted[`node_modules/${BROWSER_NAME}`] === undefined) return BROWSER_PACKAGE;
  for (const { name, version, integrity } of BROWSER_PACKAGES)
    for (const [at, one] of Object.entries(noted))
      if (`/${at}`.endsWith(`/node_modules/${name}`) && one?.integrity !== integrity)
        return `${name}@${version}`;
  return null;
}

const LOOK = `
const { findBrowser } = await import(${JSON.stringify(new URL('../measure/browser/find.ts', import.meta.url).href)});
const found = await findBrowser({ env: {} });
if (found === null) process.exit(1);
process.stdout.write(found.executablePath);
`;

function start(
  { env }: Installer,
  program: string,
  args: string[],
  more: Record<string, string> = {},
  cwd = ROOT,
) {
  const passed = Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name)));
  return promisify(execFile)(program, args, { cwd, env: { ...passed, ...more }, timeout: TIMEOUT_MS });
}

function programOn(name: string, searchPath: string): string | null {
  for (const folder of searchPath.split(delimiter)) {
    if (folder === '') continue;
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

function outputOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
}

function lastLine(error: unknown): string {
  return outputOf(error).trim().split('\n').at(-1) ?? 'no reason was given';
}

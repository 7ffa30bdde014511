/**
 * The Theater as the browser gets it, built in a clone when what it is built from has changed. The build carries a
 * digest of its sources, so a pull, a branch or a deleted file is noticed, whatever the clocks say.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { Env } from '../env.ts';

const WEB = 'apps/web';
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'packages/contracts/src',
  'packages/contracts/package.json',
  'examples/landing.html',
  'package-lock.json',
];
/** Never part of a page. */
const TESTS = /\.test\.tsx?$|(?:^|[\\/])(?:__tests__|test)[\\/]/;
/** In the built folder; without an ending it is never served. */
const STAMP = 'built-from';
const BESIDE = '.dist-';
const ABANDONED_MS = 3_600_000;
const BUILD_LIMIT_MS = 300_000;
const MAX_EXCHANGES = 5;

/** Builds what is missing or old, and prints that it does; what cannot be built leaves the one from before. */
export async function readyTheater(root: string, env: Env, print: (line: string) => void): Promise<void> {
  if (!existsSync(join(root, WEB, 'src')) || isFresh(root)) return;
  const isThere = existsSync(join(root, WEB, 'dist/index.html'));
  const otherwise = isThere ? 'the one built before is served' : 'only the API is served';
  if (builderOf(root) === null) {
    print(
      `The Theater is ${isThere ? 'older than its sources' : 'not built'}, and Vite is not installed: ${otherwise}.`,
    );
    return;
  }
  print(
    isThere
      ? 'Building the Theater again: its sources have changed.'
      : 'Building the Theater for the browser; this happens once, and when its sources change.',
  );
  const problem = await buildTheater(root, env);
  if (problem !== null) print(`The Theater could not be built (${problem}); ${otherwise}.`);
}

export function isFresh(root: string): boolean {
  const dist = join(root, WEB, 'dist');
  return existsSync(join(dist, 'index.html')) && contentOf(join(dist, STAMP))?.toString() === digestOf(root);
}

/** Built beside and exchanged whole: a reader, or a second builder, never meets half of it. Null, or what went wrong. */
export async function buildTheater(root: string, env: Env): Promise<string | null> {
  const builder = builderOf(root);
  if (builder === null) return 'Vite is not installed';
  // Taken first: what changes while it is built is noticed the next time.
  const digest = digestOf(root);
  const made = join(root, WEB, `${BESIDE}${randomUUID()}`);
  try {
    await removeAbandoned(join(root, WEB));
    const problem = await runBuilder(root, env, builder, made);
    if (problem !== null) return problem;
    await writeFile(join(made, STAMP), digest);
    await exchange(made, join(root, WEB, 'dist'));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(made, { recursive: true, force: true }).catch(() => {});
  }
}

function runBuilder(root: string, env: Env, builder: string, outDir: string): Promise<string | null> {
  const config = join(root, WEB, 'vite.config.ts');
  const args = [builder, 'build', '--config', config, '--outDir', outDir, '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, ...(!process.stderr.isTTY && { NO_COLOR: '1' }) },
    // Standard output belongs to the result of the command that waits for this.
    stdio: ['ignore', process.stderr.fd, 'inherit'],
    timeout: BUILD_LIMIT_MS,
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`Vite could not be started: ${error.message}`));
    child.on('close', (code, signal) => resolve(code === 0 ? null : `Vite ended with ${code ?? signal}`));
  });
}

/** A folder that is not empty cannot be renamed over: the old one steps aside first, whoever has put it there. */
async function exchange(made: string, dist: string): Promise<void> {
  const aside = `${made}-old`;
  for (let tries = 1; ; tries += 1) {
    await rename(dist, aside).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    try {
      await rename(made, dist);
      return;
    } catch (error) {
      // Back to where it was, unless another builder's is there by now.
      await rename(aside, dist).catch(() => {});
      if (tries === MAX_EXCHANGES) throw error;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }
}

/** What builds that were killed have left. */
async function removeAbandoned(web: string): Promise<void> {
  for (const name of readdirSync(web).filter((entry) => entry.startsWith(BESIDE))) {
    const path = join(web, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/** The script of Vite's command; null in an installation without the tools that build. */
function builderOf(root: string): string | null {
  try {
    const manifest = createRequire(join(root, WEB, 'package.json')).resolve('vite/package.json');
    const builder = join(manifest, '../bin/vite.js');
    return existsSync(builder) ? builder : null;
  } catch {
    return null;
  }
}

function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesBelow(join(root, source)))) {
    const name = relative(root, path).replaceAll('\\', '/');
    // One that was deleted since it was listed counts as absent.
    const content = contentOf(path);
    if (content !== null) hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !TESTS.test(relative(path, file)))
      .sort();
  } catch {
    return [path];
  }
}

function contentOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

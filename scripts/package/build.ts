/**
 * `npm run package`: the published package, in `dist/package`. The tree stays as it is in the repository, so that every path
 * that leads from one file to another is the same; types are taken out, and what each file imports is named by its place:
 *
 *   apps/daemon/src/…  packages/contracts/src/…      our modules, one file each, types taken out; declarations of the library
 *   vendor/                                          the packages every review needs, in a few files
 *   apps/web/dist/  skills/  design-systems/  …      what is served and read
 *
 * Packages of parts that not everybody uses are not in it: `optional-parts.ts` says which, and who needs one is told.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTheater, isFresh } from '../../apps/daemon/src/cli/theater-build.ts';
import { OPTIONAL_PARTS } from '../../apps/daemon/src/optional-parts.ts';
import { ROOT, sourceFiles } from '../files.ts';
import { declarationFiles, ENTRIES } from './declarations.ts';
import { addTaken, packageOf, type Taken, withPlaces } from './imports.ts';
import { licenceTexts } from './licences.ts';
import { PLAIN_DEPENDENCIES, packageManifest } from './manifest.ts';
import { bundlePackages } from './vendor.ts';

export const PACKAGE_DIR = join(ROOT, 'dist/package');

const SOURCES = /^(apps\/daemon|packages\/contracts)\/src\//;
const DATA = /^(skills|design-systems|advisors|recipes|examples)\//;
const PAGES = ['LICENSE', 'SECURITY.md', 'CHANGELOG.md', 'docs/sbom.cdx.json'];
/** What only the repository runs: tests with their programs, and notes for those who work on it. */
const NOT_PUBLISHED = /\.test\.ts$|\/test\/|\/AGENTS\.md$/;

export async function buildPackage(folder = PACKAGE_DIR): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await buildWeb();
  const files = sourceFiles(/./).filter((path) => !NOT_PUBLISHED.test(path));
  const modules = files.filter((path) => SOURCES.test(path) && path.endsWith('.ts')).map(readModule);
  const apart = new Set([...OPTIONAL_PARTS.flatMap(({ packages }) => packages), ...PLAIN_DEPENDENCIES]);
  const isBundled = (name: string): boolean => !apart.has(packageOf(name));
  const taken = new Map<string, Taken>();
  for (const { code } of modules) addTaken(code, taken);
  for (const name of [...taken.keys()]) if (!isBundled(name)) taken.delete(name);
  for (const { path, code } of modules) {
    const first = isFirstOfThread(path)
      ? `import '${'../'.repeat(path.split('/').length - 1)}bin/older-node.mjs';\n`
      : '';
    write(join(folder, path.replace(/\.ts$/, '.js')), first + withPlaces(code, path, isBundled));
  }
  for (const path of files.filter((file) => DATA.test(file) || (SOURCES.test(file) && !file.endsWith('.ts'))))
    copy(path, folder);
  const { packages } = await bundlePackages(taken, join(folder, 'vendor'));
  cpSync(join(ROOT, 'apps/web/dist'), join(folder, 'apps/web/dist'), { recursive: true });
  for (const path of PAGES) copy(path, folder);
  copy('scripts/package/bin.mjs', folder, 'bin/jury.mjs');
  copy('scripts/package/older-node.mjs', folder, 'bin/older-node.mjs');
  copy('scripts/package/README.md', folder, 'README.md');
  for (const [path, text] of declarationFiles()) write(join(folder, path), text);
  const manifest = packageManifest();
  write(join(folder, 'THIRD-PARTY-LICENCES.txt'), licenceTexts(packages));
  write(join(folder, 'package.json'), json(manifest));
  // Where `version.ts` looks, in the repository as here.
  const { version } = manifest;
  write(join(folder, 'apps/daemon/package.json'), json({ version, type: 'module', ...released() }));
}

/** What a thread or a program loads first of ours. */
function isFirstOfThread(path: string): boolean {
  return Object.values(ENTRIES).includes(path) || /^apps\/daemon\/src\/(main|.*worker)\.ts$/.test(path);
}

function readModule(path: string): { path: string; code: string } {
  return { path, code: stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8')) };
}

async function buildWeb(): Promise<void> {
  if (isFresh(ROOT)) return;
  const problem = await buildTheater(ROOT, process.env);
  if (problem !== null) throw new Error(`the web app could not be built: ${problem}`);
}

/** The day of the commit it is made of, so that the same commit makes the same package. */
function released(): { released?: string } {
  const { stdout } = spawnSync('git', ['-C', ROOT, 'log', '-1', '--format=%cs'], { encoding: 'utf8' });
  const day = stdout?.trim() ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? { released: day } : {};
}

function copy(path: string, folder: string, to = path): void {
  cpSync(join(ROOT, path), join(folder, to));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPackage();
  console.log(`built ${PACKAGE_DIR}; pack it with \`npm pack ./dist/package\``);
}

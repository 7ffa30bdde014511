/**
 * Puts our own modules into a few files, as `bundle-vendor.mjs` does with those of others: some 400 of them are found,
 * read and linked at each start, a sixth of a whole check.
 *
 *   node_modules/.cache/jury-app/main.mjs      what the launcher starts
 *   node_modules/.cache/jury-app/threads.cjs   for tests, which are sources: their threads start from here all the same
 *   node_modules/.cache/jury-app/stamp         made before the sources were read: one that is newer was not
 *
 * Made by the installer. The launcher compares the stamp and starts from the sources as soon as one of them, or a folder
 * of them, is newer; `node scripts/bundle-app.mjs` makes it anew. Nothing is shaken out and nothing shortened.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleFolder, ROOT, redirection, writeBundle } from './bundle.mjs';

const SOURCES = join(ROOT, 'apps/daemon/src');
const MAIN = join(SOURCES, 'main.ts');

/** Modules that are loaded by their address, most of them in a thread: each must be a file of its own. */
const BY_ADDRESS = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

/** `programs`: what is started by its path, by default the CLI. */
export async function bundleApp(bundle = 'jury-app', programs = new Map([[MAIN, 'main']])) {
  const options = {
    cwd: ROOT,
    // Packages are found as ever, ours are taken in.
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@design-jury/'),
  };
  await writeBundle(bundle, options, (folder) => {
    writeFileSync(join(folder, 'stamp'), '');
    const names = entries(programs);
    const files = [...names].map(([path, name]) => [pathToFileURL(path).href, name]);
    writeFileSync(join(folder, 'threads.cjs'), redirection(files, '!isMainThread'));
    return {
      input: Object.fromEntries([...names].map(([path, name]) => [name, path])),
      plugins: [{ name: 'addresses', transform: (code, id) => addressed(code, id, names, bundle) }],
    };
  });
}

function entries(programs) {
  const names = new Map(programs);
  for (const file of globSync('**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('.test.ts') || /(^|\/)test\//.test(file)) continue;
    const path = join(SOURCES, file);
    for (const [, to] of readFileSync(path, 'utf8').matchAll(BY_ADDRESS)) {
      const target = resolve(dirname(path), to);
      if (!names.has(target)) names.set(target, nameOf(target));
    }
  }
  return names;
}

function nameOf(path) {
  return relative(SOURCES, path).replace(/\.ts$/, '').replaceAll('/', '-');
}

/** What a module finds beside itself it still finds beside its source. */
function addressed(code, id, names, bundle) {
  if (!code.includes('import.meta.')) return null;
  const here = `new URL(${JSON.stringify(relative(bundleFolder(bundle), id))}, import.meta.url).href`;
  const moved = code.replace(BY_ADDRESS, (whole, to) => {
    const name = names.get(resolve(dirname(id), to));
    return name === undefined ? whole : `new URL('./${name}.mjs', import.meta.here)`;
  });
  return {
    code: moved
      .replaceAll('import.meta.url', here)
      .replaceAll('import.meta.here', 'import.meta.url')
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
    map: null,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleApp();

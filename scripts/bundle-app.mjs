/**
 * Puts our own modules that are started in a thread into a few files, as `bundle-vendor.mjs` does with those of others:
 * some 400 of them are otherwise found, read and linked at each start. The CLI itself: `bundle-start.mjs`.
 *
 *   node_modules/.cache/jury-app/<name>.mjs    what threads start from
 *   node_modules/.cache/jury-app/threads.cjs   for tests, which are sources: their threads start from here all the same
 *
 * Made by the installer, and anew by `node scripts/bundle-start.mjs`. Nothing is shaken out and nothing shortened.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder, ROOT, redirection, writeBundle } from './bundle.mjs';

export const SOURCES = join(ROOT, 'apps/daemon/src');

/** Modules that are loaded by their address, most of them in a thread: each must be a file of its own. */
const BY_ADDRESS = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

/** `programs`: what is started by its path. */
export async function bundleApp(bundle = 'jury-app', programs = new Map()) {
  const options = {
    cwd: ROOT,
    // Packages are found as ever, ours are taken in.
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@design-jury/'),
  };
  await writeBundle(bundle, options, (folder) => {
    const names = entries(programs);
    const files = [...names].map(([path, name]) => [pathToFileURL(path).href, name]);
    writeFileSync(join(folder, 'threads.cjs'), redirection(files, '!isMainThread'));
    return {
      input: Object.fromEntries([...names].map(([path, name]) => [name, path])),
      plugins: [{ name: 'addresses', transform: (code, id) => addressed(code, id, names, bundle) }],
    };
  });
}

export function entries(programs = new Map()) {
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

/** What a module finds beside itself it still finds beside its source, and modules by their address in `jury-app`. */
export function addressed(code, id, names, bundle, modules = '.') {
  if (!code.includes('import.meta.')) return null;
  const here = `new URL(${JSON.stringify(relative(bundleFolder(bundle), id))}, import.meta.url).href`;
  const moved = code.replace(BY_ADDRESS, (whole, to) => {
    const name = names.get(resolve(dirname(id), to));
    return name === undefined ? whole : `new URL('${modules}/${name}.mjs', import.meta.here)`;
  });
  return {
    code: moved
      .replaceAll('import.meta.url', here)
      .replaceAll('import.meta.here', 'import.meta.url')
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
    map: null,
  };
}

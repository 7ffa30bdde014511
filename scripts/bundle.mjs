/** Modules in a few files, whole: nothing is shaken out and nothing shortened. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules/.cache');

export function bundleFolder(name) {
  return join(CACHE, name);
}

/** Written beside its place and moved there when it is whole: who starts meanwhile finds the old one or none. */
export async function writeBundle(name, options, prepare) {
  const { rolldown } = await import('rolldown');
  const fresh = join(CACHE, `${name}.${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    const settings = prepare(fresh);
    const bundle = await rolldown({
      platform: 'node',
      treeshake: false,
      preserveEntrySignatures: 'strict',
      logLevel: 'silent',
      ...options,
      ...settings,
    });
    await bundle.write({
      dir: fresh,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared-[hash].mjs',
    });
    await bundle.close();
    rmSync(bundleFolder(name), { recursive: true, force: true });
    renameSync(fresh, bundleFolder(name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

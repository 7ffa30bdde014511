/**
 * Puts the packages that every review loads into a few files. Node otherwise finds, reads and links some 1,400
 * of theirs at each start, which was a third of a whole review. The launcher uses the result where it is there:
 *
 *   node_modules/.cache/jury-vendor/register.cjs      sends `import 'zod'` and the like to the files beside it
 *
 * Made by the installer whenever the lock file changed, so it is always of the packages that are installed.
 * Without it everything works, only slower. Packages are taken whole and unchanged: nothing is shaken out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, redirection, writeBundle } from './bundle.mjs';

const DAEMON = join(ROOT, 'apps/daemon');

/** Those of many files and real ES modules; CommonJS ones keep only their default export, which is all we import. */
const BUNDLED =
  /^(@siteimprove\/alfa-.*|culori|diff|entities|kysely|p-limit|parse5|postcss|postcss-safe-parser|string-width|zod)$/;
const ALSO = ['kysely/migration'];

/** What is imported, and the name of its file. */
export function bundledPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(DAEMON, 'package.json'), 'utf8'));
  const names = [...Object.keys(dependencies).filter((name) => BUNDLED.test(name)), ...ALSO];
  return new Map(names.map((name) => [name, name.replace('@', '').replaceAll('/', '-')]));
}

export async function bundleVendor() {
  const files = bundledPackages();
  await writeBundle('jury-vendor', { cwd: DAEMON }, (folder) => {
    writeFileSync(join(folder, 'register.cjs'), redirection(files));
    return { input: Object.fromEntries([...files].map(([name, file]) => [file, name])) };
  });
  return [...files.keys()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleVendor();

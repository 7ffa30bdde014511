/**
 * Programs that tests start again and again, in a few files each, as `bundle-app.mjs` does with the CLI.
 *
 *   node_modules/.cache/jury-test-programs/<name>.start.mjs      what is started; the program believes it is its source
 *
 * A program is a module of a `test` folder that reads its arguments. Made anew by `npm test`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, ROOT } from './bundle.mjs';
import { bundleApp } from './bundle-app.mjs';

const BUNDLE = 'jury-test-programs';
const PLACES = ['apps/daemon/src/**/test/*.ts', 'e2e/real-agent.ts', 'scripts/eval-content.ts'];

const programs = new Map();
for (const file of globSync(PLACES, { cwd: ROOT }))
  if (readFileSync(join(ROOT, file), 'utf8').includes('process.argv'))
    programs.set(join(ROOT, file), file.replaceAll('/', '-').replace(/\.ts$/, ''));
programs.set(join(ROOT, 'scripts/eval-content.ts'), 'scripts-eval-content');

await bundleApp(BUNDLE, programs);
for (const [path, name] of programs)
  writeFileSync(
    join(bundleFolder(BUNDLE), `${name}.start.mjs`),
    `process.argv[1] = ${JSON.stringify(path)};\nawait import('./${name}.mjs');\n`,
  );

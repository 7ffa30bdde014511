/** `npm run build:web`: builds the Theater when it was never built or a source is newer; `--force` builds always. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, sourceFiles } from './files.ts';
import { runTool } from './steps.ts';

const BUILT = join(ROOT, 'apps/web/dist/index.html');
const SOURCES =
  /^(apps\/web\/(?!dist\/)|packages\/contracts\/src\/|examples\/landing\.html$|package-lock\.json$)/;

export function isFresh(): boolean {
  if (!existsSync(BUILT)) return false;
  const built = statSync(BUILT).mtimeMs;
  return sourceFiles(SOURCES).every((file) => statSync(join(ROOT, file)).mtimeMs <= built);
}

export async function buildWeb(force = false): Promise<string[]> {
  if (!force && isFresh()) return [];
  return runTool('vite', ['build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = await buildWeb(process.argv.includes('--force'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

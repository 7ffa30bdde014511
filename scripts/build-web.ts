/** `npm run build:web`: builds the Theater when it was never built or a source has changed; `--force` builds always. */
import { fileURLToPath } from 'node:url';
import { buildTheater, isFresh } from '../apps/daemon/src/cli/theater-build.ts';
import { ROOT } from './files.ts';

export async function buildWeb(force = false): Promise<string[]> {
  if (!force && isFresh(ROOT)) return [];
  const problem = await buildTheater(ROOT, process.env);
  return problem === null ? [] : [`apps/web: ${problem}`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = await buildWeb(process.argv.includes('--force'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

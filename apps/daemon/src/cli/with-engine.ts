/** The engine over a data folder, for as long as a command's work lasts. */
import type { Engine } from '../engine.ts';
import { makeDataDir } from './data-dir.ts';
import { inProject } from './panel-flags.ts';
import type { Shell } from './shell.ts';

export async function withEngine<Result>(
  shell: Shell,
  { dataDir, env = shell.env }: { dataDir: string; env?: Shell['env'] },
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  await makeDataDir(shell, dataDir);
  // Loaded late: what is refused before needs none of it.
  const { openEngine } = await import('../engine.ts');
  const engine = await openEngine({ dataDir, env: inProject(env, shell.cwd) });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

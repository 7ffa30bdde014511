/** The engine of one call, opened late, and how a signal ends what runs in it. */
import { stat } from 'node:fs/promises';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { Engine } from '../../engine.ts';
import type { Subject } from '../../library/subjects.ts';
import { makeDataDir } from '../data-dir.ts';
import { inProject } from '../panel-flags.ts';
import type { Shell } from '../shell.ts';
import type { PageContext } from './page.ts';
import type { ReviewPlan } from './plan.ts';

/** A page is escaped on its way, and revisions may add to it. */
const PAGE_GROWTH = 2;

/** Opened when the first page asks for it: by then something is on the screen. */
export function lazyEngine(
  { dataDir, subjects, env }: ReviewPlan,
  shell: Shell,
): { get(): Promise<Engine>; close(): Promise<void> } {
  let opened: Promise<Engine> | null = null;
  const open = async (): Promise<Engine> => {
    await makeDataDir(shell, dataDir);
    const { openEngine } = await import('../../engine.ts');
    return openEngine({
      dataDir,
      env: inProject(env, shell.cwd),
      many: subjects.length > 1,
      config: await configFor(subjects, shell),
    });
  };
  return {
    get() {
      opened ??= open();
      return opened;
    },
    async close() {
      const engine = await opened?.catch(() => null);
      await engine?.close();
    },
  };
}

/** The block limit is against agents that never stop; a page the user named must fit through, unless they set it. */
async function configFor(subjects: readonly Subject[], { env }: Shell): Promise<CritiqueConfig> {
  const { readCritiqueConfig, readVariable } = await import('../../env.ts');
  const config = readCritiqueConfig(env);
  if (readVariable(env, 'OD_CRITIQUE_PARSER_MAX_BLOCK_BYTES') !== undefined) return config;
  const sizes = await Promise.all(
    subjects.map(({ path }) =>
      stat(path).then(
        (info) => info.size,
        () => 0,
      ),
    ),
  );
  const largest = Math.max(0, ...sizes);
  return { ...config, parserMaxBlockBytes: config.parserMaxBlockBytes + largest * PAGE_GROWTH };
}

interface Stopper extends Pick<PageContext, 'running'> {
  readonly asked: boolean;
  readonly signal: AbortSignal;
  dispose(): void;
}

/** The first signal ends the runs in order; the second leaves at once. */
export function stopper(shell: Shell): Stopper {
  const running: PageContext['running'] = new Set();
  const controller = new AbortController();
  const dispose = shell.onStop(() => {
    if (controller.signal.aborted) shell.exitNow(EXIT.interrupted);
    controller.abort();
    for (const end of running) end();
  });
  return {
    running,
    dispose,
    signal: controller.signal,
    get asked() {
      return controller.signal.aborted;
    },
  };
}

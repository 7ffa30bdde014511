/** Puts the engine together: data folder, store, recovery, agents, queue. What `main` and tests open and close. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CritiqueConfig } from '@design-jury/contracts/critique';
import { DEFAULT_RUN_LIMITS, type RunLimits } from '@design-jury/contracts/defaults';
import { type LoadedAgents, loadAgents } from './agents/registry.ts';
import { type Docket, openDocket } from './docket/docket.ts';
import { readCritiqueConfig } from './env.ts';
import type { Jury } from './jury.ts';
import { type Bus, createBus } from './runs/bus.ts';
import { type Recovered, recoverRuns } from './runs/recovery.ts';
import { createJury } from './runs/service.ts';
import { type Library, loadLibrary } from './skills/library.ts';
import { readRollout } from './skills/rollout.ts';
import { openStore } from './store/database.ts';

const DATABASE_FILE = 'jury.db';

export interface EngineOptions {
  dataDir: string;
  /** @default {} */
  env?: Readonly<Record<string, string | undefined>>;
  /** @default what `env` says */
  config?: CritiqueConfig;
  limits?: Partial<RunLimits>;
  /** @default those of the data folder and `env` */
  agents?: LoadedAgents;
  clock?: () => number;
}

export interface Engine {
  jury: Jury;
  bus: Bus;
  docket: Docket;
  config: CritiqueConfig;
  /** Runs an earlier process left behind, and how they ended. */
  recovered: readonly Recovered[];
  close(): Promise<void>;
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, env = {}, clock = Date.now } = options;
  const config = options.config ?? readCritiqueConfig(env);
  const limits: RunLimits = { ...DEFAULT_RUN_LIMITS, ...options.limits };
  await mkdir(dataDir, { recursive: true });
  const agents = options.agents ?? (await loadAgents(dataDir, env, limits));
  const store = await openStore(join(dataDir, DATABASE_FILE));
  const bus = createBus();
  const services = { dataDir, store, bus, limits, clock };
  const recovered = await recoverRuns(services);
  const library = (): Promise<Library> => loadLibrary({ dataDir, env });
  const jury = createJury({ ...services, config, agents, library, rollout: readRollout(env) });
  return {
    jury,
    bus,
    docket: openDocket({ dataDir, store, clock }),
    config,
    recovered,
    async close() {
      await jury.close();
      await agents.close();
      bus.shutdown();
      await store.close();
    },
  };
}

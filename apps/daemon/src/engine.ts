/** Puts the engine together: data folder, store, recovery, agents, queue. What `main` and tests open and close. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_RUN_LIMITS, type RunLimits } from '@design-jury/contracts/defaults';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import { readDegraded } from './agents/degraded.ts';
import { sweepPrivateFolders } from './agents/private-folder.ts';
import { type LoadedAgents, loadAgents } from './agents/registry.ts';
import type { Agent } from './agents/session.ts';
import { readCritiqueConfig } from './env.ts';
import { askingStore } from './host/questions/retry-asking.ts';
import { type Recovered, recoverRuns } from './host/recovery.ts';
import { type Docket, openDocket } from './host/run-store.ts';
import { createJury } from './host/service.ts';
import { type Bus, createBus } from './host/stream/bus.ts';
import { type Jury, JuryError } from './jury.ts';
import type { Library } from './skills/library.ts';
import { readRollout } from './skills/rollout.ts';
import { openStore } from './store/database.ts';
import type { KeyValues } from './store/key-values.ts';
import type { RedisKeyValues } from './store/redis-key-values.ts';

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
  /** Keys with a time to live: in the same store, or in the Redis that `REDIS_URL` names. */
  keyValues: KeyValues;
  /** Somebody to ask; rejects with a `JuryError` that says who there is, or why this one may not be asked now. */
  agent(id: string, model: string | null): Promise<Agent>;
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
  const store = askingStore(await openStore(join(dataDir, DATABASE_FILE)), { dataDir, agents, clock });
  const redis = await openRedis(env.REDIS_URL).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const bus = createBus();
  const services = { dataDir, store, bus, limits, clock };
  const recovered = await recoverRuns(services);
  await sweepPrivateFolders(env);
  // Loaded with its YAML parser only when a skill or a design system is asked for; a review asks for neither.
  const library = async (): Promise<Library> =>
    (await import('./skills/library.ts')).loadLibrary({ dataDir, env });
  const jury = createJury({ ...services, config, agents, library, rollout: readRollout(env) });
  return {
    jury,
    bus,
    docket: openDocket({ dataDir, store, clock }),
    keyValues: redis ?? store.keyValues,
    agent: (id, model) => namedAgent({ agents, dataDir, clock, config }, id, model),
    config,
    recovered,
    async close() {
      await jury.close();
      await agents.close();
      bus.shutdown();
      await redis?.close();
      await store.close();
    },
  };
}

/** Loaded only where it is used. */
async function openRedis(url: string | undefined): Promise<RedisKeyValues | null> {
  if (url === undefined || url === '') return null;
  const { openRedisKeyValues } = await import('./store/redis-key-values.ts');
  return openRedisKeyValues(url);
}

interface AgentSource {
  agents: LoadedAgents;
  dataDir: string;
  clock: () => number;
  config: CritiqueConfig;
}

async function namedAgent(
  { agents, dataDir, clock, config }: AgentSource,
  id: string,
  model: string | null,
): Promise<Agent> {
  const degraded = await readDegraded(dataDir, id, clock());
  if (degraded !== null)
    throw new JuryError(
      'unavailable',
      `${id} is marked degraded until ${degraded.until}: ${degraded.reason}`,
    );
  const head = { maxRounds: config.maxRounds, threshold: config.scoreThreshold, scale: config.scoreScale };
  const agent = await agents.create(id, { design: null, brief: null, browser: 'never', head, model });
  if (agent !== null) return agent;
  const known = (await agents.list()).filter(({ available }) => available).map((info) => info.id);
  throw new JuryError(
    'bad_request',
    `agent: there is no ${JSON.stringify(id.slice(0, 60))}; there are ${known.join(', ')}`,
  );
}

/** What the environment says about being a node of a fleet. */
import type { EngineOptions } from '../engine.ts';
import { type Env, readCritiqueConfig, readVariable } from '../env.ts';
import { Refusal } from './refusal.ts';

type FleetSetting = NonNullable<EngineOptions['fleet']>;

/** Null where no database is named: then everything is in the data folder. */
export function fleetOf(
  env: Env,
  kind: FleetSetting['kind'],
  given: { concurrency?: number; agents?: readonly string[] },
): FleetSetting | null {
  const url = readVariable(env, 'OD_DATABASE_URL');
  if (url === undefined) {
    if (given.concurrency === 0)
      throw new Refusal(
        '--no-worker leaves runs to the workers of a fleet: name its database in OD_DATABASE_URL.',
      );
    return null;
  }
  const connections = readVariable(env, 'OD_DATABASE_CONNECTIONS');
  const drainSeconds = readVariable(env, 'OD_DRAIN_SECONDS');
  return {
    url,
    kind,
    concurrency: given.concurrency ?? readCritiqueConfig(env).maxConcurrentRuns,
    ...(given.agents !== undefined && { agents: given.agents }),
    ...(connections !== undefined && { connections }),
    ...(drainSeconds !== undefined && { drainMs: drainSeconds * 1_000 }),
  };
}

/** For a command that is about the fleet's database and nothing else. */
export function databaseUrl(env: Env): string {
  const url = readVariable(env, 'OD_DATABASE_URL');
  if (url === undefined)
    throw new Refusal('Name the database in OD_DATABASE_URL: postgres://user:password@host:5432/database.');
  return url;
}

/** The model APIs of this machine: keys and addresses of the environment, and the guard for those of a request. */
import { join } from 'node:path';
import { readVariable } from '../../env.ts';
import { configHome } from '../../home/places.ts';
import { readAllowList } from '../../net/allow-list.ts';
import type { Guard } from '../../net/guard.ts';
import { createPinnedFetch, PINNED_LIMITS } from '../../net/pinned-fetch.ts';
import type { Surroundings } from '../environment.ts';
import { openKeyRing } from '../keys.ts';
import { createModelAgents, type ModelAgents } from './agents.ts';

export interface ModelGate {
  agents: ModelAgents;
  guard: Guard;
}

/** Throws a `ConfigError` for a list of hosts that cannot be read. */
export function openModels(env: Surroundings): ModelGate {
  const guard: Guard = { allow: readAllowList(readVariable(env, 'OD_PROXY_ALLOWED_HOSTS')) };
  return {
    guard,
    agents: createModelAgents({
      env,
      keys: openKeyRing(env, keysFile(env)),
      guardedFetch: createPinnedFetch(guard, PINNED_LIMITS),
    }),
  };
}

function keysFile(env: Surroundings): string {
  return readVariable(env, 'OD_KEYS_FILE') ?? join(configHome(env), 'keys.json');
}

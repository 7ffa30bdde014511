/**
 * `jury conformance --live`: agents as they are installed here, with the user's own login, at their real providers.
 * It costs money, so it is only ever asked for: by name, by a person, and not by a job that runs unattended.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { LiveCandidate } from '../conformance/cycle.ts';
import { readCritiqueConfig, readVariable } from '../env.ts';
import { count } from '../report/words.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export interface LiveChoice {
  ready: LiveCandidate[];
  notRun: { agent: string; why: string }[];
}

export async function chooseLive(ids: readonly string[], { env }: Shell): Promise<LiveChoice> {
  if (readVariable(env, 'CI') === true)
    throw new Refusal(
      '--live asks real providers and costs money: it is refused where CI is set. Leave out --live there.',
    );
  if (ids.length === 0)
    throw new Refusal(
      '--live asks real providers with your own login, and that costs money: name the agents with --agent.',
    );
  const { loadAgents } = await import('../agents/registry.ts');
  const folder = await mkdtemp(join(tmpdir(), 'jury-live-'));
  // Those that come with the product are not handed in: they have no provider.
  const agents = await loadAgents(folder, env, DEFAULT_RUN_LIMITS);
  try {
    const known = await agents.list();
    const ready: LiveCandidate[] = [];
    const notRun: LiveChoice['notRun'] = [];
    for (const id of new Set(ids)) {
      const info = known.find((agent) => agent.id === id);
      if (info === undefined)
        throw new Refusal(
          `There is no agent ${quoted(id)} to test; there are: ${known.map((agent) => agent.id).join(', ')}.`,
        );
      if (info.available) ready.push({ id, version: info.version ?? null, env });
      else notRun.push({ agent: id, why: [info.detail, info.next].filter(Boolean).join('; ') });
    }
    return { ready, notRun };
  } finally {
    await agents.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Printed before the first request, also with --quiet. */
export function costWarning(agents: readonly { id: string }[], runs: number, { env }: Shell): string {
  const { maxRounds, maxCostUsd, maxTokens } = readCritiqueConfig(env);
  const names = agents.map(({ id }) => id).join(', ');
  const limits = [
    ...(maxCostUsd === null ? [] : [`${maxCostUsd} USD`]),
    ...(maxTokens === null ? [] : [count(maxTokens, 'token')]),
  ];
  const limit =
    limits.length === 0
      ? 'no limit is set (OD_CRITIQUE_MAX_COST_USD, OD_CRITIQUE_MAX_TOKENS)'
      : `at most ${limits.join(' and ')} for each run`;
  const briefs = count(runs, 'brief');
  return (
    `jury: --live asks ${names} with your own login, at the real provider. Each writes and judges pages for ${briefs} ` +
    `in up to ${count(maxRounds, 'round')}, and your provider bills them; ${limit}.\n`
  );
}

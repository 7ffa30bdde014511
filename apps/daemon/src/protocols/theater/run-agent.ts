/** The agent of a run: one agent, or one for each seat. */

import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { CritiqueConfig, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { AgentRegistry } from '../../agents/registry.ts';
import type { Agent } from '../../agents/session.ts';
import { JuryError } from '../../jury-error.ts';
import type { PreparedRun } from '../../skills/prepare.ts';

export async function agentFor(
  agents: AgentRegistry,
  prepared: PreparedRun,
  config: CritiqueConfig,
): Promise<Agent> {
  const { request } = prepared;
  const own = request.agent ?? DEFAULT_AGENT_ID;
  if (request.panelMode !== 'independent') return agentNamed(agents, own, request, config);
  const { independentPanel } = await import('./independent-panel.ts');
  const seats: Partial<Record<PanelistRole, Agent>> = {};
  for (const role of config.cast) {
    const id = request.seats?.[role] ?? own;
    const agent = await agentNamed(agents, id, request, config);
    if (!agent.capabilities.readsPrompt)
      throw new JuryError(
        'bad_request',
        `seats: ${role} has no agent; the ${agent.name.toLowerCase()} measures and sits as one. Name an agent, or one for each seat`,
      );
    seats[role] = agent;
  }
  return independentPanel({
    cast: config.cast,
    seats: seats as Record<PanelistRole, Agent>,
    head: { maxRounds: config.maxRounds, threshold: config.scoreThreshold, scale: config.scoreScale },
    material: { brief: request.brief ?? null, brand: request.design ?? null, skill: prepared.skill },
  });
}

async function agentNamed(
  agents: AgentRegistry,
  id: string,
  request: StartRunRequest,
  config: CritiqueConfig,
): Promise<Agent> {
  const agent = await agents.create(id, {
    design: request.design ?? null,
    brief: request.brief ?? null,
    browser: request.browser ?? 'auto',
    level: request.level ?? 'AA',
    strict: request.strict ?? false,
    head: { maxRounds: config.maxRounds, threshold: config.scoreThreshold, scale: config.scoreScale },
    model: request.model ?? null,
    credentials: request.credentials ?? null,
  });
  if (agent !== null) return agent;
  const usable = (await agents.list()).filter((info) => info.available);
  const known = usable.map((info) => info.id).join(', ');
  throw new JuryError(
    'bad_request',
    `agent: there is no agent "${id}"; available here: ${known === '' ? 'none' : known}`,
  );
}

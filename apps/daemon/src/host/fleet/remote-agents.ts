/** Agents of other nodes: a run can be asked for here that only they can perform. */
import type { AgentInfo } from '@design-jury/contracts/http';
import type { LoadedAgents } from '../../agents/registry.ts';
import { type Agent, type AgentCapabilities, AgentUnavailableError } from '../../agents/session.ts';

/** Asked for a run often, and seldom another. */
const FRESH_MS = 2_000;

export function withRemoteAgents(own: LoadedAgents, remote: () => Promise<AgentInfo[]>): LoadedAgents {
  let last: { at: number; agents: Promise<AgentInfo[]> } | null = null;
  const others = (): Promise<AgentInfo[]> => {
    if (last === null || performance.now() - last.at > FRESH_MS)
      last = { at: performance.now(), agents: remote() };
    return last.agents.catch(() => []);
  };
  return {
    canDraft: (id) => own.canDraft(id),
    close: () => own.close(),
    async ids() {
      return [...new Set([...(await own.ids()), ...(await others()).map(({ id }) => id)])];
    },
    async list(now) {
      const [here, there] = await Promise.all([own.list(now), others()]);
      const usable = new Map(there.map((agent) => [agent.id, agent]));
      const known = here.map((agent) => (agent.available ? agent : (usable.get(agent.id) ?? agent)));
      return [...known, ...there.filter(({ id }) => !here.some((agent) => agent.id === id))];
    },
    async create(id, settings) {
      const here = await own.create(id, settings).catch((problem: unknown) => ({ problem }));
      if (here !== null && !('problem' in here)) return here;
      const info = (await others()).find((one) => one.id === id);
      if (info?.capabilities != null) return standIn(info, info.capabilities);
      if (here === null) return null;
      throw here.problem;
    },
  };
}

/** Who it is, for the record of the run; whoever performs it has the agent itself. */
function standIn({ id, name }: AgentInfo, told: NonNullable<AgentInfo['capabilities']>): Agent {
  return {
    id,
    name,
    // The name of a transport is for people: nothing is sent by it here.
    capabilities: { ...told, transport: told.transport as AgentCapabilities['transport'] },
    open: () => Promise.reject(new AgentUnavailableError(`${name} is on another node of the fleet`)),
  };
}

/** What a node of a fleet can do for a run, and what a run needs. */
import { DEFAULT_AGENT_ID, DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { AgentInfo } from '@design-jury/contracts/http';
import type { AgentRegistry } from '../../agents/registry.ts';
import type { NodeAbilities } from '../../host/fleet/open-fleet.ts';
import { JuryError } from '../../jury-error.ts';
import { AskedRunSchema } from './request-file.ts';

/** Whoever needs nothing goes to any worker. */
const ANY = 'any';
const HERE = 'here';

export interface NodeSetting {
  /** Runs at once. */
  concurrency: number;
  /** The only agents that are used here. @default all that can be used */
  agents?: readonly string[];
}

export async function nodeAbilities(agents: AgentRegistry, setting: NodeSetting): Promise<NodeAbilities> {
  const usable = (await agents.list()).filter(
    ({ id, available }) => available && (setting.agents?.includes(id) ?? true),
  );
  const described = await Promise.all(usable.map((info) => describe(agents, info)));
  const own = new Set([...usable.map(({ id }) => id), DEFAULT_AGENT_ID]);
  return {
    agents: described,
    hasAgents: (ids) => ids.every((id) => own.has(id)),
    needsOf({ protocol }, request) {
      // Its node died before it was stored whole: whoever takes it ends it.
      if (request === null) return ANY;
      const asked = protocol === 'theater' ? AskedRunSchema.safeParse(request) : null;
      // What works on files of this machine, or with a key that was lent and is stored nowhere.
      if (asked === null || !asked.success || asked.data.lent === true || asked.data.path !== null) {
        if (setting.concurrency > 0) return HERE;
        throw new JuryError(
          'unavailable',
          'this node performs no runs, and the run needs what only the node has that was asked: ask one that was started without --no-worker',
        );
      }
      const { agent = DEFAULT_AGENT_ID, seats = {} } = asked.data.request;
      const needed = new Set([agent, ...Object.values(seats)]);
      needed.delete(DEFAULT_AGENT_ID);
      return needed.size === 0 ? ANY : [...needed].toSorted().join('+');
    },
  };
}

const ASKED = { design: null, brief: null, browser: 'never', model: null } as const;

/** What it can do, where the list does not say: a node that is asked for its runs has to know. */
async function describe(agents: AgentRegistry, info: AgentInfo): Promise<AgentInfo> {
  if (info.capabilities != null) return info;
  const { maxRounds, scoreThreshold: threshold, scoreScale: scale } = DEFAULT_CRITIQUE_CONFIG;
  const head = { maxRounds, threshold, scale };
  const agent = await agents.create(info.id, { ...ASKED, head }).catch(() => null);
  return { ...info, capabilities: agent?.capabilities ?? null };
}

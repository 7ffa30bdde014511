/** What a node of a fleet can do for a run, and what a run needs. */
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
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
  const usable =
    setting.agents ?? (await agents.list()).filter(({ available }) => available).map(({ id }) => id);
  const own = new Set([...usable, DEFAULT_AGENT_ID]);
  return {
    agents: () => [...own],
    hasAgents: (ids) => ids.every((id) => own.has(id)),
    needsOf({ protocol }, request) {
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

/** Which versions of which programs speak in a run, as its record keeps them for whoever signs its verdict. */
import type { Agent } from './session.ts';

/** By id; what nobody knows is absent. */
export function versionsOf(agents: Iterable<Agent>): Record<string, string> {
  return Object.assign({}, ...[...agents].map(({ versions }) => versions ?? {}));
}

/** What a run's configuration says of them. */
export function keptVersions(agents: Iterable<Agent>): { agentVersions?: Record<string, string> } {
  const agentVersions = versionsOf(agents);
  return Object.keys(agentVersions).length === 0 ? {} : { agentVersions };
}

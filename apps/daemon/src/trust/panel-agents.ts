/** Who sat on the panel of a run: each agent with its model and its version, as far as they were noted when it began. */
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import { isTheaterRun, type RunRecord } from '@design-jury/contracts/run';
import type { Certified } from '@design-jury/contracts/trust/certificate';
import { z } from 'zod';
import { readRequest } from '../host/request-file.ts';
import { OFFLINE_IDS } from '../protocols/convergence/offline-ids.ts';
import { loadRequest } from '../protocols/theater/request-file.ts';
import { version } from '../version.ts';

/** Judges that come with the product have its version. */
const OURS: ReadonlySet<string> = new Set([DEFAULT_AGENT_ID, ...OFFLINE_IDS]);

/** Where runs of the other protocols keep them. */
const ConfigSchema = z.looseObject({ agentVersions: z.record(z.string(), z.string()).optional() });

/** @param folder what the run left */
export async function panelAgents(run: RunRecord, folder: string): Promise<Certified['panel']['agents']> {
  const asked = isTheaterRun(run) ? await loadRequest({ readRequest: () => readRequest(folder) }) : null;
  const versions = asked?.versions ?? ConfigSchema.safeParse(run.config).data?.agentVersions ?? {};
  const seats = Object.values(asked?.request.seats ?? {});
  const own = asked?.request.agent ?? run.agent;
  // A convergence has several workers, which its record names in one word.
  const ids = [...new Set([...(isTheaterRun(run) ? [own] : own.split(',')), ...seats])];
  return ids.map((id) => ({
    id,
    model: id === own ? run.model : null,
    version: OURS.has(id) ? version() : (versions[id] ?? null),
  }));
}

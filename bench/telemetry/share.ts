/** How much of a profile was telemetry: samples whose innermost frame of somebody's code is its own. */
import type { Profiler } from 'node:inspector';

/** `fetch` and `node:http` are the collector's: nobody else here asks for anything. */
const OURS =
  /\/src\/telemetry\/|\/src\/(?:work|trace-context)\.ts$|\/prom-client\/|^node:(?:_?http|_?https|diagnostics_channel)/;
/** Node's own code is whose code called it. */
const NOBODYS = /^(?:node:|$)/;
const NOT_WORK = new Set(['(idle)', '(root)', '(program)']);

export function shareOf({ nodes, samples = [] }: Profiler.Profile): { samples: number; ours: number } {
  const parents = new Map<number, number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const isOurs = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { url = '' } = byId.get(at)?.callFrame ?? {};
      if (OURS.test(url)) return true;
      if (!NOBODYS.test(url)) return false;
    }
    return false;
  };
  const known = new Map<number, boolean | null>();
  let [all, ours] = [0, 0];
  for (const id of samples) {
    let told = known.get(id);
    if (told === undefined) {
      told = NOT_WORK.has(byId.get(id)?.callFrame.functionName ?? '(idle)') ? null : isOurs(id);
      known.set(id, told);
    }
    if (told === null) continue;
    all += 1;
    if (told) ours += 1;
  }
  return { samples: all, ours };
}

/** The paths that a requirement names: what is there, what is not, and what nobody can tell. */
import type { PlanLook } from '../offline-plan.ts';

export interface NamedPaths {
  /** As the project calls them. */
  there: string[];
  missing: string[];
  /** Built, outside of the project or beyond what was listed: neither missing nor delivered. */
  untold: string[];
}

/** An address or a package is spoken of; nobody delivers it here. */
const ELSEWHERE = /^(?:@|[\w-][\w.-]*\.\w{2,}\/)/;

export async function pathsOf(
  paths: readonly string[],
  look: Pick<PlanLook, 'hasPath' | 'near'>,
): Promise<NamedPaths> {
  const found: NamedPaths = { there: [], missing: [], untold: [] };
  for (const path of paths) {
    const state = await look.hasPath(path);
    const near = state === false ? await look.near(path) : null;
    if (state === true || near !== null) found.there.push(near ?? path.replace(/^\.\//, ''));
    else if (state === false) found.missing.push(path);
    else if (!ELSEWHERE.test(path)) found.untold.push(path);
  }
  return found;
}

/** In code marks, what may be the path of a file whatever its ending: "`etc/logrotate.d/app`", "`Makefile`". */
export function pathsMarked(raw: string): string[] {
  return [...raw.matchAll(/`(?:\.\/)?([\w@.-]+(?:\/[\w@.-]+)*)`/g)].map(([, path = '']) => path);
}

/** What a token with a name may ask for: its projects, and what says nothing of anybody's. */
import type { NamedToken } from '../../store/named-tokens.ts';

const EVERYBODYS = /^\/api\/(?:health|ready|agents|skills|design-systems)(?:\/|$)/;
const OF_PROJECT = /^\/api\/projects\/([^/]+)(?:\/|$)/;
/** Begins a session, which may do everything. */
const ENTRY = '/api/entry';

/** Null where it may; else what it may not, in a sentence. */
export function outOfScope({ name, projects }: NamedToken, path: string): string | null {
  if (path === ENTRY) return `the token ${name} begins no sessions`;
  if (projects === null || EVERYBODYS.test(path)) return null;
  const project = OF_PROJECT.exec(path)?.[1];
  if (project !== undefined && projects.includes(project)) return null;
  return `the token ${name} is for ${projects.length === 1 ? 'one project' : `${projects.length} projects`} only`;
}

/** Where programs are looked for: never in the project, which a stranger may have filled, and never "here". */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isWithin, realPlace } from '../disk/scope.ts';

/** PATH without entries that are relative, empty, or lead into the project. */
export function safeSearchPath(searchPath: string, project: string | null): string {
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && (project === null || !leadsInto(project, folder)))
    .join(delimiter);
}

/** The absolute path of a program; null where the search path has none. */
export function findProgram(name: string, searchPath: string, project: string | null = null): string | null {
  for (const folder of safeSearchPath(searchPath, project).split(delimiter)) {
    const path = join(folder, name);
    if (folder === '' || !isProgram(path)) continue;
    if (project === null || !leadsInto(project, path)) return path;
  }
  return null;
}

/** By name, or once links are followed. */
function leadsInto(project: string, path: string): boolean {
  if (isWithin(project, path)) return true;
  try {
    return isWithin(realPlace(project), realPlace(path));
  } catch {
    // A link to nothing holds no program.
    return true;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether the project is as it was when the workers began: they are shown it, and change nothing in it. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readForeign } from '../../disk/foreign-file.ts';
import { listFiles } from './project-look.ts';

/** By path: what its bytes come to; of large files their size and time. */
export type ProjectPicture = ReadonlyMap<string, string>;

const MOST_FILES = 5_000;
const LARGEST = 262_144;
const MOST_BYTES = 67_108_864;

/** Bounded: in a large project only the first files are watched, and of those many by size and time alone. */
export async function pictureOf(project: string): Promise<ProjectPicture> {
  const { files } = await listFiles(project);
  const picture = new Map<string, string>();
  let bytes = 0;
  for (const path of [...files].toSorted()) {
    if (picture.size >= MOST_FILES) break;
    const info = await stat(join(project, path)).catch(() => null);
    if (info === null || !info.isFile()) continue;
    bytes += info.size;
    const isRead = info.size <= LARGEST && bytes <= MOST_BYTES;
    picture.set(path, (isRead ? hashOf(project, path) : null) ?? `${info.size} ${info.mtimeMs}`);
  }
  return picture;
}

function hashOf(project: string, path: string): string | null {
  try {
    const bytes = readForeign(join(project, path), { maxBytes: LARGEST, within: project });
    return createHash('sha256').update(bytes).digest('hex');
  } catch {
    return null;
  }
}

/** Paths that are new, gone or other than before, in order. */
export function changesBetween(before: ProjectPicture, after: ProjectPicture): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

const MOST_NAMED = 5;

/** Null where nothing changed. */
export function auditNote(changes: readonly string[]): string | null {
  if (changes.length === 0) return null;
  const more = changes.length > MOST_NAMED ? ` and ${changes.length - MOST_NAMED} more` : '';
  return `project-changed: ${changes.slice(0, MOST_NAMED).join(', ')}${more} changed while the workers were at work; if it was not you, a worker or a command of the brief wrote there`;
}

/** Waits until one of the pages, or a DESIGN.md beside them, changes; a page that is gone is waited for. */
import { statSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Subject } from '../../library/subjects.ts';

/** Editors write a file in several steps; they are one change. */
const SETTLE_MS = 150;
/** A folder that is gone cannot be watched: it is looked for. */
const LOOK_MS = 500;

const DESIGN = 'DESIGN.md';

/** How the pages and their design files are by now, by path. */
export type Stamps = ReadonlyMap<string, string>;

export function stampsOf(subjects: readonly Subject[]): Stamps {
  const files = subjects.flatMap(({ path }) => [path, join(dirname(path), DESIGN)]);
  return new Map(files.map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  const info = statSync(file, { throwIfNoEntry: false });
  return info === undefined ? 'none' : `${info.ino} ${info.mtimeMs} ${info.size}`;
}

/**
 * False when the signal came first.
 * @param seen how they were before they were judged: what changed since, while nobody watched, counts at once
 */
export async function nextChange(
  subjects: readonly Subject[],
  seen: Stamps,
  signal: AbortSignal,
): Promise<boolean> {
  const folders = Map.groupBy(subjects, ({ path }) => dirname(path));
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const waits = [...folders].map(([folder, pages]) =>
    changeIn(folder, new Set([DESIGN, ...pages.map(({ path }) => basename(path))]), either),
  );
  // After the watching has begun: nothing falls between the two.
  const hasChanged = [...seen].some(([file, stamp]) => stampOf(file) !== stamp);
  if (!hasChanged) await Promise.race(waits);
  done.abort();
  await Promise.all(waits);
  if (signal.aborted) return false;
  await delay(SETTLE_MS, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

/** Folders are watched, not files: an editor that saves by renaming would be lost. */
async function changeIn(folder: string, files: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted) {
      try {
        for await (const { filename } of watch(folder, { signal }))
          if (filename !== null && files.has(filename)) return;
      } catch (error) {
        if (!isGone(error)) throw error;
      }
      await delay(LOOK_MS, undefined, { signal });
      if ([...files].some((file) => stampOf(join(folder, file)) !== 'none')) return;
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Waits until one of the pages, or a DESIGN.md beside them, changes. */
import { watch } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Subject } from '../../library/subjects.ts';

/** Editors write a file in several steps; they are one change. */
const SETTLE_MS = 150;

/** False when the signal came first. */
export async function nextChange(subjects: readonly Subject[], signal: AbortSignal): Promise<boolean> {
  const names = new Map<string, Set<string>>();
  for (const { path } of subjects) {
    const folder = dirname(path);
    names.set(folder, (names.get(folder) ?? new Set(['DESIGN.md'])).add(basename(path)));
  }
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const waits = [...names].map(async ([folder, files]) => {
    try {
      // Folders are watched, not files: an editor that saves by renaming would be lost.
      for await (const { filename } of watch(folder, { signal: either }))
        if (filename !== null && files.has(filename)) return;
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    }
  });
  await Promise.race(waits);
  done.abort();
  await Promise.all(waits);
  if (signal.aborted) return false;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return !signal.aborted;
}

/** What `jury --version` says. */
import { releaseDay, version } from '../version.ts';

const DAY_MS = 86_400_000;
const OLD_AFTER_DAYS = 180;

export function versionText(): string {
  const hint = updateHint(releaseDay(), Date.now());
  return `design-jury ${version()} (node ${process.versions.node})\n${hint === null ? '' : `${hint}\n`}`;
}

/** By the age of the package alone: whether there is a newer one is for the user to ask. No request is made. */
export function updateHint(released: string | null, now: number): string | null {
  if (released === null) return null;
  const days = Math.floor((now - Date.parse(released)) / DAY_MS);
  if (days < OLD_AFTER_DAYS) return null;
  return `This version is from ${released}, ${days} days ago. npm view design-jury version tells the newest one.`;
}

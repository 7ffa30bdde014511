/** What `jury --version` says. */
import { version } from '../version.ts';

export function versionText(): string {
  return `design-jury ${version()} (node ${process.versions.node})\n`;
}

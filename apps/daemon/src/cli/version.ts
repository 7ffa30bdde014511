/** What `jury --version` says. */
import manifest from '../../package.json' with { type: 'json' };

export function versionText(): string {
  return `design-jury ${manifest.version} (node ${process.versions.node})\n`;
}

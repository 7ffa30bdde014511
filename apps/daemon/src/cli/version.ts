/** What `jury --version` says. */
import manifest from '../../package.json' with { type: 'json' };

export function version(): string {
  return manifest.version;
}

export function versionText(): string {
  return `design-jury ${version()} (node ${process.versions.node})\n`;
}

/** The real CLIs of `conformance/package.json`: what is pinned, and what of it is installed here. */
import { access, constants, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
export const CONFORMANCE_DIR = join(ROOT, 'conformance');
/** Agents that are not required have a tree of their own: npm would prune one when it installs another. */
const OPTIONAL_DIR = join(CONFORMANCE_DIR, 'optional');

const Versions = z.record(z.string(), z.string().regex(/^\d+\.\d+\.\d+$/, 'an exact version'));
const PackageSchema = z.looseObject({
  dependencies: Versions,
  peerDependencies: Versions,
  agents: z.record(
    z.string(),
    z.strictObject({ package: z.string(), bin: z.string(), native: z.string().optional() }),
  ),
});

export interface PinnedAgent {
  id: string;
  package: string;
  version: string;
  /** The command users type. */
  bin: string;
  required: boolean;
  /** The folder npm installs into: it holds `package.json` and `node_modules`. */
  folder: string;
  /** The file to run. Where npm's stub needs an install script, the platform package's own binary. */
  file: string;
}

export async function readPins(
  system: { platform: string; arch: string } = process,
): Promise<readonly PinnedAgent[]> {
  const text = await readFile(join(CONFORMANCE_DIR, 'package.json'), 'utf8');
  const { dependencies, peerDependencies, agents } = PackageSchema.parse(JSON.parse(text));
  return Object.entries(agents).map(([id, { package: name, bin, native }]) => {
    const required = name in dependencies;
    const version = dependencies[name] ?? peerDependencies[name];
    if (version === undefined) throw new Error(`conformance/package.json pins no version of ${name}`);
    const folder = required ? CONFORMANCE_DIR : join(OPTIONAL_DIR, id);
    const file = native?.replace('{os}', system.platform).replace('{cpu}', system.arch) ?? `.bin/${bin}`;
    return { id, package: name, version, bin, required, folder, file: join(folder, 'node_modules', file) };
  });
}

/** Null when it is the pinned version and can be run; else what is wrong. */
export async function whatIsMissing(pin: PinnedAgent): Promise<string | null> {
  const manifest = join(pin.folder, 'node_modules', pin.package, 'package.json');
  const text = await readFile(manifest, 'utf8').catch(() => null);
  if (text === null) return 'not installed';
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(text));
  if (version !== pin.version) return `version ${version} is installed, ${pin.version} is pinned`;
  const runs = await access(pin.file, constants.X_OK).then(
    () => true,
    () => false,
  );
  return runs
    ? null
    : `its program is missing: ${pin.file}; the platform package may not have been installed`;
}

/** A PATH on which the CLIs find the Node this runs on, and the tools of the system. */
export function plainPath(): string {
  return [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
}

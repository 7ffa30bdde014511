/** The `package.json` that is published. What is optional is a peer: npm brings it only when somebody asks for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTIONAL_PARTS } from '../../apps/daemon/src/optional-parts.ts';
import { ROOT } from '../files.ts';
import { ENTRIES } from './declarations.ts';

/** Read as files at run time, so they stay packages of their own. */
export const PLAIN_DEPENDENCIES = ['tailwindcss', 'dictionary-en', 'dictionary-en-gb'];

export function packageManifest(): Record<string, unknown> {
  const { version, license, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'apps/daemon/package.json'), 'utf8'),
  );
  const { description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const exact = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, dependencies[name]]));
  const optional = OPTIONAL_PARTS.flatMap(({ packages }) => packages);
  return {
    name: 'design-jury',
    version,
    description,
    license,
    keywords: ['design', 'accessibility', 'review', 'critique', 'agents', 'ci', 'wcag', 'jury'],
    type: 'module',
    bin: { 'design-jury': 'bin/jury.mjs', jury: 'bin/jury.mjs' },
    exports: { ...exported(), './package.json': './package.json' },
    engines: { node: '>=22.13' },
    dependencies: exact(PLAIN_DEPENDENCIES),
    peerDependencies: exact(optional),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    publishConfig: { access: 'public', provenance: true },
  };
}

function exported(): Record<string, { types: string; default: string }> {
  const places = Object.entries(ENTRIES).map(([name, path]) => {
    const base = `./${path.replace(/\.ts$/, '')}`;
    return [name, { types: `${base}.d.ts`, default: `${base}.js` }] as const;
  });
  return Object.fromEntries(places);
}

/** The packages that every review needs, in a few files: one start of Node then reads some dozen files instead of 1,400. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../files.ts';
import { type Taken, vendorFile } from './imports.ts';

export interface Bundled {
  /** Names of the packages whose code is in the files. */
  packages: string[];
}

/** Also loaded by html-validate for what we never ask of it; left out, they are an error only when asked for. */
const NEVER_ASKED = [/^jest/, /^vitest/, /^@jest\//];

const FROM = join(ROOT, 'apps/daemon/src/main.ts');
const ENTRY = '\0taken:';

export async function bundlePackages(taken: ReadonlyMap<string, Taken>, folder: string): Promise<Bundled> {
  const bundle = await rolldown({
    input: Object.fromEntries([...taken.keys()].map((name) => [vendorFile(name), `${ENTRY}${name}`])),
    cwd: join(ROOT, 'apps/daemon'),
    platform: 'node',
    external: NEVER_ASKED,
    preserveEntrySignatures: 'strict',
    logLevel: 'warn',
    plugins: [
      {
        name: 'what is taken',
        resolveId(id, importer) {
          if (id.startsWith(ENTRY)) return id;
          // An entry lies nowhere: what it names is looked for from where our modules are.
          return importer?.startsWith(ENTRY) ? this.resolve(id, FROM) : null;
        },
        // Names are spelled out: of a CommonJS package nobody knows them otherwise.
        load: (id) => (id.startsWith(ENTRY) ? entryOf(id.slice(ENTRY.length), taken) : null),
      },
    ],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    comments: { legal: true, jsdoc: false, annotation: false },
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[hash].mjs',
  });
  await bundle.close();
  const files = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const packages = files.flatMap((file) => {
    const inside = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(
      file.replaceAll('\\', '/'),
    );
    return inside?.[1] === undefined ? [] : [inside[1]];
  });
  return { packages: [...new Set(packages)].sort() };
}

function entryOf(name: string, taken: ReadonlyMap<string, Taken>): string {
  const { names, isWhole } = taken.get(name) ?? { names: new Set<string>(), isWhole: true };
  const from = JSON.stringify(name);
  return `${isWhole ? `export * from ${from};` : ''} export { ${[...names].join(', ')} } from ${from};`;
}

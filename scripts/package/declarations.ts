/** The package's type declarations: made file by file from the entries of the library, and from what those name. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { ROOT } from '../files.ts';

/** What a program can import, and the module it is. */
export const ENTRIES: Readonly<Record<string, string>> = {
  '.': 'apps/daemon/src/library/index.ts',
  './vitest': 'apps/daemon/src/library/vitest.ts',
  './playwright': 'apps/daemon/src/library/playwright.ts',
};

const NAMED = /\bfrom "(\.[^"]+)\.ts"/g;
/** They stand alone: what a package declares, a program that does not have it could not read. */
const FOREIGN = /\bfrom "(?!\.)([^"]+)"/;

/** By the path of each module in the repository, in the order they are named. */
export function libraryDeclarations(): Map<string, string> {
  const made = new Map<string, string>();
  const wanted = Object.values(ENTRIES);
  for (let path = wanted.shift(); path !== undefined; path = wanted.shift()) {
    if (made.has(path)) continue;
    const { code, errors } = isolatedDeclarationSync(path, readFileSync(join(ROOT, path), 'utf8'), {
      sourcemap: false,
    });
    const foreign = FOREIGN.exec(code)?.[1];
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    if (foreign !== undefined) throw new Error(`${path}: its declarations name ${foreign}`);
    made.set(path, code);
    for (const [, name = ''] of code.matchAll(NAMED))
      wanted.push(normalize(join(dirname(path), `${name}.ts`)));
  }
  return made;
}

/** As they lie beside the modules in the package. */
export function declarationFiles(): [path: string, text: string][] {
  return [...libraryDeclarations()].map(([path, code]) => [
    path.replace(/\.ts$/, '.d.ts'),
    code.replace(NAMED, 'from "$1.js"'),
  ]);
}

/** What a module of ours imports, and the same module with every import named by its place in the package. */
import { dirname, join, relative } from 'node:path/posix';

/**
 * `from '…'`, `import '…'`, `import('…')`: our style has single quotes only, which Biome holds us to. A name has no blank in
 * it: what stands between two strings of which the first ends in "import" is none.
 */
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)'([^'\s,]+)'/g;
/** A file that another thread or process loads. */
const PLACE = /(\bnew URL\(\s*)'(\.[^'\n]+\.ts)'/g;
const CONTRACTS = '@design-jury/contracts/';

/** What is taken from a foreign module: names, `default`, or everything. */
export interface Taken {
  names: Set<string>;
  isWhole: boolean;
}

const STATEMENT = /\b(?:import|export)\s+([^'"();]+?)\s+from\s*'([^'\s,]+)'/g;
const LOADED = /\bimport\s*\(\s*'([^'\s,]+)'/g;

/** Adds what this code takes from packages to what others took. */
export function addTaken(code: string, taken: Map<string, Taken>): void {
  const of = (name: string): Taken => {
    const known = taken.get(name) ?? { names: new Set<string>(), isWhole: false };
    taken.set(name, known);
    return known;
  };
  for (const [, clause = '', name = ''] of code.matchAll(STATEMENT)) {
    if (!isForeign(name)) continue;
    const target = of(name);
    const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
    for (const part of braces.split(',').map((word) => word.trim()))
      if (part !== '') target.names.add(part.split(/\s+as\s+/)[0] ?? part);
    const outside = clause.replace(/\{[^}]*\}/, '');
    if (outside.includes('*')) target.isWhole = true;
    else if (/[\w$]/.test(outside)) target.names.add('default');
  }
  for (const [, name = ''] of code.matchAll(LOADED)) if (isForeign(name)) of(name).isWhole = true;
}

/** Of a package: not a file of ours, not Node's, not code in a string. */
function isForeign(name: string): boolean {
  return !name.startsWith('.') && !/^(node|data):/.test(name) && !name.startsWith(CONTRACTS);
}

/** @param path of the module in the repository */
export function withPlaces(code: string, path: string, isBundled: (name: string) => boolean): string {
  const from = dirname(path);
  const place = (target: string): string => {
    const way = relative(from, target);
    return way.startsWith('.') ? way : `./${way}`;
  };
  const named = (name: string): string => {
    if (name.startsWith('.')) return name.replace(/\.ts$/, '.js');
    if (name.startsWith(CONTRACTS))
      return place(join('packages/contracts/src', `${name.slice(CONTRACTS.length)}.js`));
    return isForeign(name) && isBundled(name) ? place(join('vendor', `${vendorFile(name)}.mjs`)) : name;
  };
  return code
    .replace(SPECIFIER, (_, before: string, name: string) => `${before}'${named(name)}'`)
    .replace(PLACE, (_, before: string, name: string) => `${before}'${name.replace(/\.ts$/, '.js')}'`);
}

export function vendorFile(name: string): string {
  return name.replace('@', '').replaceAll('/', '-');
}

/** `@scope/name/part` → `@scope/name`. */
export function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

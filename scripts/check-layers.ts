/** Holds every import to the table in layers.ts, and that table to docs/architecture.md. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, matchesGlob } from 'node:path';
import { ROOT, sourceFiles } from './files.ts';
import { LAYERS, type Layer, UNLAYERED } from './layers.ts';

const SOURCE = /\.(ts|tsx|mts|js|mjs)$/;
const PRODUCT = ['packages/', 'apps/'];
const CONTRACTS_PACKAGE = '@design-jury/contracts';
const DOCS_TABLE = 'docs/architecture.md';

const IMPORT =
  /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export interface Import {
  specifier: string;
  line: number;
}

export function importsOf(source: string): Import[] {
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    const at = match.index + match[0].lastIndexOf(specifier);
    return { specifier, line: source.slice(0, at).split('\n').length };
  });
}

export function layerOf(file: string): Layer | undefined {
  return LAYERS.find((layer) => layer.files.some((glob) => matchesGlob(file, glob)));
}

/** Why this import is not allowed, or null. */
export function objection(file: string, layer: Layer, specifier: string): string | null {
  if (isBuiltin(specifier)) return layer.node ? null : `${layer.name} may not use Node`;
  const target = resolve(file, specifier);
  if (target === null) {
    const name = packageName(specifier);
    return layer.packages === 'any' || layer.packages.includes(name)
      ? null
      : `${layer.name} may not use the package ${name}`;
  }
  if (target.endsWith('.json')) return null;
  const targetLayer = layerOf(target);
  if (targetLayer === undefined) return `${target} belongs to no layer`;
  if (targetLayer === layer) {
    return layer.siblingsOnly !== true || protocolFolder(file) === protocolFolder(target)
      ? null
      : `${layer.name} import only their own folder`;
  }
  return layer.imports.includes(targetLayer.name) ? null : `${layer.name} may not import ${targetLayer.name}`;
}

/** The file a specifier means, relative to the root; null for an npm package. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  if (specifier === CONTRACTS_PACKAGE || specifier.startsWith(`${CONTRACTS_PACKAGE}/`)) {
    return `packages/contracts/src${specifier.slice(CONTRACTS_PACKAGE.length)}.ts`;
  }
  return null;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** `apps/daemon/src/protocols/theater/parsers/v1.ts` → `apps/daemon/src/protocols/theater`. */
function protocolFolder(file: string): string {
  return file.split('/').slice(0, 4).join('/');
}

export function checkLayers(): string[] {
  const problems = mirrorProblems();
  for (const file of sourceFiles(SOURCE)) {
    if (!PRODUCT.some((folder) => file.startsWith(folder)) || !file.includes('/src/')) continue;
    if (UNLAYERED.some((glob) => matchesGlob(file, glob))) continue;
    const layer = layerOf(file);
    if (layer === undefined) {
      problems.push(`${file}: belongs to no layer; add it to scripts/layers.ts`);
      continue;
    }
    for (const { specifier, line } of importsOf(readFileSync(join(ROOT, file), 'utf8'))) {
      const reason = objection(file, layer, specifier);
      if (reason !== null) problems.push(`${file}:${line}: import of '${specifier}': ${reason}`);
    }
  }
  return problems;
}

/** The first column of the documented table names the same layers in the same order. */
function mirrorProblems(): string[] {
  const path = join(ROOT, DOCS_TABLE);
  if (!existsSync(path)) return [`${DOCS_TABLE}: missing; it holds the table of layers`];
  const table = readFileSync(path, 'utf8').split('| Layer | May import |')[1] ?? '';
  const rows = table.split('\n').slice(2);
  const end = rows.findIndex((row) => !row.startsWith('|'));
  const documented = rows.slice(0, end).map((row) =>
    row
      .split('|')[1]
      ?.trim()
      .replace(/ \(.*\)$/, ''),
  );
  const expected = LAYERS.map((layer) => layer.name);
  if (documented.join('; ') === expected.join('; ')) return [];
  return [
    `${DOCS_TABLE}: its layers are "${documented.join('; ')}", scripts/layers.ts has "${expected.join('; ')}"`,
  ];
}

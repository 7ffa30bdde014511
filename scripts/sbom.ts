/**
 * `npm run sbom`: what Design Jury is made of, from the lock file alone, so that it is the same on every machine:
 * docs/licences.md for people, docs/sbom.cdx.json (CycloneDX 1.6) for programs. `--check` says whether they are up to date.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './files.ts';
import { type GeneratedDoc, generatedMark, runGenerator, table } from './generated-doc.ts';
import { foreignPackages, type Lock, type LockedPackage, needsOf, reachedFrom, readLock } from './lock.ts';

const COMMAND = 'npm run sbom';
export const LICENCES_DOC: GeneratedDoc = {
  file: 'docs/licences.md',
  command: COMMAND,
  text: () => licencesDoc(readLock()),
};
export const SBOM_FILE: GeneratedDoc = {
  file: 'docs/sbom.cdx.json',
  command: COMMAND,
  text: () => `${JSON.stringify(billOfMaterials(readLock()), null, 1)}\n`,
};

/** Who names what runs with the product: the daemon, the page it serves, and the root for Node itself. */
const SHIPPED_FROM = ['apps/daemon', 'apps/web', 'packages/contracts', ''];

/** Licences that leave ours alone, and why the two that ask for something may be here. */
const ALLOWED: Readonly<Record<string, string>> = {
  '0BSD': 'permissive',
  'Apache-2.0': 'permissive; ours',
  'BlueOak-1.0.0': 'permissive',
  'BSD-2-Clause': 'permissive',
  'BSD-3-Clause': 'permissive',
  BSD: 'permissive, without a number: the lists of English words, whose text is in their packages',
  ISC: 'permissive',
  MIT: 'permissive',
  'MPL-2.0': 'copyleft by file: used unmodified, its source is its npm package',
  'OFL-1.1': 'fonts: served as they are, under their own names',
};

/** One id, or a flat list of them with one kind of word between: of `OR` one must be allowed, of `AND` all. */
export function isAllowed(licence: string): boolean {
  const text = /^\(([^()]*)\)$/.exec(licence)?.[1] ?? licence;
  const isOne = (id: string): boolean => Object.hasOwn(ALLOWED, id.trim());
  if (text.includes(' OR ') && text.includes(' AND ')) return false;
  return text.includes(' OR ') ? text.split(' OR ').some(isOne) : text.split(' AND ').every(isOne);
}

export function checkLicences(): string[] {
  return licenceProblems(readLock());
}

export function licenceProblems(lock: Lock): string[] {
  return foreignPackages(lock)
    .filter(({ license }) => license === undefined || !isAllowed(license))
    .map(
      ({ name, version, license = 'no licence' }) =>
        `${name}@${version}: ${license} is not among the allowed licences (scripts/sbom.ts): use another package, or allow it there with the reason`,
    );
}

function licencesDoc(lock: Lock): string {
  const packages = foreignPackages(lock);
  const shipped = reachedFrom(lock, SHIPPED_FROM);
  const used = Object.entries(ALLOWED).map(([id, why]) => [
    id,
    why,
    String(packages.filter(({ license = '' }) => license.split(/[ ()]+/).includes(id)).length),
  ]);
  const rows = (isShipped: boolean): string =>
    table(
      ['Package', 'Version', 'Licence'],
      inOrder(packages)
        .filter(({ at }) => shipped.has(at) === isShipped)
        .map(({ name, version = '', license = '' }) => [name, version, license]),
    );
  return `${generatedMark(COMMAND, 'package-lock.json')}

# Licences of what we use

Design Jury is under Apache-2.0. Every package of the lock file is listed here with the licence that it names; platform
packages are listed for all platforms, and a machine gets its own only. The same list with hashes, for programs:
[sbom.cdx.json](sbom.cdx.json) (CycloneDX 1.6). Why each direct dependency is there:
[decisions/0002-dependencies.md](decisions/0002-dependencies.md).

## Allowed

\`npm run check\` fails for any other.

${table(['Licence', 'Why it may be here', 'Packages'], used)}

## What runs with the product

${rows(true)}

## What builds, checks and tests it

${rows(false)}
`;
}

function inOrder(packages: readonly LockedPackage[]): LockedPackage[] {
  const key = ({ name, version = '' }: LockedPackage): string => `${name}@${version}`;
  const unique = new Map(packages.map((one) => [key(one), one]));
  return [...unique.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

interface Component {
  type: 'library' | 'application';
  'bom-ref': string;
  name: string;
  group?: string;
  version: string;
  scope?: 'required' | 'excluded';
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
  purl?: string;
}

export interface BillOfMaterials {
  $schema: string;
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  version: number;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** No time and no serial number: the same lock file gives the same bytes. */
export function billOfMaterials(lock: Lock): BillOfMaterials {
  const product = JSON.parse(readFileSync(join(ROOT, 'apps/daemon/package.json'), 'utf8'));
  const root = `${product.name}@${product.version}`;
  const shipped = reachedFrom(lock, SHIPPED_FROM);
  const packages = foreignPackages(lock);
  const refs = new Map(packages.map((one) => [one.at, refOf(one)]));
  const refsOf = (places: Iterable<string>): string[] =>
    [...new Set([...places].map((at) => refs.get(at)).filter((ref) => ref !== undefined))].sort();
  const needs = new Map<string, Set<string>>([
    [root, new Set(refsOf(SHIPPED_FROM.flatMap((at) => needsOf(lock, at))))],
  ]);
  for (const one of packages) {
    const known = needs.get(refOf(one)) ?? new Set();
    for (const ref of refsOf(needsOf(lock, one.at))) known.add(ref);
    needs.set(refOf(one), known);
  }
  const required = new Set(refsOf(shipped));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.license } }],
      },
    },
    components: inOrder(packages).map((one) => componentOf(one, required.has(refOf(one)))),
    dependencies: [...needs]
      .map(([ref, on]) => ({ ref, dependsOn: [...on].filter((other) => other !== ref).sort() }))
      .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}

function refOf({ name, version = '' }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function componentOf(one: LockedPackage, isShipped: boolean): Component {
  const { name, version = '', license, integrity } = one;
  const [group, bare] = name.startsWith('@') ? name.split('/', 2) : [undefined, name];
  return {
    type: 'library',
    'bom-ref': refOf(one),
    ...(group !== undefined && { group }),
    name: bare ?? name,
    version,
    scope: isShipped ? 'required' : 'excluded',
    ...(integrity !== undefined && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    ...(license !== undefined && {
      licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    purl: refOf(one),
  };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const doc of [LICENCES_DOC, SBOM_FILE]) runGenerator(doc, process.argv.slice(2));

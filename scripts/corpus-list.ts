/**
 * Pages of packages, from a list: `[{ "package": "…", "root": "/…", "pages": ["index.html", …] }, …]`. A sample takes one page of each of so many packages, the same ones for the same seed.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Package {
  package: string;
  root: string;
  pages: string[];
}

export interface ListedPage {
  /** Of the package, and where the page lies in it. */
  name: string;
  path: string;
}

export interface Sample {
  seed: number;
  /** Packages to leave out: those of the samples before. */
  skip: number;
  count: number;
}

export function listedPages(file: string, sample: Sample | null): ListedPage[] {
  const packages = packagesOf(JSON.parse(readFileSync(file, 'utf8'))).filter(({ pages }) => pages.length > 0);
  const all = packages.map(({ package: name, root, pages }) =>
    [...pages].sort().map((page): ListedPage => ({ name: `${name}/${page}`, path: resolve(root, page) })),
  );
  if (sample === null) return all.flat();
  const random = mulberry32(sample.seed);
  const order = all
    .map((pages) => ({ pages, at: random(), which: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(sample.skip, sample.skip + sample.count);
  return order.flatMap(({ pages, which }) => pages[Math.floor(which * pages.length)] ?? []);
}

function packagesOf(list: unknown): Package[] {
  const found: unknown[] = Array.isArray(list) ? list : [];
  if (found.length === 0 || !found.every(isPackage)) throw new Error('No list of packages, roots and pages.');
  return found;
}

function isPackage(one: unknown): one is Package {
  if (typeof one !== 'object' || one === null) return false;
  const { package: name, root, pages } = one as Partial<Record<keyof Package, unknown>>;
  return typeof name === 'string' && typeof root === 'string' && Array.isArray(pages);
}

/** A small generator of numbers between 0 and 1 that is the same everywhere. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A case that failed, kept so that one command tries it again: the smallest that was found, whole. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Property } from './properties.ts';

export interface Found {
  property: string;
  problem: string;
  /** As fast-check names it; the case itself needs neither. */
  seed: number;
  path: string;
  case: unknown;
}

/** So many cases of a seed; null where it holds for all of them. */
export async function search<Case>(
  property: Property<Case>,
  seed: number,
  numRuns: number,
): Promise<Found | null> {
  const details = await fc.check(
    fc.asyncProperty(property.cases, async (one) => (await property.problem(one)) === null),
    { seed, numRuns },
  );
  if (!details.failed) return null;
  const [one] = details.counterexample ?? [];
  if (one === undefined) throw new Error(`${property.name}: no case could be made of seed ${seed}`);
  return {
    property: property.name,
    problem: (await problemOf(property, one)) ?? 'it held when it was tried again',
    seed: details.seed,
    path: details.counterexamplePath ?? '',
    case: one,
  };
}

/** A crash is a problem like any other. */
export async function problemOf<Case>(property: Property<Case>, one: Case): Promise<string | null> {
  try {
    return await property.problem(one);
  } catch (error) {
    return error instanceof Error ? `it throws: ${error.message}` : String(error);
  }
}

/** Where it is written. */
export function keep(found: Found, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `fuzz-${found.property}-${found.seed}.json`);
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  return file;
}

export function readFound(file: string): Found {
  const found: Partial<Found> = JSON.parse(readFileSync(file, 'utf8'));
  const { property, problem = '', seed = 0, path = '', case: one } = found;
  if (typeof property !== 'string' || one === undefined)
    throw new Error(`${file} holds no case; \`npm run fuzz\` writes one where a property fails`);
  return { property, problem, seed, path, case: one };
}

/** Ideas that come with the product, for whoever has none at hand. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOC_TYPES } from '@design-jury/contracts/content/schema';
import type { FoundationDocs } from './content-store.ts';

const FOLDER = fileURLToPath(new URL('../../../../../examples/ideas/', import.meta.url));

export async function exampleIdeas(): Promise<string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/** Null when there is no such example. */
export async function exampleDocs(id: string): Promise<FoundationDocs | null> {
  if (!(await exampleIdeas()).includes(id)) return null;
  const docs: FoundationDocs = {};
  for (const type of DOC_TYPES) {
    const text = await readFile(join(FOLDER, id, `${type}.md`), 'utf8').catch(() => null);
    if (text !== null) docs[type] = text;
  }
  return docs;
}

/** Advisors and recipes: Markdown with frontmatter, ours and the user's. What is broken is named and left out. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AdvisorEntry,
  AdvisorEntrySchema,
  type ContentRecipe,
  ContentRecipeSchema,
} from '@design-jury/contracts/content/schema';
import type { z } from 'zod';
import { readForeignText } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { readFrontmatter } from '../../skills/frontmatter.ts';

export interface Advisor extends AdvisorEntry {
  /** Used when it writes, never when it criticises. */
  persona: string;
}

export interface Recipe extends ContentRecipe {
  /** The shape of a text, for an author without a model. */
  template: string;
}

export interface ContentLibrary {
  advisors: Advisor[];
  recipes: Recipe[];
  /** `file:line: field: what is wrong`. */
  problems: string[];
}

const OURS = fileURLToPath(new URL('../../../../../', import.meta.url));
const MAX_BYTES = 262_144;

/** Later folders win: a user's advisor takes the place of ours with its id. */
export async function loadContentLibrary(folders: readonly string[] = []): Promise<ContentLibrary> {
  const library: ContentLibrary = { advisors: [], recipes: [], problems: [] };
  for (const root of [OURS, ...folders]) {
    for (const { value, body } of await readAll(join(root, 'advisors'), AdvisorEntrySchema, library.problems))
      library.advisors = replaced(library.advisors, { ...value, persona: body.trim() }, ({ id }) => id);
    for (const { value, body } of await readAll(join(root, 'recipes'), ContentRecipeSchema, library.problems))
      library.recipes = replaced(
        library.recipes,
        { ...value, template: body.trim() },
        ({ contentType }) => contentType,
      );
  }
  return library;
}

/** What built-in advisors were called in 0.1; a run that chose them then goes on with who has their place now. */
const FORMER_IDS: Readonly<Record<string, string>> = {
  'april-dunford': 'positioning',
  'shirin-oreizy': 'behavioural-science',
  'richard-rumelt': 'strategy',
};

export function findAdvisor({ advisors }: Pick<ContentLibrary, 'advisors'>, id: string): Advisor | undefined {
  const withId = (wanted: string | undefined) => advisors.find((advisor) => advisor.id === wanted);
  return withId(id) ?? (Object.hasOwn(FORMER_IDS, id) ? withId(FORMER_IDS[id]) : undefined);
}

function replaced<T>(list: readonly T[], item: T, key: (item: T) => string): T[] {
  const at = list.findIndex((other) => key(other) === key(item));
  return at === -1 ? [...list, item] : list.with(at, item);
}

async function readAll<Schema extends z.ZodType>(
  folder: string,
  schema: Schema,
  problems: string[],
): Promise<{ value: z.infer<Schema>; body: string }[]> {
  const names = await readdir(folder).catch(() => []);
  const read: { value: z.infer<Schema>; body: string }[] = [];
  for (const name of names.filter((file) => file.endsWith('.md')).toSorted()) {
    const file = join(folder, name);
    let text: string;
    try {
      text = readForeignText(file, { maxBytes: MAX_BYTES, within: folder });
    } catch (error) {
      if (!(error instanceof ForeignFileError)) throw error;
      problems.push(`${file}: ${error.why}`);
      continue;
    }
    const front = readFrontmatter(text, schema);
    if (front.ok) read.push({ value: front.value, body: front.body });
    else problems.push(...front.complaints.map(({ line, message }) => `${file}:${line ?? 1}: ${message}`));
  }
  return read;
}

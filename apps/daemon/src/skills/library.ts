/** Every skill and design system that can be used now, and what is wrong with the rest. One bad file costs itself only. */
import type { LibraryProblem } from '@design-jury/contracts/skills';
import { type DesignFile, readDesignFolder } from './design-file.ts';
import { entriesOf, type LibraryKind, type Root, rootsOf } from './folders.ts';
import { readSkill, type Skill } from './skill-file.ts';

export interface Library {
  skills: readonly Skill[];
  designs: readonly DesignFile[];
  skillProblems: readonly LibraryProblem[];
  designProblems: readonly LibraryProblem[];
}

export interface LibraryPlace {
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Read anew each time: a few dozen small files, and what a user has just written counts. */
export async function loadLibrary(place: LibraryPlace): Promise<Library> {
  const [skills, designs] = await Promise.all([
    loadKind(place, 'skills', async (path, name, origin) => {
      const { skill, complaints } = await readSkill(path, name);
      const file = `${path}/SKILL.md`;
      return {
        item: skill === null ? null : { ...skill, origin, file },
        problems: complaints.map(({ severity, line, message }) => ({ severity, file, line, message })),
      };
    }),
    loadKind(place, 'design-systems', readDesignFolder),
  ]);
  return {
    skills: skills.items,
    skillProblems: skills.problems,
    designs: designs.items,
    designProblems: designs.problems,
  };
}

interface Loaded<Item> {
  item: Item | null;
  problems: LibraryProblem[];
}

type Load<Item> = (path: string, name: string, origin: Root['origin']) => Promise<Loaded<Item>>;

async function loadKind<Item extends { id: string; file: string }>(
  { dataDir, env }: LibraryPlace,
  kind: LibraryKind,
  load: Load<Item>,
): Promise<{ items: Item[]; problems: LibraryProblem[] }> {
  const items = new Map<string, Item>();
  const problems: LibraryProblem[] = [];
  for (const root of rootsOf(kind, dataDir, env)) {
    const entries = await entriesOf(root);
    if (entries === null) {
      if (root.named) problems.push(error(root.path, 'there is no such folder'));
      continue;
    }
    for (const entry of entries) {
      if (!entry.ok) {
        problems.push(error(entry.path, entry.message));
        continue;
      }
      const loaded = await load(entry.path, entry.name, root.origin);
      problems.push(...loaded.problems);
      if (loaded.item === null) continue;
      const twin = items.get(loaded.item.id);
      if (twin === undefined) items.set(loaded.item.id, loaded.item);
      else
        problems.push(
          error(loaded.item.file, `"${loaded.item.id}" is the id of ${twin.file} already; choose another`),
        );
    }
  }
  const sorted = [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { items: sorted, problems };
}

function error(file: string, message: string): LibraryProblem {
  return { severity: 'error', file, line: null, message };
}

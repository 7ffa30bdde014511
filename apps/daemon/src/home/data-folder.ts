/**
 * The data folder of a project: in the user's state folder, under the hash of the project's path. A small file in it says whose
 * it is, what the user was told, and where the data is when it was moved away.
 */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolders } from '../make-folders.ts';
import { writeOwnFile } from './own-file.ts';
import { folderFault, rightsOf } from './ownership.ts';
import { PRIVATE_FOLDER } from './rights.ts';

export const NOTE_FILE = 'project.json';
const HASH_CHARS = 32;
const HASH_NAME = /^[0-9a-f]{32}$/;
const MAX_NOTE_BYTES = 16_384;
/** Looked at in one listing. */
const MAX_FOLDERS = 10_000;

const NoteSchema = z.object({
  version: z.literal(1),
  /** The real path of the project. */
  project: z.string().min(1),
  /** Where the data is instead; the folder of this note is then empty but for it. */
  movedTo: z.string().min(1).optional(),
  /** Sentences that are said once. */
  told: z.array(z.string().max(60)).max(20).default([]),
});
export type ProjectNote = z.infer<typeof NoteSchema>;

/** The path that stands for a project however it was reached; as given where it is gone. */
export function realProject(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Where the note of this project is, and its data unless it was moved. */
export function homeOfProject(project: string, state: string): string {
  return join(state, createHash('sha256').update(project).digest('hex').slice(0, HASH_CHARS));
}

export function dataFolderOf(project: string, state: string): string {
  const home = homeOfProject(project, state);
  try {
    const file = join(home, NOTE_FILE);
    return isNote(statSync(file)) ? (parseNote(readFileSync(file, 'utf8'))?.movedTo ?? home) : home;
  } catch {
    return home;
  }
}

function isNote(info: Stats): boolean {
  return info.isFile() && info.size <= MAX_NOTE_BYTES;
}

export async function readNote(home: string): Promise<ProjectNote | null> {
  const file = join(home, NOTE_FILE);
  const info = await stat(file).catch(() => null);
  if (info === null || !isNote(info)) return null;
  return parseNote(await readFile(file, 'utf8').catch(() => ''));
}

export async function writeNote(home: string, note: ProjectNote): Promise<void> {
  await makeFolders(home, PRIVATE_FOLDER);
  await writeOwnFile(join(home, NOTE_FILE), `${JSON.stringify(note, null, 2)}\n`);
}

function parseNote(text: string): ProjectNote | null {
  try {
    return NoteSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Why what says where the data of a project is cannot be believed; null where it can. In a state folder that was put into a checkout
 * it may have come with the repository, and would name any folder of the user as ours.
 */
export async function noteFault(home: string, state: string, checkout = home): Promise<string | null> {
  return (await rightsOf(state)) ?? (await folderFault(home, checkout));
}

export interface KnownFolder {
  home: string;
  /** Null where the note is missing or cannot be read. */
  note: ProjectNote | null;
  /** Why the note is not believed. */
  fault: string | null;
}

/** Every project that has left data here. */
export async function knownFolders(state: string): Promise<KnownFolder[]> {
  const names = (await readdir(state).catch(() => []))
    .filter((name) => HASH_NAME.test(name))
    .slice(0, MAX_FOLDERS);
  const homes = names.map((name) => join(state, name));
  return Promise.all(
    homes.map(async (home) => ({ home, note: await readNote(home), fault: await noteFault(home, state) })),
  );
}

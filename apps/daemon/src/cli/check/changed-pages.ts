/**
 * Pages that differ from a commit, committed or not. They are compared by content with what the commit holds: git itself never reads
 * a file of the checkout, so nothing that its configuration names is started.
 */
import { glob } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { readForeign } from '../../disk/foreign-file.ts';
import { realPlace } from '../../disk/scope.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { commitFiles, differs } from './commit-files.ts';
import { type MentioningFile, mentionedKeys, nameKey, spreadChange } from './mentioned-files.ts';

const PAGES: ReadonlySet<string> = new Set(['.html', '.htm', '.xhtml']);
/** Loaded by pages, and load further files themselves. */
const PASSING: ReadonlySet<string> = new Set(['.css', '.js', '.mjs', '.svg']);
const DESIGN = 'DESIGN.md';
const MOST_FILES = 20_000;
const MOST_OTHERS = 500_000;
const MOST_BYTES = 16 * 1024 * 1024;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'coverage']);

interface Text extends MentioningFile {
  isChanged: boolean;
}

export interface ChangedOptions {
  /** Files that hold for every page: with another one all pages are judged again. @default [] */
  rules?: readonly string[];
  /** Pages, stylesheets and scripts that are read. @default 20,000 */
  mostFiles?: number;
  /** Files of other kinds whose names are kept. @default 500,000 */
  mostOthers?: number;
}

/**
 * Relative to where the user is, by name. A page counts as changed too when a file that it mentions is, or one that such a stylesheet
 * or script mentions, wherever in the repository it lies; when a file it mentions is gone; when the DESIGN.md beside it is another;
 * and when a rule of all pages is.
 */
export async function changedPages(
  shell: Shell,
  ref: string,
  { rules = [], mostFiles = MOST_FILES, mostOthers = MOST_OTHERS }: ChangedOptions = {},
): Promise<string[]> {
  const cwd = realPlace(shell.cwd);
  const commit = await commitFiles(shell, ref);
  const { blobs } = commit;
  const root = realPlace(commit.root);
  const inRepository = (place: string): string => relative(root, place).split(sep).join('/');
  const textAt = (name: string, path: string): Text => {
    // Too large, or not for us: the check says so, and a page is not passed by being so.
    const bytes = read(join(root, path), root);
    const mentions = mentionedKeys(Buffer.from(bytes ?? []).toString());
    return { name, mentions, isChanged: differs(blobs.get(path), bytes) };
  };
  const { texts: found, others } = await filesBelow(cwd, mostFiles, mostOthers);
  const texts = found.map((name) => textAt(name, inRepository(join(cwd, name))));
  const known = new Set(found.map((name) => inRepository(join(cwd, name))));
  const elsewhere = Map.groupBy(
    [...blobs.keys()].filter((path) => isPassing(path) && !known.has(path)),
    (path) => nameKey(path) ?? '',
  );
  // What lies above the folder is read where somebody mentions it, and what that mentions in its turn.
  const wanted = new Set<string>();
  for (const text of texts)
    for (const key of text.mentions) {
      if (wanted.has(key)) continue;
      wanted.add(key);
      for (const path of elsewhere.get(key) ?? []) {
        known.add(path);
        texts.push(textAt(path, path));
        if (texts.length > mostFiles) throw tooMany(mostFiles, 'are mentioned by what is');
      }
    }
  const changed = new Set(
    texts.flatMap((text) => (text.isChanged && !isPage(text.name) ? keys(text.name) : [])),
  );
  for (const path of new Set([...blobs.keys(), ...others.map((name) => inRepository(join(cwd, name)))])) {
    const [key] = keys(path);
    if (key === undefined || known.has(path) || !wanted.has(key) || changed.has(key)) continue;
    const bytes = read(join(root, path), root);
    // A page is linked to, not loaded: others depend on whether it is there.
    if (isPage(path) ? bytes === null : differs(blobs.get(path), bytes)) changed.add(key);
  }
  const reached = spreadChange(
    changed,
    texts.filter(({ name }) => !isPage(name)),
  );
  const isOther = (place: string): boolean => {
    const [before, bytes] = [blobs.get(inRepository(place)), read(place, root)];
    return bytes === null ? before !== undefined : differs(before, bytes);
  };
  const isOtherRule = rules.some((file) => isOther(resolve(cwd, file)));
  return texts
    .slice(0, found.length)
    .filter(
      ({ name, isChanged, mentions }) =>
        isPage(name) &&
        (isOtherRule ||
          isChanged ||
          !mentions.isDisjointFrom(reached) ||
          isOther(join(cwd, dirname(name), DESIGN))),
    )
    .map(({ name }) => name)
    .sort();
}

function keys(path: string): string[] {
  const key = nameKey(path);
  return key === null ? [] : [key];
}

function isPage(name: string): boolean {
  return PAGES.has(extname(name).toLowerCase());
}

function isPassing(name: string): boolean {
  return PASSING.has(extname(name).toLowerCase());
}

function tooMany(most: number, where = 'lie'): Refusal {
  return new Refusal(
    `--changed-since: more than ${most} pages, stylesheets and scripts ${where} below this folder.`,
  );
}

async function filesBelow(
  cwd: string,
  mostFiles: number,
  mostOthers: number,
): Promise<{ texts: string[]; others: string[] }> {
  const exclude = ({ name }: { name: string }): boolean =>
    SKIPPED.has(name) || (name.startsWith('.') && name.length > 1);
  const texts: string[] = [];
  const others: string[] = [];
  for await (const entry of glob('**/*', { cwd, withFileTypes: true, exclude })) {
    if (!entry.isFile()) continue;
    const name = relative(cwd, join(entry.parentPath, entry.name));
    (isPage(name) || isPassing(name) ? texts : others).push(name);
    if (texts.length > mostFiles) throw tooMany(mostFiles);
    if (others.length > mostOthers)
      throw new Refusal(
        `--changed-since: more than ${mostOthers} files lie below this folder; call it in a smaller one.`,
      );
  }
  return { texts, others };
}

/** What cannot be read is left to the check, which says why; here it is only compared. */
function read(path: string, root: string): Uint8Array | null {
  try {
    return readForeign(path, { maxBytes: MOST_BYTES, within: root });
  } catch {
    return null;
  }
}

/** What somebody names, as pages to judge: files, folders and patterns. */
import { glob, lstat, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { readForeignText, typed } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { scopeOf } from '../disk/scope.ts';
import { quoted, Refusal } from './refusal.ts';

export interface Subject {
  /** Absolute. */
  path: string;
  /** As people know it: relative to where they are, with `/`. */
  name: string;
  mime: 'text/html' | 'text/markdown' | 'text/plain';
  /** Taken from an address: what lies beside the file says nothing of it. */
  isRendered?: true;
}

/** Where the page lies, for whoever looks beside it; null for one from an address: there only its server knows what is there. */
export function placeOnDisk({ path, isRendered }: Subject): string | null {
  return isRendered === true ? null : path;
}

const MIMES: ReadonlyMap<string, Subject['mime']> = new Map<string, Subject['mime']>([
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
  ['.xhtml', 'text/html'],
  ['.md', 'text/markdown'],
  ['.markdown', 'text/markdown'],
  ['.txt', 'text/plain'],
]);

/** In a folder only pages are taken: its Markdown is more often about the site than part of it. */
const FOLDER_PATTERN = '**/*';
const isPageOfFolder = (page: string): boolean => /\.(?:html?|xhtml)$/i.test(page);
const isKnown = (page: string): boolean => MIMES.has(extname(page).toLowerCase());
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'coverage']);
const MAX_SUBJECTS = 5_000;

/** Every page once, in the order named; within a folder or pattern by name. */
export async function findSubjects(cwd: string, named: readonly string[]): Promise<Subject[]> {
  const found = new Map<string, Subject>();
  for (const argument of named) {
    for (const path of await expand(cwd, argument)) {
      if (found.size >= MAX_SUBJECTS) {
        throw new Refusal(`More than ${MAX_SUBJECTS} pages are named; review them in several runs.`);
      }
      found.set(path, toSubject(cwd, path));
    }
  }
  return [...found.values()];
}

async function expand(cwd: string, argument: string): Promise<string[]> {
  // An unset variable of a script must not judge whatever folder it runs in.
  if (argument.trim() === '')
    throw new Refusal(
      'The name of a page is empty; name a file, a folder or a pattern, or "." for this folder.',
    );
  const path = resolve(cwd, argument);
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (!(info instanceof Error)) {
    if (!info.isDirectory()) return [path];
    const pages = await matches(path, FOLDER_PATTERN, isPageOfFolder);
    if (pages.length === 0)
      throw new Refusal(`The folder ${quoted(argument)} holds no .html page; name a file or a pattern.`, {
        exit: EXIT.inconclusive,
      });
    return pages;
  }
  if (info.code === 'EACCES') throw new Refusal(`${quoted(argument)} cannot be opened: permission denied.`);
  if (!/[*?{[]/.test(argument)) throw new Refusal(`There is no file ${quoted(argument)}. Check the path.`);
  const pages = await matches(cwd, argument, isKnown);
  if (pages.length === 0)
    throw new Refusal(`No page matches ${quoted(argument)}; it is read from ${quoted(cwd)}.`);
  return pages;
}

async function matches(cwd: string, pattern: string, isWanted: (page: string) => boolean): Promise<string[]> {
  const pages: string[] = [];
  const skip = (entry: { name: string }): boolean =>
    SKIPPED_FOLDERS.has(entry.name) ||
    (entry.name.startsWith('.') && entry.name.length > 1 && entry.name !== '..');
  for await (const entry of glob(pattern, { cwd, withFileTypes: true, exclude: skip })) {
    if (entry.isFile() && isWanted(entry.name)) pages.push(join(entry.parentPath, entry.name));
    if (pages.length > MAX_SUBJECTS) break;
  }
  return pages.sort();
}

function toSubject(cwd: string, path: string): Subject {
  const near = relative(cwd, path);
  const name = (near === '' || near.startsWith('..') || isAbsolute(near) ? path : near).split(sep).join('/');
  return { path, name, mime: MIMES.get(extname(path).toLowerCase()) ?? 'text/html' };
}

const LOOKS_LIKE_HTML = /^\s*(?:<\?xml|<!--|<!doctype|<[a-z][\w-]*[\s>/])/i;

/** The page's text. Refuses in one sentence what cannot be judged. */
export async function readSubject({ path, name }: Subject, cwd: string): Promise<string> {
  const { readPageFile, UnreadablePageError } = await import('../measure/model/source.ts');
  let text: string;
  try {
    text = await readPageFile(path, scopeOf(path, cwd));
  } catch (error) {
    if (error instanceof UnreadablePageError)
      throw new Refusal(`${name}: ${error.message}`, {
        cause: error,
        exit: EXIT.inconclusive,
      });
    throw fileRefusal(error, name);
  }
  if (!MIMES.has(extname(path).toLowerCase()) && !LOOKS_LIKE_HTML.test(text)) {
    throw new Refusal(`${name} is neither HTML nor Markdown; give a .html or .md file.`);
  }
  return text;
}

export function fileRefusal(error: unknown, name: string): Error {
  if (error instanceof ForeignFileError)
    return new Refusal(`${quoted(name)}: ${error.why}.`, { cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why: Record<string, string> = {
    ENOENT: 'there is no such file; check the path',
    EACCES: 'permission denied; check its access rights',
    EPERM: 'permission denied; check its access rights',
    EISDIR: 'it is a folder; name a file',
    ENOTDIR: 'a part of the path is a file, not a folder',
    ENOSPC: 'the disk is full; free some space',
    EROFS: 'the file system is read-only; choose another place',
  };
  const reason = typeof code === 'string' ? why[code] : undefined;
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  const exit = code === 'ENOSPC' ? EXIT.inconclusive : EXIT.usage;
  return new Refusal(`${quoted(name)}: ${reason}.`, { cause: error, exit });
}

export const MAX_TEXT_CHARS = 100_000;
const MAX_TEXT_BYTES = MAX_TEXT_CHARS * 4;

/** The text of a file that is looked for beside a page; null where there is none. */
export async function readTextBeside(cwd: string, file: string, flag: string): Promise<string | null> {
  const info = await lstat(file).catch(() => null);
  return info === null ? null : readTextFile(cwd, file, flag);
}

/** A text the user points at, such as a DESIGN.md. `flag` says which option asked for it. */
export async function readTextFile(cwd: string, file: string, flag: string): Promise<string> {
  try {
    const text = readForeignText(resolve(cwd, file), typed(file, MAX_TEXT_BYTES, cwd));
    if (text.length <= MAX_TEXT_CHARS) return text;
  } catch (error) {
    if (!(error instanceof ForeignFileError && error.reason === 'too_large'))
      throw fileRefusal(error, `--${flag} ${file}`);
  }
  throw new Refusal(`--${flag}: ${quoted(file)} is longer than ${MAX_TEXT_CHARS} characters.`);
}

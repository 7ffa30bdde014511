/** What was dropped or chosen, as documents to send. What is too much is said before anything is sent; loaded when it is needed. */
import type { SentDocument } from '@design-jury/contracts/given';
import { GIVEN_LIMITS } from '@design-jury/contracts/given-limits';
import { number, t } from '../i18n/i18n.ts';
import { bytes } from '../i18n/sizes.ts';
import { late } from '../shell/lazy.tsx';

export interface JobFile {
  path: string;
  content: Blob;
}

export interface JobFiles {
  /** As the person knows them: a file, a folder or an archive. */
  name: string;
  files: readonly JobFile[];
  /** How many were left out: hidden ones and what programs made. */
  leftOut: number;
}

/** Folders that hold what was installed or built, never what was written. */
const MADE = /(?:^|\/)(?:node_modules|dist|build|coverage|__MACOSX)\//;
/** Hidden: settings, keys and what version control keeps. */
const HIDDEN = /(?:^|\/)\./;

/** Rejects with a sentence. `one`: the only document there is to be. */
export async function jobFiles(given: readonly File[], one: boolean): Promise<JobFiles> {
  const [first] = given;
  if (first === undefined) throw new Error(t('given.nothing'));
  if (one && given.length > 1) throw new Error(t('jobs.tooMany', { count: given.length, limit: number(1) }));
  const all = await unpacked(given, first, one);
  const files = all.filter(({ path }) => !MADE.test(path) && !HIDDEN.test(path));
  if (files.length === 0) throw new Error(t('jobs.noFiles', { name: first.name }));
  for (const { path, content } of files)
    if (content.size > GIVEN_LIMITS.fileBytes)
      throw new Error(t('jobs.tooLarge', { name: path, limit: bytes(GIVEN_LIMITS.fileBytes) }));
  if (files.length > GIVEN_LIMITS.files)
    throw new Error(t('jobs.tooMany', { count: files.length, limit: number(GIVEN_LIMITS.files) }));
  const total = files.reduce((sum, { content }) => sum + content.size, 0);
  if (total > GIVEN_LIMITS.totalBytes)
    throw new Error(t('jobs.tooMuch', { size: bytes(total), limit: bytes(GIVEN_LIMITS.totalBytes) }));
  const [folder] = first.webkitRelativePath.split('/');
  return { name: folder || first.name, files, leftOut: all.length - files.length };
}

async function unpacked(given: readonly File[], first: File, one: boolean): Promise<JobFile[]> {
  if (one) return [{ path: first.name, content: first }];
  if (given.length === 1 && /\.zip$/i.test(first.name)) {
    const { unzip } = await late(import('../shell/unzip.ts'));
    const files = await unzip(first).catch((error: Error) => {
      throw new Error(t('given.badZip', { name: first.name, message: error.message }));
    });
    return withoutFolder([...files].map(([path, content]) => ({ path, content })));
  }
  return withoutFolder(given.map((file) => ({ path: file.webkitRelativePath || file.name, content: file })));
}

/** A folder is handed over with its own name before every path; what its files call each other begins below it. */
function withoutFolder(files: readonly JobFile[]): JobFile[] {
  const [top] = files[0]?.path.split('/') ?? [];
  const isInside = files.every(({ path }) => path.startsWith(`${top}/`));
  return files.map(({ path, content }) => ({
    path: isInside ? path.slice(`${top}/`.length) : path,
    content,
  }));
}

export function asDocuments(files: readonly JobFile[]): Promise<SentDocument[]> {
  return Promise.all(files.map(async ({ path, content }) => ({ path, content: await base64(content) })));
}

function base64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `data:…;base64,` and then the bytes; of an empty file nothing follows.
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error(t('given.nothing')));
    reader.readAsDataURL(content);
  });
}

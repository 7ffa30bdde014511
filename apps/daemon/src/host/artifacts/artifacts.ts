/**
 * Every round's artifact, kept under the hash of its content in its run's folder. What ships is a pointer:
 * `final.json` names one of them, and changing the verdict moves it without copying a byte.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile, writeFully } from '../../store/durable-file.ts';
import { ArtifactError, toArtifactError } from './artifact-error.ts';
import { artifactName, isSha256 } from './artifact-path.ts';
import { TEMPORARY_PREFIX } from './artifact-writer.ts';

export { artifactFolder, extensionOf, mimeOf } from './artifact-path.ts';
export { type ArtifactWriter, createArtifactWriter } from './artifact-writer.ts';

const FINAL_NAME = 'final.json';
const MAX_POINTER_BYTES = 4_096;

const FinalPointerSchema = z.object({
  sha256: z.string().refine(isSha256, { message: 'must be 64 hexadecimal digits' }),
  path: z.string(),
});
export type FinalPointer = z.infer<typeof FinalPointerSchema>;

export interface OpenArtifact {
  /** The caller closes it. */
  handle: FileHandle;
  bytes: number;
}

/** Opens a file of the folder by its plain name. Links are refused, the folder itself included. */
export async function openArtifact(folder: string, relative: string): Promise<OpenArtifact> {
  const name = artifactName(relative);
  try {
    // O_NOFOLLOW guards the last component only, and the folder is the one before it.
    if (!(await lstat(folder)).isDirectory())
      throw new ArtifactError('symlink', 'the folder is not a folder');
    // NONBLOCK: a named pipe in the file's place must not hold us.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(join(folder, name), flags);
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, bytes: stats.size };
    await handle.close();
    throw new ArtifactError('not_a_file', `${name} is not a regular file`);
  } catch (error) {
    throw toArtifactError(error, name);
  }
}

/** Rejects with `corrupt` for a file whose content is not what its hash says: it was changed or damaged since. */
export async function verifyArtifact(folder: string, name: string, sha256: string): Promise<void> {
  const { handle } = await openArtifact(folder, name);
  const hash = createHash('sha256');
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk);
  } catch (error) {
    throw toArtifactError(error, name);
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new ArtifactError(
      'corrupt',
      `${name} is not what was stored under its hash: it was changed or damaged since; run the review again, or restore the file from a copy`,
    );
}

/** Makes a stored artifact the run's final one. */
export async function pointFinal(folder: string, sha256: string): Promise<FinalPointer> {
  if (!isSha256(sha256)) throw new ArtifactError('bad_name', 'a content address has 64 hexadecimal digits');
  try {
    const path = (await readdir(folder)).sort().find((name) => name.startsWith(`${sha256}.`));
    if (path === undefined) throw new ArtifactError('missing', `no artifact ${sha256} is stored`);
    const pointer: FinalPointer = { sha256, path };
    await replaceFile(join(folder, FINAL_NAME), (handle) =>
      writeFully(handle, Buffer.from(`${JSON.stringify(pointer)}\n`)),
    );
    return pointer;
  } catch (error) {
    throw toArtifactError(error, FINAL_NAME);
  }
}

/** Nothing is final any more. */
export async function removeFinal(folder: string): Promise<void> {
  await rm(join(folder, FINAL_NAME), { force: true });
}

/** Null while nothing is final. */
export async function readFinal(folder: string): Promise<FinalPointer | null> {
  let opened: OpenArtifact;
  try {
    opened = await openArtifact(folder, FINAL_NAME);
  } catch (error) {
    if (error instanceof ArtifactError && error.reason === 'missing') return null;
    throw error;
  }
  try {
    if (opened.bytes > MAX_POINTER_BYTES) throw new ArtifactError('corrupt', `${FINAL_NAME} is too long`);
    const pointer = FinalPointerSchema.parse(JSON.parse(await readFile(opened.handle, 'utf8')));
    return { ...pointer, path: artifactName(pointer.path) };
  } catch (cause) {
    if (cause instanceof ArtifactError) throw cause;
    throw new ArtifactError('corrupt', `${FINAL_NAME} cannot be read`, { cause });
  } finally {
    await opened.handle.close();
  }
}

/** What writers of a dead process left behind. Returns how many files went. */
export async function removeAbandoned(folder: string): Promise<number> {
  try {
    const abandoned = (await readdir(folder)).filter(
      (name) => name.startsWith(TEMPORARY_PREFIX) || name.endsWith('.tmp'),
    );
    for (const name of abandoned) await rm(join(folder, name), { force: true });
    return abandoned.length;
  } catch (error) {
    const failure = toArtifactError(error, folder);
    if (failure.reason === 'missing') return 0;
    throw failure;
  }
}

/** The few steps that make a file survive a power cut, in one place. */
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';
import { fileErrorReason } from './file-error.ts';

/** With its parents. Rejects when it is there but cannot be written to. */
export async function ensureFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }).catch(async (error: unknown) => {
    await explainRefusal(dirname(folder));
    throw error;
  });
  await access(folder, constants.W_OK);
}

/** Of a read-only file system, a recursive mkdir says no more than that a folder is missing. */
async function explainRefusal(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    if (fileErrorReason(error) !== 'missing' || dirname(folder) === folder) throw error;
    await explainRefusal(dirname(folder));
  }
}

/** A name is durable only when its folder is. Some file systems cannot sync a folder; then nothing can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Writes `target` as a whole or not at all: temp name, fsync, rename. `fill` must leave the handle open.
 * The temp file is removed when anything fails.
 */
export async function replaceFile(
  target: string,
  fill: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const temporary = `${target}.tmp`;
  try {
    await rm(temporary, { force: true });
    const handle = await open(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      PRIVATE_FILE,
    );
    try {
      await fill(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** All of it, or an error: a short write is continued. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.byteLength) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.byteLength - offset);
    offset += bytesWritten;
  }
}

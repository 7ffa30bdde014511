/** The few steps that make a file survive a power cut, in one place. */
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

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
      0o600,
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
